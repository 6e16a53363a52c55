// The rows of the agents' table: one for each process, whichever of its connections is meant.
import { expect, test } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { agentStatus, agentsShown, rowOf } from '../../../../../renderer/screens/agents/agent-rows.ts';
import { buildAgent, buildState, noon } from '../../../../support/hub-fixtures.ts';
import type { Agent } from '../../../../../contract/schemas/entities.ts';

const process = { pid: 7, startedAt: '1234' };
const here = (id: string, order: number, fields: Partial<Agent> = {}) =>
  buildAgent({ id, state: { kind: 'connected', since: noon + order }, process, ...fields });

function snapshotOf(...agents: Agent[]) {
  const state = buildState();
  for (const agent of agents) state.set('agents', agent.id, agent);
  return state.snapshot();
}

test('A process is one row, found by what any of its connections is called, and opened by the id of any of them.', () => {
  const gone = { kind: 'gone', since: noon, reason: foreign('x') } as const;
  const { process: _, ...left } = here('c', 3, { state: gone, claimedName: 'Cursor' });
  const snapshot = snapshotOf(here('a', 1), here('b', 2, { claimedName: 'Cursor', transport: 'http' }), left);
  const ids = (filter: string) => agentsShown(snapshot, filter).map(({ id }) => id);
  expect([ids(''), ids('cursor'), ids('nothing')]).toEqual([['a', 'c'], ['a', 'c'], []]);
  const rows = agentsShown(snapshot, '');
  expect(['a', 'b', 'c', 'x', null].map(id => rowOf(snapshot, rows, id))).toEqual(['a', 'a', 'c', 'x', null]);
});

test('A row may do what any of its connections may.', () => {
  const paused = here('a', 1, { mode: 'paused' });
  expect(agentStatus(snapshotOf(paused, here('b', 2)), paused).word).toBe('connected');
  expect(agentStatus(snapshotOf(paused, here('b', 2, { mode: 'read-only' })), paused).word).toBe('read-only');
  expect(agentStatus(snapshotOf(paused, here('b', 2, { mode: 'stopped' })), paused).word).toBe('paused');
});

test('A row works when any of its connections does.', () => {
  const first = here('a', 1);
  expect(agentStatus(snapshotOf(first, here('b', 2)), first).word).toBe('connected');
  expect(agentStatus(snapshotOf(first, here('b', 2, { inFlight: 1 })), first).word).toBe('working');
});
