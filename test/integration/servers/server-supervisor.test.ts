// The supervisor with real children: approval, life, calls, crashes and the end of it all.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { saying } from '../../support/saying.ts';
import { call, callTool, fixture, isRunning, row, supervise, tempDir, textOf } from './support.ts';
import type { Spawn } from '../../../electron/core/servers/process/server-process.ts';

const approved = (name: string, ...args: string[]) => row(name, fixture(name, ...args));

describe('approval', () => {
  test('A server that was added is blocked and is never spawned.', async () => {
    const spy = vi.fn<Spawn>(spawn);
    const { supervisor, shown } = supervise([], { spawn: spy });
    const config = { ...fixture('well-behaved'), env: { TOKEN: 'secret' } };
    const text = JSON.stringify({ mcpServers: { 'Well Behaved': config } });
    const [id = ''] = await supervisor.changes.add({ kind: 'json', text });
    await expect(supervisor.start(id)).rejects.toThrow(
      'The server "Well Behaved" is blocked: Nothing of it runs before you approve its command.',
    );
    expect(spy).not.toHaveBeenCalled();
    expect(shown.get('well-behaved')).toMatchObject({
      state: { kind: 'blocked', by: 'approval' },
      envNames: ['TOKEN'],
    });
  });

  test('What can make its command run other code is told before it is approved, also of a server that was typed or pasted.', async () => {
    const { supervisor, shown } = supervise([]);
    const env = { LD_PRELOAD: '/tmp/a.so', PYTHONSTARTUP: '/tmp/a.py', MODE: '1' };
    const text = JSON.stringify({ mcpServers: { steered: { command: 'x', env }, plain: { command: 'x' } } });
    await supervisor.changes.add({ kind: 'json', text });
    await supervisor.changes.add({
      kind: 'command',
      name: 'typed',
      commandLine: 'x --api-key=sk-0123456789abcdef0123',
    });
    expect(shown.get('steered')?.warning).toEqual(
      saying(/^LD_PRELOAD and PYTHONSTARTUP can make its program run other code/),
    );
    expect(shown.get('typed')?.warning).toEqual(saying(/^Argument 1 holds what looks like a secret/));
    expect(shown.get('plain')?.warning).toBeNull();
  });

  test('An approval of another hash is refused, and nothing is spawned.', async () => {
    const spy = vi.fn<Spawn>(spawn);
    const { supervisor } = supervise([row('a', fixture('well-behaved'), { approvedHash: null })], {
      spawn: spy,
    });
    await expect(supervisor.changes.approve('a', 'f'.repeat(64))).rejects.toThrow(
      'The command of "a" is not the one that you were shown; read it again, then approve it.',
    );
    expect(spy).not.toHaveBeenCalled();
  });

  test('A stored approval of a command that has changed since does not count.', async () => {
    const spy = vi.fn<Spawn>(spawn);
    const { shown } = supervise([row('a', fixture('well-behaved'), { approvedHash: 'old', wanted: 'running' })], {
      spawn: spy,
    });
    await Promise.resolve();
    expect(shown.get('a')?.state).toMatchObject({
      kind: 'blocked',
      reason: saying({ part: 'approve it again' }),
    });
    expect(spy).not.toHaveBeenCalled();
  });

  test('An approval is stored and starts the server.', async () => {
    const { supervisor, saved, until } = supervise([row('a', fixture('well-behaved'), { approvedHash: null })]);
    const hash = supervisor.list()[0]?.hash ?? '';
    await supervisor.changes.approve('a', hash);
    expect(saved.get('a')).toMatchObject({ approvedHash: hash, wanted: 'running' });
    const server = await until('a', ({ state }) => state.kind === 'running');
    expect(server).toMatchObject({ serverInfo: { name: 'fixture', version: '1.2.3' }, toolCount: 7, starts: 1 });
  });
});

