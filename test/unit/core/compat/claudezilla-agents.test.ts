// Agents by the id that they claim: they live on between connections and end with their process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { ClientRegistry } from '../../../../electron/core/clients/client-registry.ts';
import { compatClients } from '../../../../electron/core/compat/compat-clients.ts';
import { ClaudezillaAgents, pidOf, processLives } from '../../../../electron/core/compat/claudezilla-agents.ts';
import { until } from '../../../support/panel-client.ts';
import { buildState, noon } from '../../../support/hub-fixtures.ts';

function createAgents() {
  const clock = { now: noon };
  const now = () => clock.now;
  const state = buildState();
  const left: string[] = [];
  const living = new Set([100, 200]);
  let count = 0;
  const randomBytes = (size: number) => Buffer.alloc(size, (count += 1));
  const clients = new ClientRegistry({
    state,
    now,
    randomBytes,
    rows: [],
    builtIn: compatClients,
    persist: { put: async () => {}, seen: () => {}, remove: async () => {} },
    secrets: { write: async () => {}, remove: async () => {} },
  });
  const registry = new AgentRegistry({ state, now, randomBytes, onLeft: id => left.push(id) });
  const agents = new ClaudezillaAgents({ agents: registry, clients, now, isAlive: pid => living.has(pid) });
  return { clock, state, left, living, registry, agents };
}

test('The same id is the same agent at each arrival, another one another, and none is one of its own.', () => {
  const { agents } = createAgents();
  const ids = ['agent_a_100', 'agent_a_100', 'agent_b_200', null, null].map(claimed => agents.arrive(claimed).agentId);
  expect([ids[0] === ids[1], ids[3] === ids[4], new Set(ids).size]).toEqual([true, true, 3]);
});

test('The panel sees it with its process and a shortened id, below the client of the endpoint.', () => {
  const { agents, state } = createAgents();
  const { agentId } = agents.arrive('agent_e7f8a9b0_100');
  expect(state.snapshot().agents[agentId]).toMatchObject({
    clientId: 'compat-claudezilla',
    transport: 'claudezilla',
    claimedName: 'agent_e7f8...',
    program: { pid: 100 },
  });
});

test.each([
  ['agent_e7f8_24708', 24_708],
  ['agent_e7f8', null],
  ['agent_e7f8_0', null],
  ['agent_e7f8_99999999999', null],
  [null, null],
])('The process of %j is %j.', (claimed, pid) => expect(pidOf(claimed)).toBe(pid));

test('Once its process has ended and a minute passed without a word it has left, and its tabs are nobody’s.', () => {
  const { agents, clock, left, living } = createAgents();
  const { agentId } = agents.arrive('agent_a_100');
  living.delete(100);
  clock.now += 60_000;
  agents.sweep();
  expect(left).toEqual([]);
  clock.now += 1;
  agents.sweep();
  expect(left).toEqual([agentId]);
});

test('A living process keeps its agent however long it says nothing.', () => {
  const { agents, clock, left } = createAgents();
  agents.arrive('agent_a_100');
  clock.now += 24 * 60 * 60_000;
  agents.sweep();
  expect(left).toEqual([]);
});

test('One whose process is not known leaves after ten minutes of silence, and never while it waits for a reply.', () => {
  const { agents, clock, left } = createAgents();
  const agent = agents.arrive('agent_without_pid');
  const end = () => {};
  agent.inFlight.add(end);
  clock.now += 600_001;
  agents.sweep();
  expect(left).toEqual([]);
  agent.inFlight.delete(end);
  agents.sweep();
  expect(left).toEqual([agent.agentId]);
});

test('It is dead only when its process is, whatever the panel says of it.', () => {
  const { agents, living, registry } = createAgents();
  const agent = agents.arrive('agent_a_100');
  registry.disconnect(agent.agentId, 'The user ended it.');
  expect([agent.gone, agents.isDead(agent)]).toEqual([true, false]);
  living.delete(100);
  expect(agents.isDead(agent)).toBe(true);
});

test('An agent that the user ends is told so on what it waits for, and is a new one when it calls again.', () => {
  const { agents, registry } = createAgents();
  const agent = agents.arrive('agent_a_100');
  const said: string[] = [];
  agent.inFlight.add(reason => said.push(reason));
  registry.disconnect(agent.agentId, 'The user ended it.');
  expect(said).toEqual(['The user ended it.']);
  expect(agents.arrive('agent_a_100').agentId).not.toBe(agent.agentId);
});

test('When the endpoint was closed for a moment it finds itself as it was.', () => {
  const { agents, left, registry } = createAgents();
  const { agentId } = agents.arrive('agent_a_100');
  agents.close('The endpoint was closed.');
  expect(agents.arrive('agent_a_100').agentId).toBe(agentId);
  expect(left).toEqual([]);
  registry.stop();
});

test('Of more than 200 living agents the one that is idle longest makes room; while all are busy, a newcomer is told what to do.', () => {
  const { agents } = createAgents();
  const first = agents.arrive('agent_first_x');
  for (let count = 1; count < 200; count += 1) agents.arrive(`agent_${count}_x`);
  const came = agents.arrive('agent_came_x');
  expect([first.gone, came.gone]).toEqual([true, false]);
  came.inFlight.add(() => {});
  for (let count = 1; count < 200; count += 1) agents.find(`agent_${count}_x`)?.inFlight.add(() => {});
  expect(() => agents.arrive('agent_one_more')).toThrow('200 agents are here already; end one and call again.');
});

test('This process lives, and one with a number that no process has does not.', () => {
  expect([processLives(process.pid), processLives(2 ** 30)]).toEqual([true, false]);
});

test.skipIf(process.platform !== 'linux')(
  'A process that has ended lives no more, although its parent never asks how it ended.',
  async () => {
    // After exec the shell's child belongs to a sleep, which asks for nobody.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(String(said));
    expect(processLives(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await until(() => !processLives(pid), 'it is seen to have ended');
    expect(process.kill(pid, 0)).toBe(true);
  },
);
