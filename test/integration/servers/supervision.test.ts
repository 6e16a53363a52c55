// The supervisor with real children that crash, wedge, are many, and belong to one agent each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { approvalHash } from '../../../electron/core/servers/config/approval.ts';
import { saying } from '../../support/saying.ts';
import { call, callTool, fixture, isRunning, row, supervise, tempDir, textOf } from './support.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { ServerTool } from '../../../electron/core/servers/client/server-tool.ts';
import type { Asker } from '../../../electron/core/servers/lifecycle/asker.ts';

const approved = (name: string, ...args: string[]) => row(name, fixture(name, ...args));
const client = {
  handshakeMs: 60_000,
  discoverMs: 60_000,
  listMs: 60_000,
  debounceMs: 10,
  again: { firstMs: 20, mostMs: 40 },
};
const quick = { inputMs: 100, termMs: 100 };
const times = { client, stop: quick, sweep: quick, crashShownMs: 50 };
const pidOf = ({ state }: Server) => ('pid' in state ? (state.pid ?? 0) : 0);

describe('after a crash', () => {
  test('A server that crashes on start is started three times by itself, then it has failed; the user may start it again.', async () => {
    const { supervisor, shown, until, history } = supervise([approved('crash-on-start')], { random: () => 0 });
    supervisor.start('crash-on-start').catch(() => {});
    const failed = await until('crash-on-start', ({ state }) => state.kind === 'failed');
    expect(failed).toMatchObject({
      starts: 4,
      crashes: 4,
      state: {
        reason: saying(
          'It crashed once more after 3 automatic starts: It exited with code 1: It threw Error: no licence in LICENCE_FILE; what led to it stands in its log.',
        ),
      },
    });
    const round = ['starting', 'crashed', 'waiting'];
    expect(history.map(line => line.split(' ')[1])).toEqual([
      'stopped',
      ...round,
      ...round,
      ...round,
      'starting',
      'crashed',
      'failed',
    ]);
    const again = supervisor.start('crash-on-start');
    await expect(again).rejects.toThrow('has crashed');
    expect(shown.get('crash-on-start')?.starts).toBe(5);
  });

  test('One that crashes a second after it ran counts too, and is started again.', async () => {
    const { supervisor, until, history } = supervise([approved('crash-later')], { times, random: () => 0 });
    await supervisor.start('crash-later');
    const crashed = await until('crash-later', ({ state }) => state.kind === 'crashed');
    expect(crashed).toMatchObject({ state: { reason: saying('It exited with code 9: lost the disk.') }, crashes: 1 });
    await until('crash-later', ({ state, starts }) => starts === 2 && state.kind === 'running');
    const round = ['starting', 'running', 'crashed', 'waiting'];
    expect(history.map(line => line.split(' ')[1]).slice(0, 7)).toEqual(['stopped', ...round, 'starting', 'running']);
  });

  test('It is shown as crashed, then as waiting until its next start.', async () => {
    const { supervisor, until } = supervise([approved('crash-after-handshake')], { random: () => 0 });
    supervisor.start('crash-after-handshake').catch(() => {});
    const crashed = await until('crash-after-handshake', ({ state }) => state.kind === 'crashed');
    const waiting = await until('crash-after-handshake', ({ state }) => state.kind === 'waiting');
    const [{ since }, { since: later, until: next = 0 }] = [crashed.state, { until: 0, ...waiting.state }];
    expect(later - since).toBeGreaterThanOrEqual(990);
    expect(next - later).toBeGreaterThanOrEqual(900);
  });

  test('A stop while it waits ends the waiting.', async () => {
    const { supervisor, until, shown } = supervise([approved('crash-on-start')], { times });
    supervisor.start('crash-on-start').catch(() => {});
    await until('crash-on-start', ({ state }) => state.kind === 'waiting');
    await supervisor.stop('crash-on-start');
    await new Promise(resolve => setTimeout(resolve, 2_600));
    expect(shown.get('crash-on-start')).toMatchObject({ state: { kind: 'stopped' }, starts: 1 });
  });

  test('A call that comes while it waits is answered by its next start.', async () => {
    const { supervisor, until } = supervise([approved('well-behaved')], { times });
    await supervisor.start('well-behaved');
    const exit = { name: 'exit', arguments: { code: 1 } };
    await expect(callTool(supervisor, 'well-behaved', exit, call)).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
    });
    await until('well-behaved', ({ state }) => state.kind === 'waiting');
    const result = await callTool(supervisor, 'well-behaved', { name: 'echo', arguments: { a: 1 } }, call);
    expect(textOf(result)).toBe('{"a":1}');
  });

  test('Its tools stay offered while it waits for its next start.', async () => {
    const { supervisor, until } = supervise([approved('well-behaved')], { times });
    await supervisor.start('well-behaved');
    callTool(supervisor, 'well-behaved', { name: 'exit', arguments: { code: 1 } }, call).catch(() => {});
    expect((await until('well-behaved', ({ state }) => state.kind === 'waiting')).toolCount).toBe(7);
  });
});

