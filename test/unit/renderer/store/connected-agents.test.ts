// The agents that are here, where several connections of one process count as one.
import { describe, expect, test } from 'vitest';
import { connectedPrograms, connectionsOf, siblingsOf } from '../../../../renderer/store/connected-agents.ts';
import { buildAgent, buildClient, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';

function snapshotOf(...agents: Agent[]) {
  const state = buildState();
  for (const agent of agents) state.set('agents', agent.id, agent);
  return state.snapshot();
}

const at = (id: string, order: number, fields: Partial<Agent> = {}) =>
  buildAgent({
    id,
    state: { kind: 'connected', since: noon + order },
    program: { path: '/bin/claude', pid: 7, folder: null },
    ...fields,
  });

test('Connections of one process and credential are one; the first of them stands for all.', () => {
  const [first, second] = [at('a', 1), at('b', 2)];
  const snapshot = snapshotOf(second, first);
  expect(connectedPrograms(snapshot).map(({ id }) => id)).toEqual(['a']);
  expect(siblingsOf(snapshot, first).map(({ id }) => id)).toEqual(['b']);
});

test('Another credential that claims the same process, and what tells of no process, stand for themselves.', () => {
  const snapshot = snapshotOf(
    at('a', 1),
    at('b', 2, { clientId: 'other' }),
    at('c', 3, { program: null }),
    at('d', 4, { program: null }),
  );
  expect(connectedPrograms(snapshot).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(siblingsOf(snapshot, at('c', 3, { program: null }))).toEqual([]);
});

describe('Of the process that the system told of', () => {
  const process = { pid: 7, startedAt: '1234' };
  const [first, second] = [at('a', 1, { process }), at('b', 2, { program: null, process })];
  const unproven = at('c', 3, { clientId: 'compat-claude', program: null, process });
  const other = at('d', 4, { clientId: 'other', process });
  const programs = (...agents: Agent[]) => {
    const snapshot = { ...snapshotOf(...agents), clients: { 'compat-claude': buildClient({ verified: false }) } };
    return connectedPrograms(snapshot).map(agent => connectionsOf(snapshot, agent).map(({ id }) => id));
  };

  test('connections of one credential are one, by whatever wires they came, and one without a credential is that one too.', () => {
    expect(programs(first, second, unproven)).toEqual([['a', 'b', 'c']]);
  });

  test('a number that is only claimed, without a credential, makes nobody one with another.', () => {
    const claims = (id: string, order: number) => at(id, order, { clientId: 'compat-claude' });
    expect(programs(claims('g', 7), claims('h', 8), first)).toEqual([['a'], ['g'], ['h']]);
  });

  test('those of another credential stand for themselves, and whose the one without is cannot be told then.', () => {
    expect(programs(first, unproven, other)).toEqual([['a'], ['c'], ['d']]);
  });

  test('a later process of the same number is another one, and so is who claims the number.', () => {
    const later = at('e', 5, { process: { pid: 7, startedAt: '99' } });
    expect(programs(first, later, at('f', 6))).toEqual([['a'], ['e'], ['f']]);
  });
});
