// Servers that do everything wrong, behind one running hub: each ends in the right state, and neither the hub nor a good server suffers.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFixtures, allowAll, peakMebibytes, pidOf, reaches, serverOf } from '../../support/faulty-hub.ts';
import { openPlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { saying } from '../../support/saying.ts';
import { isRunning } from './support.ts';
import type { Agent, HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** What a flood may leave in the hub beside what it always holds. */
const maxPeakMebibytes = 512;

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;
let agent: Agent;
let endAllowing = () => {};
const pidsOf = (name: string) => readFileSync(path.join(place.folder, name), 'utf8').trim().split('\n').map(Number);
const isStopped = (pid: number) =>
  process.platform !== 'linux' || readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tT');

beforeAll(async () => {
  place = openPlace();
  hub = await place.serve();
  panel = await place.panel(hub);
  const short = { timeoutMs: 1_000 };
  await addFixtures(panel, {
    good: { name: 'well-behaved' },
    deaf: { name: 'stubborn', args: [path.join(place.folder, 'deaf')] },
    flooding: { name: 'flooding', options: { timeoutMs: 60_000 } },
    junk: { name: 'junk' },
    silent: { name: 'silent-later', options: short },
    stopped: { name: 'well-behaved', options: short },
    forking: { name: 'forking', args: [path.join(place.folder, 'forks')] },
    bulky: { name: 'bulky', options: { timeoutMs: 120_000 } },
    many: { name: 'bulky', args: ['5000'] },
    lying: { name: 'lying' },
    listing: { name: 'failing-lists' },
  });
  endAllowing = allowAll(panel);
  const running = [
    'good',
    'deaf',
    'flooding',
    'junk',
    'silent',
    'stopped',
    'forking',
    'bulky',
    'many',
    'lying',
    'listing',
  ];
  for (const id of running) await reaches(panel, id, 'running');
  await addFixtures(panel, { 'on-start': { name: 'crash-on-start' }, later: { name: 'crash-later' } });
  agent = await place.stdioAgent(await panel.request('clients:create', { name: 'Agent', start: 'ask' }));
});
afterAll(async () => {
  endAllowing();
  await place.end();
});

const echoes = async () =>
  expect(await agent.call('good__echo', { a: 1 })).toEqual({ text: '{"a":1}', isError: false });

describe('a server that ends by itself', () => {
  test('on start has failed after three automatic starts, with its own last words.', async () => {
    const { state, crashes } = await reaches(panel, 'on-start', 'failed');
    expect(state).toMatchObject({ reason: saying({ part: 'no licence in LICENCE_FILE' }) });
    expect(crashes).toBe(4);
    await echoes();
  });

  test('a second after its start has failed too.', async () => {
    const { state, crashes } = await reaches(panel, 'later', 'failed');
    expect(state).toMatchObject({ reason: saying({ part: 'It exited with code 9: lost the disk.' }) });
    expect(crashes).toBe(4);
  });
});

describe('a server that does not end', () => {
  test('because it ignores SIGTERM is stopped with its grandchild.', async () => {
    const pids = [pidOf(panel, 'deaf'), ...pidsOf('deaf')];
    await panel.request('servers:stop', { serverId: 'deaf' });
    expect((await reaches(panel, 'deaf', 'stopped')).crashes).toBe(0);
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
  });

  test('with forks of forks is stopped as a whole.', async () => {
    await expect.poll(() => pidsOf('forks').length).toBe(7);
    const pids = pidsOf('forks');
    expect(await agent.call('forking__echo')).toEqual({ text: 'forked', isError: false });
    await panel.request('servers:stop', { serverId: 'forking' });
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  test('because somebody stopped it with SIGSTOP loses its call, and is stopped all the same.', async () => {
    const pid = pidOf(panel, 'stopped');
    process.kill(pid, 'SIGSTOP');
    // The signal takes a moment, in which it could still answer.
    await expect.poll(() => isStopped(pid)).toBe(true);
    const call = await agent.call('stopped__echo');
    expect(call).toEqual({ text: expect.stringContaining('[ERR_TOOL_TIMEOUT]'), isError: true });
    await echoes();
    await panel.request('servers:stop', { serverId: 'stopped' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

test('A server that says nothing after its handshake loses its calls, one by one.', async () => {
  const calls = [1, 2].map(() => agent.call('silent__wait'));
  const lost = { text: expect.stringContaining('[ERR_TOOL_TIMEOUT]'), isError: true };
  expect(await Promise.all(calls)).toEqual([lost, lost]);
  await echoes();
});

describe('a flood', () => {
  test.each([
    ['junk', 200],
    ['messages', 30],
  ])('of %s ends nothing, and the hub stays as small as it was.', async (kind, mebibytes) => {
    const flood = agent.call('flooding__flood', { kind, mebibytes });
    for (let count = 0; count < 50; count += 1) await echoes();
    expect(await flood).toEqual({ text: 'done', isError: false });
    expect(await agent.call('flooding__echo')).toEqual({ text: 'still here', isError: false });
    expect(serverOf(panel, 'flooding')).toMatchObject({ state: { kind: 'running' }, crashes: 0 });
    if (process.platform === 'linux') expect(peakMebibytes(hub.pid)).toBeLessThan(maxPeakMebibytes);
  });

  test('of 10 MB in one result reaches its agent whole; of ten at once those that do not fit are refused.', async () => {
    const bulk = () => agent.call('bulky__bulk', { megabytes: 10 });
    expect((await bulk()).text.length).toBe(10_000_000);
    for (const outcome of await Promise.allSettled(Array.from({ length: 10 }, bulk))) {
      if (outcome.status === 'fulfilled') expect(outcome.value.text.length).toBe(10_000_000);
      else expect(String(outcome.reason)).toContain('ask for fewer large answers at once');
    }
    await echoes();
    if (process.platform === 'linux') expect(peakMebibytes(hub.pid)).toBeLessThan(maxPeakMebibytes);
  });

  test('of 5,000 tools is listed, and each can be called.', async () => {
    expect(serverOf(panel, 'many').toolCount).toBe(5_000);
    const { tools } = await agent.client.listTools();
    expect(tools.filter(({ name }) => name.startsWith('many__')).length).toBe(5_000);
    expect(await agent.call('many__tool-4998')).toEqual({ text: 'tool-4998', isError: false });
  });
});

test('A list that cannot be read costs itself alone: its words are the state, the rest works, and agents hear when it is back.', async () => {
  const heard = new Set<string>();
  for (const what of ['tools', 'prompts'] as const)
    agent.client.setNotificationHandler(`notifications/${what}/list_changed`, () => void heard.add(what));
  const prompts = async () => (await agent.client.listPrompts()).prompts.map(({ name }) => name);
  await addFixtures(panel, { broken: { name: 'failing-lists', args: ['tools/list=1', 'prompts/list=1'] } });
  const { state, crashes } = await reaches(panel, 'broken', 'degraded');
  expect(state).toMatchObject({ reason: saying({ part: 'tools/list fails: the index of tools/list is broken;' }) });
  expect(crashes).toBe(0);
  expect(await prompts()).not.toContain('broken__greet');
  // What came before stands before the answer.
  heard.delete('prompts');
  const { resources } = await agent.client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('pilothouse+broken:note://1');
  await until(() => serverOf(panel, 'broken').toolCount === 1, 'its tools are there after all');
  expect(await agent.call('broken__echo', { a: 1 })).toEqual({ text: '{"a":1}', isError: false });
  await reaches(panel, 'broken', 'running');
  await until(() => heard.has('tools') && heard.has('prompts'), 'the agent heard of both lists');
  expect(await prompts()).toContain('broken__greet');
});

test('Junk on stdout is kept among the lines of its log, and its broken tool left out.', async () => {
  const { toolCount, state, stderr } = serverOf(panel, 'junk');
  expect([toolCount, state.kind]).toEqual([1, 'running']);
  expect(stderr).toContain('stdout: { answer: 42 }');
  expect(stderr.join('\n')).toContain('"broken" is left out');
});

test('A tool whose definition is none is left out, and results are passed on as they came, also such as do not fit.', async () => {
  const { stderr } = serverOf(panel, 'lying');
  for (const name of ['textual', 'listed']) expect(stderr.join('\n')).toContain(`"${name}" is left out`);
  const { tools } = await agent.client.listTools();
  const names = tools.flatMap(({ name }) => (name.startsWith('lying__') ? [name.slice(7)] : []));
  expect(names).toEqual(expect.arrayContaining(['weather', 'circular', 'honest']));
  expect(await agent.call('lying__honest')).toEqual({ text: 'honest', isError: false });
  // The agent's own SDK has read the list, so it is the one that judges.
  await expect(agent.call('lying__weather')).rejects.toThrow(/output schema/i);
  expect(serverOf(panel, 'lying')).toMatchObject({ state: { kind: 'running' }, crashes: 0 });
});

test('After all of it the hub ends in order, with every server and fork.', async () => {
  await until(() => existsSync(path.join(place.folder, 'forks')), 'the forks were noted');
  await agent.close();
  const { code } = await hub.kill('SIGTERM');
  expect(code).toBe(0);
  await until(() => place.processes().length === 0, 'every process has ended');
});
