// The words of rules: whom they speak of, what decided a call, how often a rule was used, and what differs from a call.

import { readOlderRule, readRule } from '../../contract/call-rules.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { formatAge, formatMoment } from './format.ts';
import { agentIdentity } from './identity.ts';
import { midSentence, t, tIn } from './language.ts';
import { runModeWords } from './mode-words.ts';
import { agentOfHub } from './named.ts';
import { resourceWords, siteName } from './prompt-words.ts';
import { isScope, scopeWords } from './scope-words.ts';
import { ownToolName } from './tool-words.ts';
import type { CallRule, PlainRule } from '../../contract/call-rules.ts';
import type { Difference } from '../../contract/schemas/grants.ts';
import type { Grant, Resource, Subject } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export function subjectName(snapshot: Snapshot, { kind, id }: Subject): string {
  if (kind === 'client') return snapshot.clients[id]?.name ?? agentOfHub(id) ?? t('a client that is gone');
  if (kind === 'hub') return t('hub {id}', { id });
  return kind === 'origin' ? siteName(id) : t('plugin {id}', { id });
}

/** How much of its scope a rule speaks of: `every tool`, `only what reads`, or the tools by name. */
export function breadthWords({ tools, reading, resource }: Pick<Grant, 'tools' | 'reading' | 'resource'>): string {
  // The column "Where" names the server or plugin already.
  const names = tools?.map(tool => ownToolName(tool, resource)).join(', ');
  if (names === '') return t('no tool');
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

interface RuleWords {
  /** Its short name, in lists and links. */
  readonly name: string;
  readonly meaning: string;
}

const notThere = t('The browser, the tab, the tool or the server that it was for was not there.');

const plainWords: Readonly<Record<PlainRule, RuleWords>> = {
  'own-tabs': {
    name: t('own tabs'),
    meaning: t('Nobody is asked for what an agent does in its own tabs, as its start says.'),
  },
  'opened-by-page': {
    name: t('opened by a page'),
    meaning: t('A page in a tab of the agent opened this tab, so it is the agent’s too.'),
  },
  'own-tools': {
    name: t('own tools'),
    meaning: t('The page brought this tool itself, so nobody is asked where its own site calls it.'),
  },
  'reading-tool': {
    name: t('reading tool'),
    meaning: t('Its server marks the tool as reading, and making the credential was the approval of its client.'),
  },
  'approved-client': {
    name: t('approved client'),
    meaning: t('Whoever has a credential may read what servers offer to read.'),
  },
  'read-only-client': {
    name: t('read-only client'),
    meaning: t('Its start is “Read only”: reading needs no question, acting is refused.'),
  },
  learning: { name: t('learning mode'), meaning: t('The learning mode allowed it and wrote it down.') },
  'this-use': {
    name: t('your answer: this use'),
    meaning: t('You answered for this one call; nothing was kept.'),
  },
  'no-panel': {
    name: t('no panel open'),
    meaning: t('A question was needed, and no window of Pilothouse was open to ask it.'),
  },
  'at-gateway': {
    name: t('at a gateway'),
    meaning: t('A question was needed, and nobody can be asked at a gateway.'),
  },
  'not-answered': {
    name: t('not answered yet'),
    meaning: t('A question was asked, and not answered while the agent waited.'),
  },
  'rules-changed': {
    name: t('changed while it waited'),
    meaning: t('Your rules, or what the call was about, changed while it waited.'),
  },
  'own-call': {
    name: t('your own call'),
    meaning: t('You called it yourself; your own calls are asked about by nobody.'),
  },
  'client-revoked': { name: t('client revoked'), meaning: t('Its credential was revoked.') },
  'client-shut-out': {
    name: t('client shut out'),
    meaning: t('You shut this agent out; you can let it in again under Agents.'),
  },
  'gates-passed': { name: t('gates passed'), meaning: t('No gate had anything against it.') },
  'tab-moved': {
    name: t('tab moved'),
    meaning: t('The tab showed another page by then than the one that it was decided for.'),
  },
  'browser-changed': {
    name: t('other browser'),
    meaning: t('The agent worked in another browser by then, and had to know that first.'),
  },
  'tab-elsewhere': {
    name: t('tab of another browser'),
    meaning: t('The agent named a tab that it has in another browser than the one it works in.'),
  },
  'element-changed': {
    name: t('element changed'),
    meaning: t('What it would have used was another element by then, or was called otherwise, than you were shown.'),
  },
  'off-plan': {
    name: t('not in its plan'),
    meaning: t(
      'The agent is held to the sites of its plan, or its program held the call to some, and this was another one.',
    ),
  },
  'for-another': {
    name: t('works for another page'),
    meaning: t('The page worked for one of another origin, which may not do this itself.'),
  },
  'other-frame': {
    name: t('frame of another site'),
    meaning: t('A frame of another site would have taken it, and that was not allowed.'),
  },
  'not-allowed-any-more': { name: t('not allowed any more'), meaning: t('What had allowed it has ended.') },
  'refused-in-browser': {
    name: t('refused in the browser'),
    meaning: t('The browser could not keep it to what it was decided for.'),
  },
  'no-answer-in-time': { name: t('no answer in time'), meaning: t('It was not answered in its time.') },
  'not-begun': { name: t('not begun'), meaning: t('It failed before it was begun.') },
  cancelled: { name: tIn('rule', 'cancelled'), meaning: t('Its agent cancelled it or left.') },
  'no-browser': { name: t('no browser'), meaning: t('No browser was connected that could have taken it.') },
  'no-own-tab': { name: t('owner: no tab'), meaning: t('The agent owned no tab.') },
  'no-tab': { name: t('no such tab'), meaning: t('The tab was not open.') },
  'no-plugin': { name: t('plugin not there'), meaning: t('The plugin could not be called.') },
  'no-server': { name: t('server not running'), meaning: t('The server did not run.') },
  'no-target': { name: t('no target'), meaning: notThere },
};

/** The short name of what decided, such as `grant 24`; a text that is no rule stands as it is. */
export function ruleName(code: string): string {
  const rule = readAnyRule(code);
  return rule ? wordsOf(rule).name : visibleText(code);
}

/** What a rule means that is neither a grant nor a line of the policy. */
export function decidedWords(code: string): string | null {
  const rule = readAnyRule(code);
  return rule === null || rule.kind === 'grant' || rule.kind === 'policy' ? null : wordsOf(rule).meaning;
}

function readAnyRule(code: string): CallRule | null {
  return readRule(code) ?? readOlderRule(code);
}

function wordsOf(rule: CallRule): RuleWords {
  switch (rule.kind) {
    case 'mode':
      return modeWords(rule);
    case 'owner':
      return {
        name: t('owner: tab {tabId}', { tabId: String(rule.tabId) }),
        meaning: t('The tab belonged to somebody else.'),
      };
    case 'run':
      return {
        name: t('run: {max, plural, one {# call} other {# calls}}', { max: rule.max }),
        meaning: t('The budget of its run was used up; Settings has the limits.'),
      };
    case 'origin':
      return {
        name: t('origin: {max} at a time', { max: String(rule.max) }),
        meaning: t('Too many calls of this web origin were under way; Settings has the limits.'),
      };
    case 'grant':
      return { name: t('grant {id}', { id: rule.id }), meaning: t('Your grant {id} forbids it.', { id: rule.id }) };
    case 'policy':
      return {
        name: t('policy {id}', { id: rule.id }),
        meaning: t('The rule {id} of the policy file forbids it.', { id: rule.id }),
      };
    case 'fleet':
      return fleetWords(rule);
    default:
      return plainWords[rule.kind];
  }
}

function fleetWords({ id, version, signer }: CallRule & { kind: 'fleet' }): RuleWords {
  const facts = { id, version: String(version), signer: visibleText(signer) };
  const name = t('fleet {id} (version {version})', facts);
  if (id === 'pause-all')
    return {
      name,
      meaning: t('Version {version} of the fleet’s policy, signed by {signer}, had paused all agents.', facts),
    };
  if (id === 'stopped-agent')
    return {
      name,
      meaning: t('Version {version} of the fleet’s policy, signed by {signer}, has stopped this agent.', facts),
    };
  return {
    name,
    meaning: t('The rule {id} of the fleet’s policy, version {version}, signed by {signer}, forbids it.', facts),
  };
}

function modeWords({ mode, of }: CallRule & { kind: 'mode' }): RuleWords {
  const word = midSentence(runModeWords[mode]);
  if (of === 'all')
    return { name: t('mode: {mode}', { mode: word }), meaning: t('Agents were {mode} then.', { mode: word }) };
  return {
    name: t('mode: {mode} (this agent)', { mode: word }),
    meaning: t('The agent was {mode} then.', { mode: word }),
  };
}

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

/** What the rule says and what the call has: `Codex CLI, not Claude Code`; the rule's alone where a described call names none. */
export function differenceWords(snapshot: Snapshot, difference: Difference): string {
  if (difference.what === 'reading') return t('the call acts');
  if (difference.what === 'time') return formatMoment(difference.endedAt);
  const [rule, call] = sidesOf(snapshot, difference);
  return call === '' ? rule : t('{rule}, not {call}', { rule, call });
}

function sidesOf(snapshot: Snapshot, difference: Extract<Difference, { rule: unknown }>): [rule: string, call: string] {
  switch (difference.what) {
    case 'subject': {
      const name = (subject: Subject) => subjectName(snapshot, subject);
      return [name(difference.rule), difference.call.map(name).join(', ')];
    }
    case 'agent': {
      const name = (id: string) => agentIdentity(snapshot, id, id).name;
      return [name(difference.rule), difference.call === null ? '' : name(difference.call)];
    }
    case 'scope':
      return [scopeTitle(difference.rule), scopeTitle(difference.call)];
    case 'tool':
      return [difference.rule.join(', '), difference.call ?? ''];
    case 'place': {
      const where = (resource: Resource) => resourceWords(snapshot, resource);
      return [where(difference.rule), difference.call.map(where).join(', ')];
    }
  }
}
