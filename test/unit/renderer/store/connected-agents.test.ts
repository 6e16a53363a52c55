// The agents that are here, where several connections of one process count as one.
import { expect, test } from 'vitest';
import { connectedPrograms, siblingsOf } from '../../../../renderer/store/connected-agents.ts';
import { buildAgent, buildState, noon } from '../../../support/hub-fixtures.ts';
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
