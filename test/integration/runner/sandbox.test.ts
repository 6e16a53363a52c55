// A server between walls: what it reaches of the network and of the home, and what happens where there can be no walls.
import { existsSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { SandboxSupport } from '../../../electron/core/servers/sandbox/sandbox-support.ts';
import { describeWith } from '../../support/provided.ts';
import { saying } from '../../support/saying.ts';
import { call, callTool, fixture, isRunning, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { AddressInfo } from 'node:net';
import type { ServerOptions } from '../../../contract/schemas/servers.ts';
import type { ServerRow } from '../../../electron/core/servers/lifecycle/server-row.ts';
import type { ServerSupervisorOptions } from '../../../electron/core/servers/lifecycle/supervisor-options.ts';

type Sandbox = Partial<NonNullable<ServerOptions['sandbox']>>;

/** The fixtures may lie below a home, where a server sees only what was granted. */
const fixtures = { path: resolve('test/fixtures/servers'), writable: false };

const boxed = ({ network = 'none', hosts = [], folders = [] }: Sandbox): Partial<ServerRow> => ({
  options: ServerOptionsSchema.parse({ sandbox: { network, hosts, folders: [fixtures, ...folders] } }),
});

/** A home with a secret and a project in it, and the explorer in its sandbox there. */
async function explore(sandbox: (home: string) => Sandbox = () => ({})) {
  const home = tempDir();
  for (const folder of ['project', 'notes']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'secret.txt'), 'secret');
  writeFileSync(join(home, 'project', 'file.txt'), 'a file');
  writeFileSync(join(home, 'notes', 'note.txt'), 'a note');
  const platform = { env: { ...process.env, HOME: home } } as Partial<ServerSupervisorOptions['platform']>;
  const supervised = supervise([row('box', fixture('explorer'), boxed(sandbox(home)))], {}, platform);
  await supervised.supervisor.start('box');
  const tool = async (name: string, args: Record<string, unknown>) =>
    textOf(await callTool(supervised.supervisor, 'box', { name, arguments: args }, call));
  return { home, tool, ...supervised };
}

async function listen(): Promise<{ port: number; asked: () => number }> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('reached');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise(done => server.once('listening', done));
  return { port: (server.address() as AddressInfo).port, asked: () => asked };
}

