// Where things are on Permissions, the audit in pieces, grants made by hand, and the words of rules and modes.
import { describe, expect, it } from 'vitest';
import { NewGrantSchema } from '../../../../../contract/schemas/grants.ts';
import { PolicySchema } from '../../../../../contract/schemas/policy.ts';
import {
  permissionPath,
  readAuditFilter,
  readPermissionPath,
  rulePath,
  usesPath,
  writeAuditFilter,
} from '../../../../../renderer/frame/permission-paths.ts';
import { noPages, withNewer, withOlder } from '../../../../../renderer/screens/permissions/audit/audit-pages.ts';
import { spanOf, spanSince, spans } from '../../../../../renderer/screens/permissions/audit/audit-spans.ts';
import {
  askOf,
  draftFault,
  firstAsk,
  type GrantDraft,
  newGrantOf,
  toolsFor,
} from '../../../../../renderer/screens/permissions/explain/permission-ask.ts';
import { draftSentence } from '../../../../../renderer/screens/permissions/grants/draft-words.ts';
import { filteredGrants, viaWords } from '../../../../../renderer/screens/permissions/grants/grant-rows.ts';
import {
  examplePolicy,
  policyPlaces,
  policySubjects,
} from '../../../../../renderer/screens/permissions/policy/policy-words.ts';
import { isHeld, isPaused, modeOf } from '../../../../../renderer/store/agent-mode.ts';
import { grantName } from '../../../../../renderer/words/grant-words.ts';
import { learningBanner, stopWords } from '../../../../../renderer/words/mode-words.ts';
import {
  breadthWords,
  decidedWords,
  differenceWord,
  differenceWords,
  usesWords,
} from '../../../../../renderer/words/rule-words.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { AuditEntry } from '../../../../../contract/schemas/audit.ts';
import type { Difference } from '../../../../../contract/schemas/grants.ts';
import type { PolicyState } from '../../../../../contract/schemas/policy-state.ts';

const now = 1_800_000_000_000;
const hour = 3_600_000;
const snapshot = fixtureSnapshot(now);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const entry = (id: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: now + id,
  clientId: 'client-claude',
  agentId: null,
  what: 'github/search_code',
  scope: 'servers:call',
  where: 'server github',
  rule: 'grant 24',
  outcome: 'allow',
  ...fields,
});

const draft: GrantDraft = {
  effect: 'allow',
  subject: { kind: 'client', id: 'client-claude' },
  scope: 'servers:call',
  resource: { kind: 'server', serverId: 'github' },
  breadth: 'tools',
  tools: ['github/search_code'],
  lifetime: 'always',
  agentId: null,
};

it('says of a grant in whose window it was answered, and finds it by that', () => {
  const clients = { ...snapshot.clients, 'compat-harbor': { ...snapshot.clients['client-goose']!, name: 'Harbor' } };
  const [grant] = Object.values(snapshot.grants);
  const told = { ...snapshot, clients, grants: { told: { ...grant!, id: 'told', via: 'compat-harbor' } } };
  expect(viaWords(told, told.grants.told)).toBe('answered in Harbor');
  expect(viaWords(told, grant!)).toBeNull();
  expect(filteredGrants(told, 'in harbor').map(({ id }) => id)).toEqual(['told']);
});