describe('a server that stands still', () => {
  /** A server that is well answers within this on a busy machine too. */
  const heartbeat = { everyMs: 150, answerMs: 1_000 };

  test('One that is stopped by a signal is degraded, then killed as a whole and started again.', async () => {
    const { supervisor, until, history } = supervise([approved('well-behaved')], { times: { ...times, heartbeat } });
    await supervisor.start('well-behaved');
    const before = pidOf(await until('well-behaved', ({ state }) => state.kind === 'running'));
    process.kill(before, 'SIGSTOP');
    const degraded = await until('well-behaved', ({ state }) => state.kind === 'degraded');
    expect(degraded.state).toMatchObject({ reason: saying('It answers nothing: 3 pings in a row.') });
    const crashed = await until('well-behaved', ({ state }) => state.kind === 'crashed');
    expect(crashed.state).toMatchObject({ reason: saying('It answers nothing: 4 pings in a row.') });
    await expect.poll(() => isRunning(before)).toBe(false);
    await until('well-behaved', ({ state }) => state.kind === 'running');
    expect(history.map(line => line.split(' ')[1]).slice(-5)).toEqual([
      'degraded',
      'crashed',
      'waiting',
      'starting',
      'running',
    ]);
  });

  test('One that is busy with a call is left alone.', async () => {
    const { supervisor, until, shown } = supervise([approved('well-behaved')], { times: { ...times, heartbeat } });
    await supervisor.start('well-behaved');
    const pid = pidOf(await until('well-behaved', ({ state }) => state.kind === 'running'));
    const waiting = callTool(supervisor, 'well-behaved', { name: 'wait' }, { ...call, timeoutMs: 2_500 });
    process.kill(pid, 'SIGSTOP');
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
    expect(shown.get('well-behaved')?.state.kind).toBe('running');
    process.kill(pid, 'SIGCONT');
  });

  test('One that goes on before its last chance runs again.', async () => {
    const { supervisor, until } = supervise([approved('well-behaved')], {
      times: { ...times, heartbeat: { everyMs: 150, answerMs: 2_500 } },
    });
    await supervisor.start('well-behaved');
    const pid = pidOf(await until('well-behaved', ({ state }) => state.kind === 'running'));
    process.kill(pid, 'SIGSTOP');
    await until('well-behaved', ({ state }) => state.kind === 'degraded');
    process.kill(pid, 'SIGCONT');
    const server = await until('well-behaved', ({ state }) => state.kind === 'running');
    expect([pidOf(server), server.crashes]).toEqual([pid, 0]);
  });
});

describe('tools of the last run', () => {
  const memory = (remembered = new Map<string, { hash: string; tools: readonly ServerTool[] }>()) => ({
    remembered,
    save: (id: string, hash: string, tools: readonly ServerTool[]) => void remembered.set(id, { hash, tools }),
    remove: (id: string) => void remembered.delete(id),
  });
  const tool = { name: 'echo', inputSchema: { type: 'object' }, title: 'From the last run' };

  test('They are offered at once, a call waits for the start, and then the true list takes their place.', async () => {
    const config = fixture('well-behaved');
    const toolMemory = memory(new Map([['a', { hash: approvalHash(config), tools: [tool] }]]));
    const stored = row('a', config, { wanted: 'running' });
    const { supervisor, toolsKnown, toolLists, until } = supervise([stored], { toolMemory });
    await toolsKnown;
    expect(toolLists).toEqual([['a', [tool]]]);
    const result = await callTool(supervisor, 'a', { name: 'echo', arguments: { b: 2 } }, call);
    expect(textOf(result)).toBe('{"b":2}');
    await until('a', ({ toolCount }) => toolCount === 7);
    expect(toolMemory.remembered.get('a')?.tools).toHaveLength(7);
  });

  test('Those of another config are not offered, and a removed server leaves none.', async () => {
    const toolMemory = memory(new Map([['a', { hash: 'other', tools: [tool] }]]));
    const { supervisor, toolLists } = supervise([row('a', fixture('well-behaved'))], { toolMemory });
    await supervisor.start('a');
    expect(toolLists.map(([, tools]) => tools.length)).toEqual([7]);
    await supervisor.changes.remove('a');
    expect(toolMemory.remembered.size).toBe(0);
  });

  test('A call waits no longer than it may, and can be cancelled.', async () => {
    const { supervisor, until } = supervise([approved('silent')]);
    supervisor.start('silent').catch(() => {});
    await until('silent', ({ state }) => state.kind === 'starting');
    await expect(callTool(supervisor, 'silent', { name: 'x' }, { ...call, timeoutMs: 50 })).rejects.toThrow(
      'The server "silent" is starting; try again in a moment.',
    );
    const asker = new AbortController();
    const cancelled = callTool(supervisor, 'silent', { name: 'x' }, { ...call, signal: asker.signal });
    asker.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  });
});