const walls = () => {
  test('Without folders, all of the home is hidden, and nothing outside is writable.', async () => {
    const { home, tool } = await explore();
    expect(await tool('list', { path: home })).toBe('');
    expect(await tool('read', { path: join(home, 'secret.txt') })).toBe('ENOENT');
    expect(await tool('write', { path: '/etc/pilothouse-test' })).toBe('EROFS');
    expect(existsSync('/etc/pilothouse-test')).toBe(false);
  });

  test('A folder is readable, and writable only where that was granted; the rest of the home stays hidden.', async () => {
    const { home, tool } = await explore(place => ({
      folders: [
        { path: join(place, 'project'), writable: true },
        { path: '~/notes', writable: false },
      ],
    }));
    expect(await tool('read', { path: join(home, 'notes/note.txt') })).toBe('a note');
    expect(await tool('write', { path: join(home, 'notes/new.txt') })).toBe('EROFS');
    expect(await tool('write', { path: join(home, 'project/new.txt') })).toBe('written');
    expect(readFileSync(join(home, 'project/new.txt'), 'utf8')).toBe('written');
    expect(await tool('list', { path: home })).toBe('notes project');
  });

  test('A granted folder that the server replaced by a link to elsewhere is not followed at its next start.', async () => {
    const { home, supervisor } = await explore(place => {
      mkdirSync(join(place, 'project', 'sub'));
      return { folders: ['project', 'project/sub'].map(name => ({ path: join(place, name), writable: true })) };
    });
    await supervisor.stop('box');
    // What it may do itself, in a folder that it may write.
    rmdirSync(join(home, 'project/sub'));
    symlinkSync(home, join(home, 'project/sub'));
    await expect(supervisor.start('box')).rejects.toThrow('which lies where the server may write; remove the link');
  });

  test('Without a network nothing on this machine is reached either.', async () => {
    const { port } = await listen();
    const { tool } = await explore();
    expect(await tool('connect', { port })).toBe('ECONNREFUSED');
  });

  test('With the whole network it is.', async () => {
    const { port } = await listen();
    const { tool } = await explore(() => ({ network: 'all' }));
    expect(await tool('connect', { port })).toBe('connected');
  });

  test('With named hosts those are reached through the proxy, others are refused by name, and nothing past it.', async () => {
    const { port, asked } = await listen();
    const other = await listen();
    const { tool, until } = await explore(() => ({ network: 'hosts', hosts: [`localhost:${port}`] }));
    expect(await tool('fetch', { url: `http://localhost:${port}/` })).toBe('200 reached');
    expect(await tool('tunnel', { target: `localhost:${port}` })).toBe('HTTP/1.1 200 Connected');
    const sentence = `The sandbox refused "localhost:${other.port}", which is not among the hosts of this server; add it in Pilothouse.`;
    expect(await tool('fetch', { url: `http://localhost:${other.port}/` })).toBe(`403 ${sentence}`);
    expect(await tool('tunnel', { target: `localhost:${other.port}` })).toBe('HTTP/1.1 403 Refused');
    expect(await tool('connect', { port })).toBe('ECONNREFUSED');
    expect([asked(), other.asked()]).toEqual([1, 0]);
    await until('box', ({ stderr }) => stderr.includes(sentence));
  });

  test('A stop leaves nothing of it, neither the walls nor the server.', async () => {
    const { supervisor, shown } = await explore(() => ({ network: 'hosts', hosts: [] }));
    const { state } = shown.get('box') ?? {};
    const pid = state && 'pid' in state ? (state.pid ?? 0) : 0;
    expect(isRunning(pid)).toBe(true);
    await supervisor.stop('box');
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(shown.get('box')).toMatchObject({ state: { kind: 'stopped' }, crashes: 0 });
  });

  test('A JavaScript file runs between walls too.', async () => {
    const file = resolve('test/fixtures/servers/sandboxed/toolbox.js');
    const { supervisor } = supervise([row('box', { kind: 'javascript', file, env: {}, hosts: [] }, boxed({}))]);
    await supervisor.start('box');
    expect(textOf(await callTool(supervisor, 'box', { name: 'echo', arguments: { text: 'hi' } }, call))).toBe('hi');
  });
};
if (process.platform === 'linux') describeWith(['bubblewrap'], 'walls', walls);

describe('no walls', () => {
  test('Where the sandbox cannot be had, the server is blocked with the sentence and nothing of it runs.', async () => {
    const ran = join(tempDir(), 'ran');
    const config = {
      ...fixture('well-behaved'),
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`],
    };
    const platform = { os: 'win32' } as const;
    const { supervisor, shown } = supervise([row('box', config, boxed({}))], {}, platform);
    await expect(supervisor.start('box')).rejects.toThrow('There is no sandbox for servers on Windows');
    expect(shown.get('box')?.state).toMatchObject({ kind: 'blocked', by: 'runtime' });
    expect(existsSync(ran)).toBe(false);
  });

  test('Each server says whether this machine has sandboxes.', async () => {
    const { shown } = supervise([row('box', fixture('explorer'))], {}, { os: 'win32' });
    expect(shown.get('box')?.sandbox).toEqual({
      available: false,
      reason: saying('There is no sandbox for servers on Windows; run this server without one, or in a container.'),
    });
  });

  test('Bubblewrap that is not allowed what it needs is told with its own words.', async () => {
    const folder = tempDir();
    const program = join(folder, 'bwrap');
    writeFileSync(program, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n', {
      mode: 0o755,
    });
    const onChange = vi.fn();
    const refused = new SandboxSupport('linux', { PATH: folder }, onChange, []);
    await expect(refused.check()).rejects.toThrow(
      'This system does not let bubblewrap make a sandbox (bwrap: No permissions to create new namespace); allow unprivileged user namespaces.',
    );
    expect(onChange).toHaveBeenCalledOnce();
    expect(refused.describe().available).toBe(false);
  });
});
