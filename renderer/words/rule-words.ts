// The words of rules: whom they speak of, what decided a call, how often a rule was used, and what differs from a call.
import type { Explanation } from '../../electron/contract/grants.ts';
import type { Grant, Subject } from '../../electron/contract/permissions.ts';
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { formatAge, formatCount } from './format.ts';
import { siteName } from './prompt-words.ts';
import { isScope, scopeWords } from './scope-words.ts';

export function subjectName(snapshot: Snapshot, { kind, id }: Subject): string {
  if (kind === 'client') return snapshot.clients[id]?.name ?? 'a client that is gone';
  return kind === 'origin' ? siteName(id) : `plugin ${id}`;
}

/** How much of its scope a rule speaks of: `every tool`, `only what reads`, or the tools by name. */
export function breadthWords({ tools, reading, resource }: Pick<Grant, 'tools' | 'reading' | 'resource'>): string {
  // The column "Where" names the server already.
  const names = tools?.map(tool => (resource.kind === 'server' ? (tool.split('/')[1] ?? tool) : tool)).join(', ');
  if (names === undefined) return reading ? 'only what reads' : 'every tool';
  return reading ? `${names}, only what reads` : names;
}

/** `used 214 times, last 3 min ago`. */
export function usesWords(uses: number, lastUsedAt: number | null, now: number): string {
  if (uses === 0) return 'not used yet';
  const times = uses === 1 ? 'used once' : `used ${formatCount(uses)} times`;
  return lastUsedAt === null ? times : `${times}, last ${formatAge(lastUsedAt, now)}`;
}

/** The title of a scope that may be one this panel does not know. */
export function scopeTitle(scope: string): string {
  return isScope(scope) ? scopeWords(scope).title : scope;
}

const decided: Readonly<Record<string, string>> = {
  'own tabs': 'Nobody is asked for what an agent does in its own tabs, as its start says.',
  'reading tool': 'Its server marks the tool as reading, and making the credential was the approval of its client.',
  'approved client': 'Whoever has a credential may read what servers offer to read.',
  'read-only client': 'Its start is “Read only”: reading needs no question, acting is refused.',
  'learning mode': 'The learning mode allowed it and wrote it down.',
  'your answer: this use': 'You answered for this one call; nothing was kept.',
  'no panel open': 'A question was needed, and no window of Pilothouse was open to ask it.',
  'not answered yet': 'A question was asked, and not answered while the agent waited.',
  'your own call': 'You called it yourself; your own calls are asked about by nobody.',
  'client revoked': 'Its credential was revoked.',
  'gates passed': 'No gate had anything against it.',
};

/** What a rule means that is neither a grant nor a line of the policy. */
export function decidedWords(rule: string): string | null {
  const known = decided[rule];
  if (known !== undefined) return known;
  if (rule.startsWith('mode: ')) return `Agents were ${rule.slice('mode: '.length).replace(' (this agent)', '')} then.`;
  if (rule.startsWith('owner: ')) return 'The tab belonged to somebody else.';
  if (rule.startsWith('run: ')) return 'The budget of its run was used up; Settings has the limits.';
  if (rule.startsWith('origin: ')) return 'Too many calls of this web origin were under way; Settings has the limits.';
  return null;
}

type Difference = Explanation['nearest'][number]['differs'][number];

const differing: Readonly<Record<Difference['what'], string>> = {
  subject: 'another client',
  agent: 'another agent',
  scope: 'another permission',
  tool: 'another tool',
  place: 'another place',
  reading: 'only what reads',
  time: 'it has ended',
};

/** The one word that differs, as `another tool`. */
export function differenceWord({ what }: Difference): string {
  return differing[what];
}

/** What the rule says and what the call has: `Codex CLI, not Claude Code`. */
export function differenceWords(snapshot: Snapshot, { what, rule, call }: Difference): string {
  if (what === 'reading') return 'the call acts';
  if (what === 'time') return rule;
  const words = (text: string) => (what === 'scope' ? scopeTitle(text) : namedIn(snapshot, text));
  return `${words(rule)}, not ${words(call)}`;
}

/** Ids of clients, servers and agents as their names. */
function namedIn(snapshot: Snapshot, text: string): string {
  return text
    .replace(/\bclient (\S+)/g, (whole, id: string) => snapshot.clients[id]?.name ?? whole)
    .replace(/\bserver (\S+)/g, (whole, id: string) => snapshot.servers[id]?.name ?? whole)
    .replace(/\bagent_\S+/g, id => snapshot.agents[id]?.name ?? id)
    .replaceAll('https://', '');
}
