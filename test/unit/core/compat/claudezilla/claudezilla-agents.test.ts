// Agents by the id that they claim: they live on between connections and end with their process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { AgentRegistry } from '../../../../../electron/core/agents/agent-registry.ts';
import { ClientRegistry } from '../../../../../electron/core/clients/client-registry.ts';
import { builtInClients } from '../../../../../electron/core/compat/built-in-clients.ts';
import {
  ClaudezillaAgents,
  pidOf,
  processLives,
} from '../../../../../electron/core/compat/claudezilla/claudezilla-agents.ts';
import { inEnglish } from '../../../../../words/english.ts';
import { buildState, noon } from '../../../../support/hub-fixtures.ts';
import { until } from '../../../../support/panel-client.ts';

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
    builtIn: builtInClients,
    persist: { put: async () => {}, seen: () => {}, remove: async () => {} },
    secrets: { write: async () => {}, remove: async () => {} },
  });
  const registry = new AgentRegistry({ state, now, randomBytes, onLeft: id => left.push(id) });
  // A socket's inode begins with the process that holds it.
  const mark = (pid: number) => (living.has(pid) ? { pid, startedAt: `tick of ${pid}` } : null);
  const peers = {
    holdsSocket: (pid: number, inode: string) => inode.startsWith(`${pid}:`),
    socketHolder: (inode: string) => mark(Number.parseInt(inode, 10)),
    processMark: mark,
  };
  const made = new ClaudezillaAgents({ agents: registry, clients, now, isAlive: pid => living.has(pid), peers });
  const agents = Object.assign(made, { come: (claimed: string | null) => made.arrive(claimed, null) });
  return { clock, state, left, living, registry, agents };
}

test('The same id is the same agent at each connecting, another one another, and none is one of its own.', () => {
  const { agents } = createAgents();
  const ids = ['agent_a_100', 'agent_a_100', 'agent_b_200', null, null].map(claimed => agents.come(claimed).agentId);
  expect([ids[0] === ids[1], ids[3] === ids[4], new Set(ids).size]).toEqual([true, true, 3]);
});

test('000 Request Format: whoever says no id is the agent whose process is at the other end, or that spoke last on the connection.', () => {
  const { agents, living } = createAgents();
  const first = agents.arrive('agent_a_100', '100:1');
  expect(agents.arriveUnnamed('100:2', null)).toBe(first);
  const second = agents.arrive('agent_b_100', '100:3');
  // Its process is two agents by now.
  expect(agents.arriveUnnamed('100:4', null).claimed).toBeNull();
  expect(agents.arriveUnnamed('100:4', second)).toBe(second);
  expect(agents.arriveUnnamed('200:1', null).claimed).toBeNull();
  expect(agents.arriveUnnamed(null, null).claimed).toBeNull();
  agents.leave(second, { kind: 'left-goodbye' });
  expect(agents.arriveUnnamed('100:5', second)).toBe(first);
  living.delete(100);
  expect(agents.arriveUnnamed('100:6', null).claimed).toBeNull();
});

test('The panel sees it with its process and a shortened id, below the client of the endpoint.', () => {
  const { agents, state } = createAgents();
  const { agentId } = agents.come('agent_e7f8a9b0_100');
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
  const { agentId } = agents.come('agent_a_100');
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
  agents.come('agent_a_100');
  clock.now += 24 * 60 * 60_000;
  agents.sweep();
  expect(left).toEqual([]);
});

test('One whose process is not known leaves after ten minutes of silence, and never while it waits for a reply.', () => {
  const { agents, clock, left } = createAgents();
  const agent = agents.come('agent_without_pid');
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
  const agent = agents.come('agent_a_100');
  registry.disconnect(agent.agentId, foreign('The user ended it.'));
  expect([agent.gone, agents.isDead(agent)]).toEqual([true, false]);
  living.delete(100);
  expect(agents.isDead(agent)).toBe(true);
});

test('An agent that the user ends is told so on what it waits for, and is a new one when it calls again.', () => {
  const { agents, registry } = createAgents();
  const agent = agents.come('agent_a_100');
  const said: string[] = [];
  agent.inFlight.add(reason => said.push(inEnglish(reason)));
  registry.disconnect(agent.agentId, foreign('The user ended it.'));
  expect(said).toEqual(['The user ended it.']);
  expect(agents.come('agent_a_100').agentId).not.toBe(agent.agentId);
});

test('When the endpoint was closed for a moment it finds itself as it was.', () => {
  const { agents, left, registry } = createAgents();
  const { agentId } = agents.come('agent_a_100');
  agents.close(foreign('The endpoint was closed.'));
  expect(agents.come('agent_a_100').agentId).toBe(agentId);
  expect(left).toEqual([]);
  registry.returning.stop();
});

test('While the process that first used an id runs, no other one is its agent, over however many connections.', () => {
  const { agents } = createAgents();
  const first = agents.arrive('agent_a_100', '100:1');
  expect(agents.arrive('agent_a_100', '100:2')).toBe(first);
  const refusal =
    'OWNERSHIP: agentId agent_a_10... is that of process 100, which is running; call with an agentId of your own.';
  expect(() => agents.arrive('agent_a_100', '200:1')).toThrow(refusal);
  // One of which nothing is told is not taken for it either, and nobody says goodbye for it.
  expect(() => agents.arrive('agent_a_100', null)).toThrow(refusal);
  expect(() => agents.expectOwn('agent_a_100', '200:1')).toThrow(refusal);
  agents.leave(first, foreign('It said goodbye.'));
  expect(() => agents.arrive('agent_a_100', '200:1')).toThrow(refusal);
});

test('Once its process has ended the id may be taken, and what its agent had is not handed on.', () => {
  const { agents, living, left } = createAgents();
  const first = agents.arrive('agent_a_100', '100:1');
  living.delete(100);
  const next = agents.arrive('agent_a_100', '200:1');
  expect([next === first, left]).toEqual([false, [first.agentId]]);
});

test('An id that names no process goes on with the next program that says it, as scripts do that are started for each command.', () => {
  const { agents, living } = createAgents();
  const first = agents.arrive('agent_of_a_script', '100:1');
  expect(() => agents.arrive('agent_of_a_script', '200:1')).toThrow('process 100');
  living.delete(100);
  expect(agents.arrive('agent_of_a_script', '200:1')).toBe(first);
  living.add(100);
  expect(() => agents.arrive('agent_of_a_script', '100:2')).toThrow('process 200');
});

test('Of more than 200 living agents the one that is idle longest makes room; while all are busy, a newcomer is told what to do.', () => {
  const { agents } = createAgents();
  const first = agents.come('agent_first_x');
  for (let count = 1; count < 200; count += 1) agents.come(`agent_${count}_x`);
  const came = agents.come('agent_came_x');
  expect([first.gone, came.gone]).toEqual([true, false]);
  came.inFlight.add(() => {});
  for (let count = 1; count < 200; count += 1) agents.find(`agent_${count}_x`)?.inFlight.add(() => {});
  expect(() => agents.come('agent_one_more')).toThrow('200 agents are here already; end one and call again.');
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
    // Until then the shell itself might still ask.
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n', 'the shell has become a sleep');
    expect(processLives(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await until(() => !processLives(pid), 'it is seen to have ended');
    expect(process.kill(pid, 0)).toBe(true);
  },
);
