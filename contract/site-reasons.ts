// What is said of web origins that call through somebody: codes with their facts.
import type { Scope } from './permissions.ts';

export interface SiteReasons {
  /** The user lets no page in, whoever speaks for it. */
  'sites-shut-out': object;
  /** Another program wants to allow what was denied in Pilothouse, or by its policy. */
  'site-denied-here': { origin: string; scope: Scope; by: 'grant' | 'policy' | 'fleet' };
  /** The user has not answered in Pilothouse whether another program's window may speak for them. */
  'site-not-confirmed': { seconds: number };
  /** Another program's window has allowed and denied as much as is kept of it. */
  'site-too-many-grants': { most: number };
  'site-no-scope': { found: string };
  'site-no-grant-type': { found: string };

  // The Web Agent API.
  /** What the user has set about so many origins that no more is kept. */
  'sites-full': { most: number };
  'no-site-origin': { found: string };
  /** So many questions of pages of one browser are open. */
  'site-questions-full': { most: number };
  'site-question-ended': { origin: string | null };
  /** More was asked for after the user saw it. */
  'site-question-changed': { origin: string };
  'site-no-such-tool': { tool: string };
  /** An answer speaks of what was not asked. */
  'site-answer-beyond': { origin: string; what: 'scope' | 'tool'; found: string };
}
