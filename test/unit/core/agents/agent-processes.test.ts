// The process of an agent, which the system tells a moment after its connection.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { AgentProcesses } from '../../../../electron/core/agents/agent-processes.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { buildClient, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { FindProcess } from '../../../../electron/core/agents/agent-processes.ts';
import type { ConnectionEnd } from '../../../../native-host/endpoints/connection-process.ts';

const at = (peerPort: number): ConnectionEnd => ({ kind: 'tcp', ownPort: 1, peerPort });
const mark = (pid: number) => ({ pid, startedAt: `tick of ${pid}` });

function createRegistry(findProcess: FindProcess) {
  let count = 0;
  const state = buildState();
  const agents = new AgentRegistry({
    state,
    now: () => noon,
    randomBytes: size => Buffer.alloc(size, (count += 1)),
    onLeft: () => {},
    findProcess,
  });
  const connect = (instance: string, peerPort: number, client = buildClient()) =>
    agents.connect({ client, instance, transport: 'http', program: null, end: at(peerPort), disconnect: () => {} });
  return { state, agents, connect };
}

test('Connections of one process get one number, and those of another theirs.', async () => {
  const { agents, connect } = createRegistry(async end => mark(end.kind === 'tcp' ? end.peerPort : 0));
  const ids = [connect('a', 7), connect('b', 8), connect('c', 7), connect('d', 7, buildClient({ id: 'other' }))];
  await turn();
  const shown = ids.map(({ id }) => agents.expect(id));
  expect(shown.map(({ process }) => process?.pid)).toEqual([7, 8, 7, 7]);
  expect(shown.map(({ number }) => number)).toEqual([undefined, 2, undefined, undefined]);
});

test('What the system tells of a connection that has ended is not taken for the next one, and who has left has no process.', async () => {
  const answers: (() => void)[] = [];
  const { agents, connect } = createRegistry(
    end => new Promise(resolve => answers.push(() => resolve(mark(end.kind === 'tcp' ? end.peerPort : 0)))),
  );
  const { id } = connect('a', 7);
  await turn();
  agents.left(id, foreign('x'));
  connect('a', 8);
  answers.shift()?.();
  await turn();
  expect(agents.expect(id).process).toBeUndefined();
  answers.shift()?.();
  await turn();
  expect(agents.expect(id).process).toEqual(mark(8));
  agents.left(id, foreign('x'));
  expect(agents.expect(id).process).toBeUndefined();
});

test('Connections are looked at one after the other; of a flood some stay without, and a look that fails tells nothing.', async () => {
  let running = 0;
  let most = 0;
  const processes = new AgentProcesses(async end => {
    most = Math.max(most, (running += 1));
    await turn();
    running -= 1;
    if (end.kind === 'tcp' && end.peerPort === 2) throw new Error('No such table.');
    return mark(1);
  });
  const found = await Promise.all(Array.from({ length: 100 }, (_, number) => processes.of(at(number))));
  expect(most).toBe(1);
  expect([found[0], found[2], found[63], found[64]]).toEqual([mark(1), null, mark(1), null]);
  expect(await processes.of(at(3))).toEqual(mark(1));
});
