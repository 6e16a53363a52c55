// What is said of web origins that call through somebody: codes with their facts.
import type { Scope } from './permissions.ts';

export interface SiteReasons {
  /** The user lets no page in, whoever speaks for it. */
  'sites-shut-out': object;
  /** Another program wants to allow what was denied in Pilothouse, or by its policy. */
  'site-denied-here': { origin: string; scope: Scope; by: 'grant' | 'policy' };
  /** The user has not answered in Pilothouse whether another program's window may speak for them. */
  'site-not-confirmed': { seconds: number };
  /** Another program's window has allowed and denied as much as is kept of it. */
  'site-too-many-grants': { most: number };
  'site-no-scope': { found: string };
  'site-no-grant-type': { found: string };
}