describe('life', () => {
  test('A start goes through starting to running, a stop through stopping to stopped.', async () => {
    const { supervisor, history } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    await supervisor.stop('well-behaved');
    expect(history.map(line => line.split(' ')[1])).toEqual(['stopped', 'starting', 'running', 'stopping', 'stopped']);
  });

  test('A second start while it starts joins the first.', async () => {
    const spy = vi.fn<Spawn>(spawn);
    const { supervisor } = supervise([approved('well-behaved')], { spawn: spy });
    await Promise.all([supervisor.start('well-behaved'), supervisor.start('well-behaved')]);
    await supervisor.start('well-behaved');
    expect(spy).toHaveBeenCalledTimes(1);
  });

  test('A start, a stop and a start at once end in one running child.', async () => {
    const spy = vi.fn<Spawn>(spawn);
    const { supervisor, shown } = supervise([approved('well-behaved')], { spawn: spy });
    const first = supervisor.start('well-behaved').catch(() => {});
    const stop = supervisor.stop('well-behaved');
    await Promise.all([first, stop, supervisor.start('well-behaved')]);
    expect(shown.get('well-behaved')?.state.kind).toBe('running');
    expect(spy).toHaveBeenCalledTimes(1);
  });

  test('A stop before it is ready ends the start with a reason and is no crash.', async () => {
    const { supervisor, shown } = supervise([approved('silent')]);
    const start = supervisor.start('silent');
    const refused = expect(start).rejects.toThrow('The server "silent" is stopped');
    await expect.poll(() => shown.get('silent')?.state.kind).toBe('starting');
    await supervisor.stop('silent');
    await refused;
    expect(shown.get('silent')).toMatchObject({ state: { kind: 'stopped' }, crashes: 0 });
  });

  test('At the start of the hub, wanted servers start and the others do not.', async () => {
    const config = fixture('well-behaved');
    const wanted = ['a', 'b', 'c', 'd', 'e', 'f'].map(id => row(id, config, { wanted: 'running' }));
    const { shown, until } = supervise([...wanted, row('idle', config)]);
    for (const { id } of wanted) await until(id, ({ state }) => state.kind === 'running');
    expect(shown.get('idle')?.state.kind).toBe('stopped');
  });

  test('At most four start at once; the others wait for their turn and say so.', async () => {
    const config = fixture('well-behaved');
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const most: number[] = [];
    const { supervisor, shown, until } = supervise(
      ids.map(id => row(id, config)),
      {
        spawn: (...args) => {
          const busy = [...shown.values()].filter(({ state }) => state.kind === 'starting' && !state.reason);
          most.push(busy.length);
          return spawn(...args);
        },
      },
    );
    const starts = ids.map(id => supervisor.start(id));
    const { state } = await until('e', ({ state: now }) => now.kind === 'starting');
    expect(state).toMatchObject({
      pid: null,
      reason: saying('It waits for its turn: at most 4 servers start at once.'),
    });
    await Promise.all(starts);
    expect(Math.max(...most)).toBe(4);
  });

  test('What is wanted is stored, and a removal removes it everywhere.', async () => {
    const { supervisor, saved, shown } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    expect(saved.get('well-behaved')?.wanted).toBe('running');
    await supervisor.stop('well-behaved');
    expect(saved.get('well-behaved')?.wanted).toBe('stopped');
    await supervisor.changes.remove('well-behaved');
    expect([saved.size, shown.size, supervisor.list().length]).toEqual([0, 0, 0]);
  });
});

describe('calls', () => {
  test('A call reaches the tool, and its trace names both sides.', async () => {
    const { supervisor, tap } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    const result = await callTool(
      supervisor,
      'well-behaved',
      { name: 'echo', arguments: { a: 1 } },
      { ...call, parent: 77 },
    );
    expect(textOf(result)).toBe('{"a":1}');
    const entry = tap.entries.find(({ method }) => method === 'tools/call');
    expect(entry).toMatchObject({
      dir: 'out',
      from: { kind: 'hub' },
      to: { kind: 'server', id: 'well-behaved' },
      tool: 'echo',
      parent: 77,
      close: { outcome: 'ok' },
    });
  });

  test('A call to a stopped server names its state and what helps.', async () => {
    const { supervisor } = supervise([approved('well-behaved')]);
    await expect(callTool(supervisor, 'well-behaved', { name: 'echo' }, call)).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
      message: 'The server "well-behaved" is stopped; start it under Servers in Pilothouse.',
    });
  });

  test('A call in flight when its server ends is answered with how it ended.', async () => {
    const { supervisor } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    const waiting = callTool(supervisor, 'well-behaved', { name: 'wait' }, call);
    const refused = expect(waiting).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
      message: 'The server "well-behaved" ended during this call. It exited with code 4: the disk is full.',
    });
    callTool(supervisor, 'well-behaved', { name: 'exit', arguments: { code: 4 } }, call).catch(() => {});
    await refused;
  });

  test('A cancelled call is cancelled at the server.', async () => {
    const { supervisor, until, tap } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    const asker = new AbortController();
    const waiting = callTool(supervisor, 'well-behaved', { name: 'wait' }, { ...call, signal: asker.signal });
    await expect.poll(() => tap.entries.some(({ tool }) => tool === 'wait')).toBe(true);
    asker.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    const server = await until('well-behaved', ({ stderr }) => stderr.length > 0);
    expect(server.stderr).toEqual(['cancelled cancelled']);
  });
});

