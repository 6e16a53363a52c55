// Whether windows are private is said by a process, or on a connection: an id alone, which anybody may claim, says nothing.
import { expect, test } from 'vitest';
import { PrivateModes } from '../../../../electron/core/compat/private-modes.ts';
import type { ClaudezillaAgent } from '../../../../electron/core/compat/claudezilla/claudezilla-agents.ts';

function agent(bound: ClaudezillaAgent['bound']): ClaudezillaAgent {
  return {
    agentId: 'a',
    claimed: 'agent_a_7',
    pid: 7,
    bound,
    lastSeenAt: 0,
    gone: false,
    inFlight: new Set(),
  };
}

test('What a process has said holds on each of its connections, and not for the next process that has its id.', () => {
  const modes = new PrivateModes();
  const asker = agent({ pid: 7, startedAt: '100' });
  expect(modes.wanted({ asker, connection: {} })).toBeUndefined();
  expect(modes.set({ asker, connection: {} }, true)).toBe('process');
  expect(modes.wanted({ asker, connection: {} })).toBe(true);
  asker.bound = { pid: 9, startedAt: '200' };
  expect(modes.wanted({ asker, connection: {} })).toBeUndefined();
  asker.bound = null;
  expect(modes.wanted({ asker, connection: {} })).toBeUndefined();
});

test('Where no process is known it holds on that connection alone, for that agent.', () => {
  const modes = new PrivateModes();
  const [asker, other] = [agent(null), agent(null)];
  const [connection, another] = [{}, {}];
  expect(modes.set({ asker, connection }, true)).toBe('connection');
  expect(modes.wanted({ asker, connection })).toBe(true);
  expect(modes.wanted({ asker, connection: another })).toBeUndefined();
  expect(modes.wanted({ asker: other, connection })).toBeUndefined();
  modes.set({ asker: other, connection }, false);
  modes.set({ asker, connection: another }, false);
  expect(modes.wanted({ asker, connection })).toBe(true);
});