const asker = (agentId: string, change: Partial<Asker> = {}): Asker => ({
  agentId,
  protocolVersion: null,
  declares: {},
  clientInfo: { name: agentId, version: '1' },
  onRequest: () => Promise.resolve({}),
  onNotification() {},
  ...change,
});

describe('a run for each agent', () => {
  const options = ServerOptionsSchema.parse({ instances: 'per-agent' });
  const perAgent = () => supervise([row('a', fixture('well-behaved'), { options, wanted: 'running' })], { times });
  const pid = async (client: Awaited<ReturnType<ReturnType<typeof supervise>['supervisor']['clientFor']>>) =>
    JSON.parse(textOf(await client.request('tools/call', { name: 'describe' }, call))).pid as number;

  test('Each agent has one of its own, and comes back to it.', async () => {
    const { supervisor, shown, until } = perAgent();
    await until('a', ({ state }) => state.kind === 'running');
    const [one, two, shared] = [asker('one'), asker('two'), null];
    const clients = [one, two, shared].map(who => supervisor.clientFor('a', who));
    const pids = await Promise.all(clients.map(async leased => pid(await leased)));
    expect(new Set(pids).size).toBe(3);
    expect(await pid(await supervisor.clientFor('a', asker('one')))).toBe(pids[0]);
    expect(shown.get('a')).toMatchObject({ state: { kind: 'running' }, runs: 3, starts: 3 });
  });

  test('A shared server has one run for all.', async () => {
    const { supervisor } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    const [one, two] = await Promise.all(['one', 'two'].map(id => supervisor.clientFor('well-behaved', asker(id))));
    expect(one).toBe(two);
  });

  test('The end of one agent ends its run and no other.', async () => {
    const { supervisor, until } = perAgent();
    const one = await pid(await supervisor.clientFor('a', asker('one')));
    const two = await pid(await supervisor.clientFor('a', asker('two')));
    await supervisor.agentLeft('one');
    await until('a', ({ runs }) => runs === 2);
    await expect.poll(() => [isRunning(one), isRunning(two)]).toEqual([false, true]);
  });

  test('A crash of one agent’s run hurts that agent only, and it is started again for it.', async () => {
    const { supervisor, shown, until } = perAgent();
    await until('a', ({ state }) => state.kind === 'running');
    const one = await supervisor.clientFor('a', asker('one'));
    const two = await supervisor.clientFor('a', asker('two'));
    const before = await pid(one);
    await expect(one.request('tools/call', { name: 'exit', arguments: { code: 1 } }, call)).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
    });
    await pid(two);
    expect(shown.get('a')).toMatchObject({ state: { kind: 'running' }, crashes: 1 });
    const again = await supervisor.clientFor('a', asker('one'));
    expect(await pid(again)).not.toBe(before);
    const agents = supervisor.records.history('a').filter(({ agentId }) => agentId === 'one');
    expect(agents.map(({ state }) => state)).toEqual([
      'starting',
      'running',
      'crashed',
      'waiting',
      'starting',
      'running',
    ]);
  });

  test('An agent that declares something else gets another run, and what it hears goes to its newest connection.', async () => {
    const { supervisor } = perAgent();
    const first = await pid(await supervisor.clientFor('a', asker('one')));
    const changed = asker('one', { declares: { roots: {} } });
    const second = await pid(await supervisor.clientFor('a', changed));
    expect(second).not.toBe(first);
    const heard: string[] = [];
    const onNotification = (method: string) => void heard.push(method);
    const client = await supervisor.clientFor('a', { ...changed, onNotification });
    expect(await pid(client)).toBe(second);
    await client.request('tools/call', { name: 'grow', arguments: { names: ['x'] } }, call);
    expect(heard).toEqual(['notifications/tools/list_changed']);
  });

  test('A server that the user stopped ends all of its runs and starts none.', async () => {
    const { supervisor, shown } = perAgent();
    const one = await pid(await supervisor.clientFor('a', asker('one')));
    await supervisor.stop('a');
    await expect.poll(() => [isRunning(one), shown.get('a')?.runs]).toEqual([false, 0]);
    await expect(supervisor.clientFor('a', asker('two'))).rejects.toThrow('The server "a" is stopped');
  });

  test('Nothing runs for an agent before the server is approved.', async () => {
    const { supervisor } = supervise([
      row('a', fixture('well-behaved'), { options, wanted: 'running', approvedHash: null }),
    ]);
    await expect(supervisor.clientFor('a', asker('one'))).rejects.toThrow('is blocked');
  });
});

