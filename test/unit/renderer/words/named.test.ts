// A change of the rules is told with the names that its reader knows, not with ids and codes.
import { describe, expect, test } from 'vitest';
import { named } from '../../../../renderer/words/named.ts';
import { changeParts, changeSentence } from '../../../../renderer/words/rule-change-words.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { RuleChange } from '../../../../contract/schemas/rule-changes.ts';

const snapshot = fixtureSnapshot(1_800_000_000_000);

const told = (why: Reason): string => {
  const change: RuleChange = { at: 1, asker: { via: 'tray', processes: [] }, what: 'x', why, outcome: 'changed' };
  return changeSentence(change, snapshot);
};

const grant = {
  kind: 'grant-line',
  effect: 'allow',
  subjectKind: 'client',
  subject: 'client-claude',
  scope: 'browser:navigate',
  tools: null,
  reading: false,
  placeKind: 'any',
  place: null,
  browser: null,
  lifetime: 'always',
} as const;

describe('A change of the rules', () => {
  test('names clients, and permissions by their titles.', () => {
    expect(told({ kind: 'grant-added', id: '7', grant })).toBe(
      'The tray changed the rules: allow client Claude Code: navigate, everywhere, always, as grant 7',
    );
  });

  test('names the hub of an agent of another hub that is gone, not its id.', () => {
    expect(told({ kind: 'credential-revoked', client: 'hub:jun:0123456789abcdef' })).toBe(
      'The tray changed the rules: client an agent of jun that is gone: its credential is revoked',
    );
  });

  test('names sites as rows do.', () => {
    const there = { ...grant, placeKind: 'site', place: 'https://docs.example' } as const;
    expect(told(there)).toBe('The tray changed the rules: allow client Claude Code: navigate, docs.example, always');
  });

  test('names the server that a grant is for.', () => {
    const [[id, { name }] = ['', { name: '' }]] = Object.entries(snapshot.servers);
    const sentence = told({ ...grant, placeKind: 'server', place: id });
    expect(sentence).toContain(name);
    expect(sentence.replaceAll(name, '')).not.toContain(id);
  });

  test('lists the calls that were answered, each with its place.', () => {
    const at = {
      kind: 'at-tab',
      tab: 42,
      site: 'https://a.example',
      inFrame: false,
      page: null,
      browser: null,
    } as const;
    const calls: Reason[] = [
      { kind: 'answered-call', client: 'client-claude', tool: 'click', where: at },
      { kind: 'answered-call', client: 'client-codex', tool: 'browser:files', where: { ...at, tab: 43 } },
      { kind: 'answered-call', client: 'gone', tool: 'a/b', where: { kind: 'at-server', server: 'a' } },
    ];
    expect(told({ kind: 'prompts-answered', effect: 'deny', lifetime: 'always', calls })).toBe(
      'The tray changed the rules: deny, always, as an answer: Claude Code: click (tab 42, a.example), ' +
        'Codex CLI: upload files (tab 43, a.example) and gone: a/b (server a)',
    );
  });

  test('is told so in the audit too, and in the hub’s own line where it is of an older version.', () => {
    const by: Reason = { kind: 'rule-asker', via: 'panel', processes: [], note: null };
    const what: Reason = { kind: 'client-admitted', client: 'client-codex', admitted: false };
    const entry = {
      id: 1,
      at: 1,
      clientId: null,
      agentId: null,
      what: 'x',
      scope: null,
      rule: null,
      outcome: 'changed',
    };
    const older = { ...entry, where: 'client codex: shut out', changedBy: 'a program' };
    expect(changeParts({ ...older, why: { kind: 'rule-change', what, by } }, snapshot)).toEqual({
      what: ['client ', { foreign: 'Codex CLI' }, ': shut out'],
      by: ['the panel'],
    });
    expect(changeParts(older, snapshot)).toEqual({
      what: [{ foreign: 'client codex: shut out' }],
      by: [{ foreign: 'a program' }],
    });
  });

  test('leaves what chooses between texts, and names that are nobody’s id.', () => {
    const reason: Reason = { kind: 'agent-mode-set', agent: 'constructor', mode: 'paused' };
    expect(named(reason, snapshot)).toEqual(reason);
  });
});