describe('an address on Permissions', () => {
  it('keeps the tab and what is open there; the unknown are the questions', () => {
    expect(readPermissionPath('grants/24')).toEqual({ tab: 'grants', id: '24' });
    expect(readPermissionPath(permissionPath('learning'))).toEqual({ tab: 'learning', id: null });
    expect(readPermissionPath('nowhere/1')).toEqual({ tab: 'questions', id: '1' });
    expect(readPermissionPath(null)).toEqual({ tab: 'questions', id: null });
  });

  it('keeps a filter of the audit whole, with every sign in it', () => {
    const filter = {
      text: 'a&b=c/d ü',
      clientId: 'client-claude',
      agentId: 'agent_77c4',
      scope: 'servers:call',
      rule: 'grant 24',
      where: 'https://app.example:8443',
      outcome: 'deny',
      since: now,
      until: now + 1,
    } as const;
    expect(readAuditFilter(writeAuditFilter(filter))).toEqual(filter);
    for (const outcome of ['allow', 'undecided', 'changed', 'dropped', 'stopped'] as const)
      expect(readAuditFilter(writeAuditFilter({ outcome }))).toEqual({ outcome });
    expect(writeAuditFilter({ text: '', scope: undefined })).toBe('');
    expect(readAuditFilter('outcome=perhaps&since=soon&other=1')).toEqual({});
    expect(readAuditFilter(null)).toEqual({});
  });

  it('leads from a rule to where it is shown, and else to what it decided', () => {
    expect([rulePath('grant 24'), rulePath('policy no-uploads')]).toEqual(['grants/24', 'policy/no-uploads']);
    expect([rulePath('own-tabs'), rulePath('mode paused')]).toEqual([null, null]);
    const { tab, id } = readPermissionPath(usesPath('mode paused'));
    expect([tab, readAuditFilter(id)]).toEqual(['audit', { rule: 'mode paused' }]);
  });
});

describe('the audit in pieces', () => {
  const first = withNewer(noPages, { entries: [entry(9), entry(8)], matched: 9 });

  it('takes new decisions before and older ones behind, each once', () => {
    const newer = withNewer(first, { entries: [entry(10), entry(9)], matched: 10 });
    const all = withOlder(newer, { entries: [entry(8), entry(7)], matched: 10 });
    expect(all.entries.map(({ id }) => id)).toEqual([10, 9, 8, 7]);
    expect(all.matched).toBe(10);
  });

  it('stays the same object when nothing is new', () => {
    expect(withNewer(first, { entries: [entry(9), entry(8)], matched: 9 })).toBe(first);
  });

  it('learns what became of a call that it shows as allowed, by the line that says so or by its own', () => {
    const end = { ...entry(10), decision: 8, outcome: 'dropped' };
    const later = withNewer(first, { entries: [end, { ...entry(9), ended: 'stopped' }], matched: 10 });
    expect(later.entries.map(({ id, ended }) => [id, ended])).toEqual([
      [10, undefined],
      [9, 'stopped'],
      [8, 'dropped'],
    ]);
  });

  it('begins anew where decisions between are missing', () => {
    const jumped = withNewer(first, { entries: [entry(40), entry(39)], matched: 40 });
    expect(jumped.entries.map(({ id }) => id)).toEqual([40, 39]);
  });

  it('waits for nothing more once the oldest is here', () => {
    expect(withOlder(first, { entries: [], matched: 9 }).matched).toBe(2);
  });

  it('reads a span from the moment that it began at', () => {
    for (const span of spans.filter(each => each !== 'own'))
      expect(spanOf(spanSince(span, now), now + 60_000)).toBe(span);
    expect(spanOf(now - 5 * hour, now)).toBe('own');
  });
});