describe('crashes', () => {
  test.each([
    [
      'crash-on-start',
      'It exited with code 1: It threw Error: no licence in LICENCE_FILE; what led to it stands in its log.',
    ],
    ['crash-after-handshake', 'It exited with code 7: lost the database.'],
  ])('%s is a crash with its reason in words.', async (name, reason) => {
    const { supervisor, until } = supervise([approved(name)]);
    supervisor.start(name).catch(() => {});
    const server = await until(name, ({ state }) => state.kind === 'crashed');
    expect(server).toMatchObject({ state: { reason: saying(reason) }, crashes: 1, toolCount: 0 });
  });

  test('A command that does not exist blocks the server, and the reason names it and the PATH.', async () => {
    const config = { kind: 'stdio' as const, command: 'nosuch-program', args: [], env: { PATH: '/nowhere' } };
    const { supervisor, shown } = supervise([row('a', config)]);
    await expect(supervisor.start('a')).rejects.toThrow(
      'The server "a" is blocked: "nosuch-program" was not found on the PATH (/nowhere); install it or give an absolute path.',
    );
    expect(shown.get('a')).toMatchObject({ state: { kind: 'blocked', by: 'runtime' }, crashes: 0 });
  });

  test('A server that never answers the handshake is ended and has crashed.', async () => {
    const client = {
      handshakeMs: 100,
      discoverMs: 100,
      listMs: 50,
      debounceMs: 10,
      again: { firstMs: 20, mostMs: 40 },
    };
    const times = { client, stop: { inputMs: 50, termMs: 50 }, sweep: { inputMs: 50, termMs: 50 } };
    const { supervisor, until } = supervise([approved('silent')], { times });
    await expect(supervisor.start('silent')).rejects.toThrow('did not answer the handshake in 0.1 s');
    expect((await until('silent', () => true)).state.kind).toBe('crashed');
  });

  test('A protocol version that nobody here speaks is a crash that names it.', async () => {
    const { supervisor } = supervise([approved('other-version', '1999-01-01')]);
    await expect(supervisor.start('other-version')).rejects.toThrow(
      'It speaks MCP "1999-01-01"; Pilothouse speaks 2025-11-25',
    );
  });

  test('A crashed server starts again, and the end of its old child does not touch the new one.', async () => {
    const { supervisor, until, shown } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    callTool(supervisor, 'well-behaved', { name: 'exit', arguments: { code: 1 } }, call).catch(() => {});
    await until('well-behaved', ({ state }) => state.kind === 'crashed');
    await supervisor.start('well-behaved');
    expect(shown.get('well-behaved')).toMatchObject({
      state: { kind: 'running' },
      starts: 2,
      crashes: 1,
      toolCount: 7,
    });
  });

  test('A line of more than 64 MiB ends the server with that reason.', async () => {
    const { supervisor, until } = supervise([approved('endless-line')]);
    supervisor.start('endless-line').catch(() => {});
    const server = await until('endless-line', ({ state }) => state.kind === 'crashed');
    expect(server.state).toMatchObject({ reason: saying('It sent a line of more than 64 MiB.') });
  });
});

describe('the end of it all', () => {
  test('stopAll leaves neither a child that ignores SIGTERM nor its grandchild.', async () => {
    const file = join(tempDir(), 'pid');
    const { supervisor, shown } = supervise([approved('stubborn', file)]);
    await supervisor.start('stubborn');
    const state = shown.get('stubborn')?.state;
    const pids = [state?.kind === 'running' ? (state.pid ?? 0) : 0, Number(readFileSync(file, 'utf8'))];
    expect(pids.map(isRunning)).toEqual([true, true]);
    await supervisor.stopAll({ graceMs: 100 });
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
    expect(shown.get('stubborn')?.state.kind).toBe('stopped');
  });

  test('What a crashed server leaves behind is ended too.', async () => {
    const file = join(tempDir(), 'pid');
    const { supervisor, until } = supervise([approved('stubborn', file, 'abandon')]);
    supervisor.start('stubborn').catch(() => {});
    await until('stubborn', ({ state }) => state.kind === 'crashed');
    await supervisor.stopAll({ graceMs: 100 });
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('After stopAll nothing starts any more.', async () => {
    const { supervisor } = supervise([approved('well-behaved')]);
    await supervisor.stopAll({ graceMs: 100 });
    await expect(supervisor.start('well-behaved')).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
  });

  test('stopAll does not change what is wanted.', async () => {
    const { supervisor, saved } = supervise([approved('well-behaved')]);
    await supervisor.start('well-behaved');
    await supervisor.stopAll({ graceMs: 1_000 });
    expect(saved.get('well-behaved')?.wanted).toBe('running');
  });
});
