// Which changes a row can have, and with which its sheet opens.
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  firstDraft,
  hasEffect,
  hasSheet,
  makesCredential,
  possible,
} from '../../../../../../renderer/screens/connect/agents/draft.ts';
import { fixtureAgentConfigs } from '../../../../../support/panel-fixture/agent-configs.ts';
import { fixtureSnapshot } from '../../../../../support/panel-fixture/snapshot.ts';
import type { AgentConfig, AgentConfigState, ConfigPreview } from '../../../../../../contract/schemas/agent-configs.ts';

const [some] = fixtureAgentConfigs(0);
const row = (state: AgentConfigState, versions = 2): AgentConfig => ({ ...(some as AgentConfig), state, versions });
const why = { kind: 'config-form' } as const;
const connected = { kind: 'connected', since: 0, emptied: null } as const;
const gone: AgentConfigState = { kind: 'gone', since: 0, lost: [], version: 3 };
const broken = { kind: 'broken', line: 1, column: 1, why } as const;

describe('the changes of a row', () => {
  test.each([
    [{ kind: 'absent' }, false, []],
    [{ kind: 'manual', menu: 'Settings' }, false, []],
    [{ kind: 'unreadable', why }, true, []],
    [broken, true, ['restore']],
    [{ kind: 'not-connected' }, true, ['connect', 'restore']],
    [connected, true, ['connect', 'disconnect', 'restore']],
    [{ kind: 'outdated', why }, true, ['connect', 'disconnect', 'restore']],
    [gone, true, ['connect', 'disconnect', 'restore']],
  ] as const)('%o', (state, sheet, changes) => {
    expect(hasSheet(row(state as AgentConfigState))).toBe(sheet);
    expect(changesOf(row(state as AgentConfigState))).toEqual(changes);
  });

  test('without a version there is nothing to restore', () => {
    expect(changesOf(row(connected, 0))).toEqual(['connect', 'disconnect']);
    expect(changesOf(row(broken, 0))).toEqual([]);
  });
});

test('a sheet opens as it was asked to, and follows its row where that can no longer be', () => {
  const draft = firstDraft(row(gone), { change: 'restore', version: 3 });
  expect(draft).toMatchObject({ change: 'restore', version: 3, project: null });
  expect(firstDraft(row(connected), {})).toMatchObject({ change: 'connect' });
  expect(possible(row(broken), { ...draft, change: 'disconnect' })?.change).toBe('restore');
  expect(possible(row(broken, 0), draft)).toBeNull();
});

test('a change without effect is told from one that only ends a credential', () => {
  const same = { backup: null, bytes: 3, bytesAfter: 3 } as ConfigPreview;
  const draft = firstDraft(row(gone), {});
  expect(hasEffect(row(gone), draft, same)).toBe(false);
  expect(hasEffect(row(gone), { ...draft, change: 'disconnect' }, same)).toBe(true);
  expect(hasEffect(row(gone), draft, { ...same, bytes: null })).toBe(true);
  expect(hasEffect(row(gone), draft, { ...same, backup: '~/copy' })).toBe(true);
});

test('a credential is made where the row has none, for another project, and where the one it had was revoked', () => {
  const { clients } = fixtureSnapshot(0);
  const [known] = Object.keys(clients);
  const of = { clientId: known ?? '', project: null };
  expect(makesCredential(of, null, clients)).toBe(false);
  expect(makesCredential({ ...of, clientId: null }, null, clients)).toBe(true);
  expect(makesCredential(of, '/home/ana/shop', clients)).toBe(true);
  expect(makesCredential(of, null, {})).toBe(true);
});