describe('a grant made by hand', () => {
  it('is said as it will be kept', () => {
    expect(draftSentence(snapshot, draft)).toBe(
      'Allow Claude Code, call server tools, search_code, github, until you revoke it.',
    );
    expect(
      draftSentence(snapshot, {
        ...draft,
        effect: 'deny',
        breadth: 'all',
        resource: { kind: 'any' },
        lifetime: 'once',
      }),
    ).toBe('Deny Claude Code, call server tools, every tool, everywhere, 10 minutes.');
  });

  it('becoms a grant that the hub understands', () => {
    expect(NewGrantSchema.parse(newGrantOf(draft))).toMatchObject({ tools: ['github/search_code'], reading: false });
    expect(newGrantOf({ ...draft, breadth: 'reading' })).toMatchObject({ tools: null, reading: true });
    expect(newGrantOf({ ...draft, lifetime: 'agent', agentId: 'agent_77c4' }).agentId).toBe('agent_77c4');
    expect(newGrantOf({ ...draft, agentId: 'agent_77c4' }).agentId).toBe(null);
  });

  it('says what is missing, and nothing when it is whole', () => {
    expect(draftFault(draft)).toBe(null);
    expect(draftFault({ ...draft, tools: [] })).toBe('Choose at least one tool.');
    expect(draftFault({ ...draft, subject: { kind: 'origin', id: ' ' } })).toMatch(/web origin/);
    expect(draftFault({ ...draft, resource: { kind: 'site', origin: '' } })).toMatch(/Type a site/);
    expect(draftFault({ ...draft, lifetime: 'agent' })).toMatch(/agent that it ends with/);
  });

  it('begins with the newest client, and offers the tools of its scope on that server', () => {
    expect(snapshot.clients[firstAsk(snapshot).subject.id]).toBeDefined();
    const tools = toolsFor(snapshot, 'servers:call', { kind: 'server', serverId: 'github' });
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.every(tool => tool.startsWith('github/'))).toBe(true);
    expect(toolsFor(snapshot, 'browser:navigate', { kind: 'any' })).toContain('navigate');
  });
});

describe('a line of the audit as a question', () => {
  it('has its server, its site, or everywhere', () => {
    const asked = (place: Reason | null) => askOf(entry(1, { place }))?.resource;
    const site = { kind: 'site', origin: 'https://app.example' };
    const tab = { kind: 'at-tab', tab: 42, inFrame: false, page: 'https://before.example', browser: null } as const;
    expect(asked({ kind: 'at-server', server: 'github' })).toEqual({ kind: 'server', serverId: 'github' });
    expect(asked({ ...tab, site: site.origin })).toEqual(site);
    expect(asked({ kind: 'at-browser', site: site.origin, browser: 'Work' })).toEqual(site);
    expect(asked({ ...tab, site: null })).toEqual({ kind: 'any' });
  });

  it('is not asked by a text that looks like a place', () => {
    expect(askOf(entry(1, { where: 'server github' }))?.resource).toEqual({ kind: 'any' });
  });

  it('is none where no permission was needed or nobody known asked', () => {
    expect([askOf(entry(1, { scope: null })), askOf(entry(1, { clientId: null }))]).toEqual([null, null]);
    expect(askOf(entry(1, { scope: 'of:another:version' }))).toBe(null);
  });
});

describe('the words of a rule', () => {
  it('say how much of its scope it speaks of', () => {
    const server = { kind: 'server', serverId: 'github' } as const;
    expect(
      breadthWords({ tools: ['github/search_code', 'github/list_issues'], reading: false, resource: server }),
    ).toBe('search_code, list_issues');
    expect(breadthWords({ tools: null, reading: true, resource: server })).toBe('only what reads');
    expect(breadthWords({ tools: null, reading: false, resource: { kind: 'any' } })).toBe('every tool');
  });

  it('say how often it was used', () => {
    expect(plain(usesWords(214, now - 180_000, now))).toBe('used 214 times, last 3 min ago');
    expect(plain(usesWords(1, now - 5_000, now))).toBe('used once, last 5 s ago');
    expect(usesWords(0, null, now)).toBe('not used yet');
  });

  it('say what decided where it was no rule of the user', () => {
    expect(decidedWords('constructor')).toBeNull();
    expect(decidedWords('mode paused')).toBe('Agents were paused then.');
    expect(decidedWords('mode paused agent')).toBe('The agent was paused then.');
    expect(decidedWords('run 5')).toMatch(/budget of its run/);
    expect(decidedWords('grant 24')).toBe(null);
  });

  it('name what differs, with names in place of ids', () => {
    const subject = (id: string) => ({ kind: 'client' as const, id });
    const differs: Difference = { what: 'subject', rule: subject('client-codex'), call: [subject('client-claude')] };
    expect(differenceWord(differs)).toBe('another client');
    expect(differenceWords(snapshot, differs)).toBe('Codex CLI, not Claude Code');
    const scope: Difference = { what: 'scope', rule: 'browser:navigate', call: 'browser:files' };
    expect(differenceWords(snapshot, scope)).toBe('Navigate, not Upload files');
    const place: Difference = {
      what: 'place',
      rule: { kind: 'site', origin: 'https://a.example' },
      call: [{ kind: 'server', serverId: 'github' }],
    };
    expect(differenceWords(snapshot, place)).toBe('a.example, not github');
    expect(differenceWords(snapshot, { what: 'tool', rule: ['computer', 'find'], call: null })).toBe('computer, find');
  });
});

