// The life of the well-known sockets: what is taken over, what is left alone, and what stays behind.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { EndpointHeldError } from '../../../native-host/endpoints/held-error.ts';
import { listenWellKnown } from '../../../native-host/endpoints/well-known-socket.ts';
import { closeSocketFolder, openSocketFolder } from '../../../native-host/endpoints/well-known-socket-folder.ts';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { cliPath, usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { saying } from '../../support/saying.ts';
import { startRelay } from '../native-host/relay-child.ts';
import { RawClient, user } from './claude-scene.ts';

let folder: string;
let place: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-place-'));
  place = path.join(folder, 'known.sock');
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
});

const modeOf = (file: string) => fs.lstatSync(file).mode & 0o777;

async function listen(at = place) {
  const listening = await listenWellKnown(at, socket => socket.end());
  onTestFinished(() => listening.close());
  return listening;
}

/** A socket file whose process was killed. */
function leaveDeadSocket(at: string): void {
  const program = `require('net').createServer().listen(${JSON.stringify(at)},()=>process.kill(process.pid,'SIGKILL'))`;
  try {
    execFileSync(process.execPath, ['-e', program]);
  } catch {
    // It ends by its own signal.
  }
  expect(fs.lstatSync(at).isSocket()).toBe(true);
}

