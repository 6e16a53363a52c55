// What stands in the place of the system bus and is none: nothing, a refusal, noise, silence. The hub's start minds none of it.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LogindLock } from '../../../electron/core/screen-lock/logind-lock.ts';
import { until } from '../../support/panel-client.ts';
import type { Socket } from 'node:net';

function place(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pilothouse-no-bus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'bus.sock');
}

/** A listener at `file` that meets each connection with `met`. */
async function listener(file: string, met: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    // Only who reads learns that the other side is gone.
    socket.resume();
    met(socket);
  }).listen(file);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { open: () => sockets.size };
}

function watched(address: string | undefined) {
  const heard: unknown[] = [];
  const lock = new LogindLock({
    address,
    uid: 1000,
    onReported: reported => heard.push(reported),
    onLocked: () => heard.push('locked'),
  });
  onTestFinished(() => lock.stop());
  return { lock, heard };
}

test.each(['', 'tcp:host=localhost,port=1', 'unix:abstract=/x', 'nonsense'])(
  'An address without a path (%j) reports no lock.',
  async address => {
    const { lock, heard } = watched(address);
    await lock.start();
    expect(heard).toEqual([]);
  },
);

test('Where nothing listens, and where a file lies, no lock is reported.', async () => {
  const file = place();
  for (const prepare of [() => {}, () => writeFileSync(file, 'x')]) {
    prepare();
    const { lock, heard } = watched(`unix:path=${file}`);
    await lock.start();
    expect(heard).toEqual([]);
  }
});

test.each<[string, (socket: Socket) => void]>([
  ['refuses', socket => socket.on('data', () => socket.write('REJECTED DBUS_COOKIE_SHA1\r\n'))],
  ['hangs up', socket => socket.destroy()],
  ['says what is no message after the greeting', socket => void socket.write(`OK 1234\r\n${'x'.repeat(64)}`)],
  [
    'claims a message of four gigabytes',
    socket => void socket.write(`OK 1\r\nl\u0002\u0000\u0001\u00ff\u00ff\u00ff\u00ff${'\u0000'.repeat(24)}`, 'latin1'),
  ],
  ['never ends its line', socket => void socket.write('x'.repeat(20_000))],
])('A listener that %s is let go of, and reports no lock.', async (_how, met) => {
  const file = place();
  const { open } = await listener(file, met);
  const { lock, heard } = watched(`unix:path=${file}`);
  await lock.start();
  await until(() => open() === 0, 'its connection is closed');
  expect(heard).toEqual([]);
});

test('One that says nothing at all is waited for by nobody, and let go of at the end.', async () => {
  const file = place();
  const { open } = await listener(file, () => {});
  const { lock, heard } = watched(`unix:path=${file}`);
  void lock.start();
  await until(() => open() === 1, 'it is connected');
  lock.stop();
  await until(() => open() === 0, 'its connection is closed');
  expect(heard).toEqual([]);
});