it('grants are found by what their row says', () => {
  const found = filteredGrants(snapshot, 'PRINTENV');
  expect(found.map(grant => grantName(snapshot, grant))).toEqual([
    'MCP Inspector: call server tools, printEnv, everything',
  ]);
  expect(filteredGrants(snapshot, '').length).toBe(Object.keys(snapshot.grants).length);
});

type Rule = PolicyState['rules'][number];

it('the example of a policy is one, and its parts are told by name', () => {
  expect(PolicySchema.safeParse(JSON.parse(examplePolicy)).success).toBe(true);
  const rule = { id: 'r', effect: 'deny', scopes: [], tools: null, reading: false, reason: null } as const;
  const client = (id: string) => ({ kind: 'client' as const, id });
  const named: Rule = { ...rule, scopes: [], subjects: [client('client-codex'), client('gone')], where: [] };
  const places: Rule['where'] = [
    { kind: 'server', serverId: 'github' },
    { kind: 'site', origin: 'https://a.example' },
  ];
  expect(policySubjects(snapshot, named)).toBe('Codex CLI, gone');
  expect(policySubjects(snapshot, { ...named, subjects: [] })).toBe('everybody');
  expect(policyPlaces(snapshot, { ...named, where: places })).toBe('github, a.example');
  expect(policyPlaces(snapshot, { ...named, where: [{ kind: 'any' }] })).toBe('everywhere');
});

describe('the mode of an agent', () => {
  it('is the stricter of its own and that of all', () => {
    expect(modeOf({ mode: 'running' }, {})).toBe('running');
    expect(modeOf({ mode: 'read-only' }, { mode: 'paused' })).toBe('paused');
    expect(modeOf({ mode: 'stopped' }, { mode: 'paused' })).toBe('stopped');
  });

  it('holds its calls when it is paused or stopped', () => {
    expect([isHeld({ mode: 'read-only' }, {}), isHeld({ mode: 'running' }, { mode: 'paused' })]).toEqual([false, true]);
  });

  it('is told of an agent by its id, and of nobody who is gone', () => {
    const paused = { ...snapshot, hub: { ...snapshot.hub, mode: 'paused' as const } };
    const ids = [Object.keys(snapshot.agents)[0] ?? '', 'agent_gone'];
    expect([snapshot, paused].map(state => ids.map(id => isPaused(state, id)))).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('is stopped only after it was said whom that disconnects', () => {
    expect(stopWords(1, 0)).toMatch(/^1 agent is disconnected, and every call is refused/);
    expect(stopWords(3, 2)).toMatch(/^3 agents are disconnected.*2 calls under way end\./);
  });
});

it('the banner of the learning mode has what is left, and ends with it', () => {
  const learning = { since: now, until: now + 702_000, calls: 38 };
  expect(learningBanner({ learning }, now)).toEqual({
    strong: 'Learning:',
    text: 'what you would be asked about is allowed for 11:42. 38 uses so far.',
  });
  expect(learningBanner({ learning }, learning.until)).toBe(null);
  expect(learningBanner({ learning: null }, now)).toBe(null);
});