/** A program that listens at the place and answers. */
async function startHolder(at: string): Promise<number> {
  const program = `require('net').createServer(s=>s.end()).listen(${JSON.stringify(at)},()=>console.log('there'))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

describe('a well-known socket', () => {
  test('001 Start Server: is made with mode 0600, answers, and leaves nothing behind.', async () => {
    const listening = await listen();
    expect(modeOf(place)).toBe(0o600);
    await once((await RawClient.connect(place)).socket, 'close');
    expect(fs.readdirSync(folder)).toEqual(['known.sock']);
    await listening.close();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('001 Start Server: takes the place of a dead one.', async () => {
    leaveDeadSocket(place);
    await listen();
    await RawClient.connect(place);
    expect(fs.readdirSync(folder)).toEqual(['known.sock']);
  });

  test('001 Fatal Errors: leaves the place to whoever answers there, and names the process.', async () => {
    const pid = await startHolder(place);
    const held = await listenWellKnown(place, () => {}).catch((error: unknown) => error);
    expect(held).toBeInstanceOf(EndpointHeldError);
    expect(held).toMatchObject({ by: saying(`process ${pid} (node)`) });
    await RawClient.connect(place);
    expect(fs.readdirSync(folder)).toEqual(['known.sock']);
  });

  test('of another hub is found with its process, although it was bound under another name.', async () => {
    await listen();
    await expect(listenWellKnown(place, () => {})).rejects.toMatchObject({
      by: saying(`process ${process.pid} (node)`),
    });
  });

  test('is taken by exactly one of many that come at once, also over a dead one.', async () => {
    leaveDeadSocket(place);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => listen()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await RawClient.connect(place);
    expect(fs.readdirSync(folder)).toEqual(['known.sock']);
  });

  test('does not follow a planted link, and leaves its target alone.', async () => {
    const target = path.join(folder, 'target');
    fs.writeFileSync(target, 'kept');
    fs.symlinkSync(target, place);
    await expect(listenWellKnown(place, () => {})).rejects.toThrow('is a link, which is not followed');
    expect(fs.readFileSync(target, 'utf8')).toBe('kept');
    expect(fs.lstatSync(place).isSymbolicLink()).toBe(true);
  });

  test('does not replace a file.', async () => {
    fs.writeFileSync(place, 'kept');
    await expect(listenWellKnown(place, () => {})).rejects.toThrow('is no socket');
    expect(fs.readFileSync(place, 'utf8')).toBe('kept');
  });

  test('001 Process Lifecycle: removes on its end only what is still its own.', async () => {
    const listening = await listen();
    fs.unlinkSync(place);
    const other = createServer().listen(place);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    await listening.close();
    expect(fs.lstatSync(place).isSocket()).toBe(true);
  });
});

describe('the folder of sockets', () => {
  let dir: string;
  beforeEach(() => {
    dir = path.join(folder, 'bridge');
  });

  test('is made with mode 0700 and goes when it is empty.', async () => {
    await openSocketFolder(dir);
    expect(modeOf(dir)).toBe(0o700);
    await closeSocketFolder(dir);
    expect(fs.existsSync(dir)).toBe(false);
  });

  test('is closed to others where it was open.', async () => {
    fs.mkdirSync(dir);
    fs.chmodSync(dir, 0o777);
    await openSocketFolder(dir);
    expect(modeOf(dir)).toBe(0o700);
  });

  test('takes the place of a dead socket of old versions.', async () => {
    leaveDeadSocket(dir);
    await openSocketFolder(dir);
    expect(fs.lstatSync(dir).isDirectory()).toBe(true);
  });

  test('leaves the place to an old host that answers there.', async () => {
    const pid = await startHolder(dir);
    await expect(openSocketFolder(dir)).rejects.toMatchObject({ by: saying(`process ${pid} (node)`) });
    expect(fs.lstatSync(dir).isSocket()).toBe(true);
  });

  test('is no planted link.', async () => {
    fs.mkdirSync(path.join(folder, 'elsewhere'));
    fs.symlinkSync(path.join(folder, 'elsewhere'), dir);
    await expect(openSocketFolder(dir)).rejects.toThrow('is a link, which is not followed');
  });

  test('loses the sockets of dead pids and keeps everything else.', async () => {
    fs.mkdirSync(dir, { mode: 0o700 });
    const dead = path.join(dir, '4194999.sock');
    leaveDeadSocket(dead);
    leaveDeadSocket(path.join(dir, `${process.pid}.sock`));
    leaveDeadSocket(path.join(dir, 'profile-4194999.sock'));
    fs.writeFileSync(path.join(dir, '4194998.sock'), 'no socket');
    await openSocketFolder(dir);
    expect(fs.readdirSync(dir).toSorted()).toEqual(
      ['4194998.sock', `${process.pid}.sock`, 'profile-4194999.sock'].toSorted(),
    );
  });

  test('keeps a socket that answers, although no process of its name lives.', async () => {
    fs.mkdirSync(dir, { mode: 0o700 });
    const other = path.join(dir, '4194999.sock');
    await startHolder(other);
    await openSocketFolder(dir);
    await RawClient.connect(other);
  });
});

describe('in the panel', () => {
  test('001 Process Lifecycle: a way in is open, is switched off and on, and closes its connections.', async () => {
    const listener = usePlace();
    const panel = await listener.panel(await listener.serve());
    const socket = path.join(listener.folder, `tmp/claude-code-mcp-${user}.sock`);
    const shown = () => panel.snapshot.endpoints['claude-code-frames'];
    await panel.waitFor(() => shown()?.state.kind === 'listening', 'it listens');
    expect(shown()).toMatchObject({ address: socket, switchable: true });
    const client = await RawClient.connect(socket);
    await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: false });
    await client.closed;
    await panel.waitFor(() => shown()?.state.kind === 'off', 'it is off');
    expect(fs.existsSync(socket)).toBe(false);
    await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
    await panel.waitFor(() => shown()?.state.kind === 'listening', 'it listens again');
    await RawClient.connect(socket);
  });

  test('001 Socket Path: the file of old versions and the folder of newer ones take turns where both have one name.', async () => {
    const listener = usePlace();
    const panel = await listener.panel(await listener.serve());
    const place = path.join(listener.folder, `tmp/claude-mcp-browser-bridge-${user}`);
    const shown = (id: 'claude-bridge-file' | 'claude-bridge-frames') => panel.snapshot.endpoints[id]?.state;
    const set = (endpointId: 'claude-bridge-file' | 'claude-bridge-frames', on: boolean) =>
      panel.request('endpoints:set', { endpointId, on });
    await panel.waitFor(() => shown('claude-bridge-frames')?.kind === 'listening', 'the folder is there');
    expect(shown('claude-bridge-file')).toEqual({ kind: 'off' });
    await set('claude-bridge-file', true);
    await panel.waitFor(() => shown('claude-bridge-file')?.kind === 'failed', 'the file has no room');
    expect(JSON.stringify(shown('claude-bridge-file'))).toContain('place-is-folder');
    await set('claude-bridge-frames', false);
    await set('claude-bridge-file', true);
    await panel.waitFor(() => shown('claude-bridge-file')?.kind === 'listening', 'the file is there');
    // What clients of every version that dials a socket take: a socket of its owner alone.
    expect([fs.lstatSync(place).isSocket(), modeOf(place)]).toEqual([true, 0o600]);
    const client = await RawClient.connect(place);
    client.send({ type: 'ping' });
    expect(await client.take()).toMatchObject({ type: 'pong' });
    await set('claude-bridge-frames', true);
    await panel.waitFor(() => shown('claude-bridge-frames')?.kind === 'held', 'the folder has no room');
    await set('claude-bridge-file', false);
    await set('claude-bridge-frames', true);
    await panel.waitFor(() => shown('claude-bridge-frames')?.kind === 'listening', 'the folder is back');
    expect(fs.lstatSync(place).isDirectory()).toBe(true);
  });

  test('001 Socket Path: the file of old versions is where their temporary folder is, beside the folder of newer ones.', async () => {
    const listener = usePlace();
    const panel = await listener.panel(await listener.serve([], { env: { TMPDIR: '/other' } }));
    await panel.request('endpoints:set', { endpointId: 'claude-bridge-file', on: true });
    const states = () =>
      (['claude-bridge-file', 'claude-bridge-frames'] as const).map(id => panel.snapshot.endpoints[id]?.state.kind);
    await panel.waitFor(() => states().every(kind => kind === 'listening'), 'both are there');
    const place = path.join(listener.folder, `other/claude-mcp-browser-bridge-${user}`);
    expect(panel.snapshot.endpoints['claude-bridge-file']?.address).toBe(place);
    await RawClient.connect(place);
  });

  test('001 Fatal Errors: a place that another process holds is shown as held by it.', async () => {
    const listener = usePlace();
    const socket = path.join(listener.folder, `tmp/claude-code-mcp-${user}.sock`);
    fs.mkdirSync(path.dirname(socket));
    const pid = await startHolder(socket);
    const panel = await listener.panel(await listener.serve());
    await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
    const state = () => panel.snapshot.endpoints['claude-code-frames']?.state;
    await panel.waitFor(() => state()?.kind === 'held', 'it is held');
    expect(state()).toMatchObject({ by: saying(`process ${pid} (node)`) });
  });

  test('001 Entry Point: the command started with --chrome-native-host is a host of Claude’s extension, and its end is that of its input.', async () => {
    const listener = usePlace();
    const panel = await listener.panel(await listener.serve());
    const args = ['--home', listener.home, '--chrome-native-host'];
    const child = spawn(process.execPath, [cliPath, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write(encodeFrame('{"type":"ping"}'));
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(JSON.parse(said.subarray(4).toString())).toEqual({ type: 'pong', timestamp: expect.any(Number) });
    await panel.waitFor(
      ({ browsers }) => Object.values(browsers).some(({ state }) => state.kind === 'pending'),
      'it waits',
    );
    child.stdin.end();
    expect((await once(child, 'close'))[0]).toBe(0);
  });

  test('an extension of a wire that nobody knows is seen with its id and what it said first.', async () => {
    const listener = usePlace();
    const panel = await listener.panel(await listener.serve());
    const id = 'p'.repeat(32);
    const script = path.join(repositoryRoot, 'dist/relay/relay.cjs');
    const relay = startRelay(script, listener.home, [`chrome-extension://${id}/`]);
    onTestFinished(async () => {
      relay.child.kill('SIGKILL');
      await relay.exited;
    });
    relay.send('{"kind":"<img src=x>"}');
    await panel.waitFor(
      ({ unknownExtensions }) => unknownExtensions[id]?.said === '{"kind":"<img src=x>"}',
      'it is seen',
    );
    relay.child.stdin?.end();
    await panel.waitFor(({ unknownExtensions }) => unknownExtensions[id]?.state.kind === 'gone', 'it has left');
    expect(relay.waiting()).toBe(0);
  });

  test('001 Process Lifecycle: after a kill -9 of the hub the next one takes the dead places and removes them at its end.', async () => {
    const listener = usePlace();
    const hub = await listener.serve();
    const panel = await listener.panel(hub);
    await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
    await panel.request('endpoints:set', { endpointId: 'claude-bridge-frames', on: true });
    await hub.kill('SIGKILL');
    const next = await listener.serve();
    const again = await listener.panel(next);
    const ids = ['claude-code-frames', 'claude-bridge-frames'];
    const listen = () => ids.every(id => again.snapshot.endpoints[id]?.state.kind === 'listening');
    await again.waitFor(listen, 'both listen');
    const tmp = path.join(listener.folder, 'tmp');
    const bridge = path.join(tmp, `claude-mcp-browser-bridge-${user}`);
    expect(fs.readdirSync(bridge)).toEqual([`${next.pid}.sock`]);
    expect(modeOf(bridge)).toBe(0o700);
    await RawClient.connect(path.join(tmp, `claude-code-mcp-${user}.sock`));
    await next.kill('SIGTERM');
    expect(fs.readdirSync(tmp)).toEqual([]);
  });
});
