// The words of rules: whom they speak of, what decided a call, how often a rule was used, and what differs from a call.
import { formatAge } from './format.ts';
import { midSentence, t } from './language.ts';
import { runModeWords } from './mode-words.ts';
import { siteName } from './prompt-words.ts';
import { isScope, scopeWords } from './scope-words.ts';
import type { RunMode } from '../../contract/entities.ts';
import type { Explanation } from '../../contract/schemas/grants.ts';
import type { Grant, Subject } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export function subjectName(snapshot: Snapshot, { kind, id }: Subject): string {
  if (kind === 'client') return snapshot.clients[id]?.name ?? t('a client that is gone');
  return kind === 'origin' ? siteName(id) : t('plugin {id}', { id });
}

/** How much of its scope a rule speaks of: `every tool`, `only what reads`, or the tools by name. */
export function breadthWords({ tools, reading, resource }: Pick<Grant, 'tools' | 'reading' | 'resource'>): string {
  // The column "Where" names the server already.
  const names = tools?.map(tool => (resource.kind === 'server' ? (tool.split('/')[1] ?? tool) : tool)).join(', ');
  if (names === undefined) return reading ? t('only what reads') : t('every tool');
  return reading ? t('{names}, only what reads', { names }) : names;
}

/** `used 214 times, last 3 min ago`. */
export function usesWords(uses: number, lastUsedAt: number | null, now: number): string {
  if (uses === 0) return t('not used yet');
  if (lastUsedAt === null) return t('{uses, plural, =1 {used once} other {used # times}}', { uses });
  const age = formatAge(lastUsedAt, now);
  return t('{uses, plural, =1 {used once} other {used # times}}, last {age}', { uses, age });
}

/** The title of a scope that may be one this panel does not know. */
export function scopeTitle(scope: string): string {
  return isScope(scope) ? scopeWords(scope).title : scope;
}

const decided: Readonly<Record<string, string>> = {
  'own tabs': t('Nobody is asked for what an agent does in its own tabs, as its start says.'),
  'reading tool': t('Its server marks the tool as reading, and making the credential was the approval of its client.'),
  'approved client': t('Whoever has a credential may read what servers offer to read.'),
  'read-only client': t('Its start is “Read only”: reading needs no question, acting is refused.'),
  'learning mode': t('The learning mode allowed it and wrote it down.'),
  'your answer: this use': t('You answered for this one call; nothing was kept.'),
  'no panel open': t('A question was needed, and no window of Pilothouse was open to ask it.'),
  'not answered yet': t('A question was asked, and not answered while the agent waited.'),
  'your own call': t('You called it yourself; your own calls are asked about by nobody.'),
  'client revoked': t('Its credential was revoked.'),
  'gates passed': t('No gate had anything against it.'),
  'tab moved': t('The tab showed another page by then than the one that it was decided for.'),
  'frame of another site': t('A frame of another site would have taken it, and that was not allowed.'),
  'not allowed any more': t('What had allowed it has ended.'),
  'refused in the browser': t('The browser could not keep it to what it was decided for.'),
  'no answer in time': t('It was not answered in its time.'),
  'not begun': t('It failed before it was begun.'),
  cancelled: t('Its agent cancelled it or left.'),
  target: t('The browser, the tab, the tool or the server that it was for was not there.'),
};

/** What a rule means that is neither a grant nor a line of the policy. */
export function decidedWords(rule: string): string | null {
  const known = Object.hasOwn(decided, rule) ? decided[rule] : undefined;
  if (known !== undefined) return known;
  if (rule.startsWith('mode: ')) return modeRule(rule.slice('mode: '.length).replace(' (this agent)', ''));
  if (rule.startsWith('owner: ')) return t('The tab belonged to somebody else.');
  if (rule.startsWith('run: ')) return t('The budget of its run was used up; Settings has the limits.');
  if (rule.startsWith('origin: '))
    return t('Too many calls of this web origin were under way; Settings has the limits.');
  return null;
}

function modeRule(mode: string): string {
  const word = Object.hasOwn(runModeWords, mode) ? midSentence(runModeWords[mode as RunMode]) : mode;
  return t('Agents were {mode} then.', { mode: word });
}

type Difference = Explanation['nearest'][number]['differs'][number];

const differing: Readonly<Record<Difference['what'], string>> = {
  subject: t('another client'),
  agent: t('another agent'),
  scope: t('another permission'),
  tool: t('another tool'),
  place: t('another place'),
  reading: t('only what reads'),
  time: t('it has ended'),
};

/** The one word that differs, as `another tool`. */
export function differenceWord({ what }: Difference): string {
  return differing[what];
}

/** What the rule says and what the call has: `Codex CLI, not Claude Code`. */
export function differenceWords(snapshot: Snapshot, { what, rule, call }: Difference): string {
  if (what === 'reading') return t('the call acts');
  if (what === 'time') return rule;
  const words = (text: string) => (what === 'scope' ? scopeTitle(text) : namedIn(snapshot, text));
  return t('{rule}, not {call}', { rule: words(rule), call: words(call) });
}

/** Ids of clients, servers and agents as their names. */
function namedIn(snapshot: Snapshot, text: string): string {
  return text
    .replace(/\bclient (\S+)/g, (whole, id: string) => snapshot.clients[id]?.name ?? whole)
    .replace(/\bserver (\S+)/g, (whole, id: string) => snapshot.servers[id]?.name ?? whole)
    .replace(/\bagent_\S+/g, id => snapshot.agents[id]?.name ?? id)
    .replaceAll('https://', '');
}