describe('a change', () => {
  test('Other options end its runs and start it with them; the approval holds.', async () => {
    const { supervisor, saved, until, shown } = supervise([approved('well-behaved')], { times });
    await supervisor.start('well-behaved');
    const before = pidOf(await until('well-behaved', ({ state }) => state.kind === 'running'));
    const options = ServerOptionsSchema.parse({ isolation: false });
    await supervisor.changes.change('well-behaved', { options });
    await expect.poll(() => isRunning(before)).toBe(false);
    await until('well-behaved', ({ state }) => state.kind === 'running');
    expect(saved.get('well-behaved')).toMatchObject({ options, wanted: 'running' });
    expect(shown.get('well-behaved')).toMatchObject({ options, toolCount: 7 });
  });

  test('Another command is blocked until it is approved, and offers nothing meanwhile.', async () => {
    const { supervisor, toolLists, shown } = supervise([approved('well-behaved')], { times });
    await supervisor.start('well-behaved');
    await supervisor.changes.change('well-behaved', { config: fixture('silent') });
    expect(shown.get('well-behaved')).toMatchObject({
      state: { kind: 'blocked', by: 'approval', reason: saying({ part: 'approve it again' }) },
      toolCount: 0,
    });
    expect(toolLists.at(-1)).toEqual(['well-behaved', []]);
    await expect(supervisor.start('well-behaved')).rejects.toThrow('is blocked');
  });

  test('What is the same changes nothing.', async () => {
    const { supervisor, until } = supervise([approved('well-behaved')], { times });
    await supervisor.start('well-behaved');
    const before = pidOf(await until('well-behaved', ({ state }) => state.kind === 'running'));
    await supervisor.changes.change('well-behaved', { options: ServerOptionsSchema.parse({}) });
    expect(isRunning(before)).toBe(true);
  });
});

describe('records', () => {
  test('The log has its stderr and what became of it, without secret values, here and on disk.', async () => {
    const logFolder = join(tempDir(), 'servers');
    const config = { ...fixture('well-behaved'), env: { API_TOKEN: 'disk' } };
    const { supervisor, until } = supervise([row('a', config)], { logFolder, times });
    await supervisor.start('a');
    const exited = callTool(supervisor, 'a', { name: 'exit', arguments: { code: 3 } }, call);
    await expect(exited).rejects.toThrow('It exited with code 3: the •••• is full.');
    const crashed = await until('a', ({ state }) => ['crashed', 'waiting'].includes(state.kind));
    expect(crashed).toMatchObject({
      state: { reason: saying('It exited with code 3: the •••• is full.') },
      stderr: ['the •••• is full'],
    });
    const { lines } = supervisor.records.log('a', { count: 100, text: 'full' });
    expect(lines.map(({ stream, text }) => `${stream} ${text}`)).toEqual([
      'stderr the •••• is full',
      'pilothouse crashed: It exited with code 3: the •••• is full.',
    ]);
    await supervisor.stopAll({ graceMs: 100 });
    const file = readFileSync(join(logFolder, 'a.log'), 'utf8');
    expect(file).toContain('stderr: the •••• is full');
    expect(file).not.toContain('disk');
  });

  test('The history tells each state with its time and reason.', async () => {
    const { supervisor, until } = supervise([approved('crash-on-start')], { times });
    supervisor.start('crash-on-start').catch(() => {});
    await until('crash-on-start', ({ state }) => state.kind === 'crashed');
    const reason = saying(
      'It exited with code 1: It threw Error: no licence in LICENCE_FILE; what led to it stands in its log.',
    );
    expect(supervisor.records.history('crash-on-start')).toEqual([
      { at: expect.any(Number), agentId: null, state: 'stopped', reason: null },
      { at: expect.any(Number), agentId: null, state: 'starting', reason: null },
      { at: expect.any(Number), agentId: null, state: 'crashed', reason },
    ]);
  });

  test('Nothing is told of a server that does not exist.', async () => {
    const { supervisor } = supervise([]);
    expect(() => supervisor.records.log('nope', { count: 1 })).toThrow('There is no server "nope"');
    expect(() => supervisor.records.history('nope')).toThrow('There is no server "nope"');
    await expect(supervisor.records.clearLog('nope')).rejects.toThrow('There is no server "nope"');
  });
});

describe('sleep', () => {
  test('While the machine sleeps nothing is started; it goes on where it was.', async () => {
    const { supervisor, until, shown } = supervise([approved('crash-on-start')], { times, random: () => 0 });
    supervisor.start('crash-on-start').catch(() => {});
    await until('crash-on-start', ({ state }) => state.kind === 'waiting');
    supervisor.suspended();
    await new Promise(resolve => setTimeout(resolve, 2_500));
    expect(shown.get('crash-on-start')).toMatchObject({ state: { kind: 'waiting' }, starts: 1 });
    const asleep = shown.get('crash-on-start')?.state;
    supervisor.resumed();
    await expect.poll(() => shown.get('crash-on-start')?.state).not.toEqual(asleep);
    await until('crash-on-start', ({ starts }) => starts === 2);
  });
});

describe('a run for an agent of the era without handshakes', () => {
  const options = ServerOptionsSchema.parse({ instances: 'per-agent' });
  const stateless = (agentId: string) => asker(agentId, { isStateless: true });
  const perAgent = (...[name, manner]: [string, string?]) =>
    supervise([row('a', fixture(name, ...(manner ? [manner] : [])), { options, wanted: 'running' })], {
      times: { ...times, client: { ...client, discoverMs: manner === 'is-silent' ? 50 : client.discoverMs } },
    });

  test('A server of both eras is met in that one, and by a handshake for everybody else.', async () => {
    const { supervisor, until } = perAgent('conformance', '--both');
    await until('a', ({ state }) => state.kind === 'running');
    const met = await Promise.all([stateless('new'), asker('old'), null].map(who => supervisor.clientFor('a', who)));
    expect(met.map(({ isStateless }) => isStateless)).toEqual([true, false, false]);
  });

  test.each(['refuses', 'is-silent', 'ends'])('A server that %s before a handshake is met by one.', async manner => {
    const { supervisor, until, shown, tap } = perAgent('handshake-first', manner);
    await until('a', ({ state }) => state.kind === 'running');
    const asked = () => tap.entries.filter(({ method }) => method === 'server/discover').length;
    for (const id of ['one', 'two']) {
      const met = await supervisor.clientFor('a', stateless(id));
      expect(met.isStateless).toBe(false);
      // Found out once, it holds for every agent; what says nothing may only be slow.
      expect(asked()).toBe(manner === 'is-silent' && id === 'two' ? 2 : 1);
      const first = textOf(await met.request('tools/call', { name: 'first', arguments: {} }, call));
      expect(first).toBe(
        (id === 'one' && manner !== 'ends') || manner === 'is-silent' ? 'server/discover' : 'initialize',
      );
    }
    expect(shown.get('a')).toMatchObject({ state: { kind: 'running' }, runs: 3, crashes: 0, restartCount: 0 });
  });

  test('One that is stopped while it is asked stays stopped.', async () => {
    const { supervisor, until } = perAgent('handshake-first', 'waits');
    await until('a', ({ state }) => state.kind === 'running');
    const met = supervisor.clientFor('a', stateless('one'));
    met.catch(() => {});
    await until('a', ({ starts }) => starts === 2);
    await supervisor.stop('a');
    await expect(met).rejects.toThrow();
    const { state, runs, starts } = await until('a', server => server.runs === 0);
    expect([state.kind, runs, starts]).toEqual(['stopped', 0, 2]);
  });
});
