// Ways through the walls: two connections as one, and a socket in a folder into which the inside writes.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectToSocket } from '../../../electron/runner/sandbox/held-places.ts';
import { joinSockets } from '../../../electron/runner/sandbox/join-sockets.ts';
import type { Server, Socket } from 'node:net';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'pilothouse-join-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function listen(at: string, serve: (client: Socket) => void): Promise<Server> {
  const server = createServer(serve);
  await new Promise<void>(resolve => server.listen(at, resolve));
  onTestFinished(() => void server.close());
  return server;
}

/** All that comes until the end; null where it broke off. */
function allOf(socket: Socket): Promise<number | null> {
  return new Promise(resolve => {
    let bytes = 0;
    socket.on('data', chunk => {
      bytes += chunk.length;
      // A reader that takes its time.
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    socket.on('end', () => resolve(bytes));
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(null));
  });
}

test('What one side sent before it closed reaches a slow reader whole.', async () => {
  const at = folder();
  const size = 8 * 1024 * 1024;
  await listen(path.join(at, 'far'), client => client.end(Buffer.alloc(size)));
  await listen(path.join(at, 'near'), client => joinSockets(client, connect(path.join(at, 'far'))));
  expect(await allOf(connect(path.join(at, 'near')))).toBe(size);
});

test('A side that breaks off ends the other.', async () => {
  const at = folder();
  await listen(path.join(at, 'far'), client => client.once('data', () => client.destroy()));
  await listen(path.join(at, 'near'), client => joinSockets(client, connect(path.join(at, 'far'))));
  const near = connect(path.join(at, 'near'));
  near.on('error', () => {});
  near.write('hello');
  await new Promise(resolve => near.once('close', resolve));
});

test.skipIf(process.platform !== 'linux')('A link in the place of a socket is not followed.', async () => {
  const at = folder();
  let reached = 0;
  await listen(path.join(at, 'own'), client => client.end('own'));
  await listen(path.join(at, 'other'), client => {
    reached += 1;
    client.end('other');
  });
  symlinkSync(path.join(at, 'other'), path.join(at, 'port.sock'));
  const refused = connectToSocket(path.join(at, 'port.sock'));
  await expect(new Promise((_, reject) => refused.once('error', reject))).rejects.toThrow();
  expect(reached).toBe(0);
  expect(await allOf(connectToSocket(path.join(at, 'own')))).toBe(3);
  const none = connectToSocket(path.join(at, 'none'));
  await expect(new Promise((_, reject) => none.once('error', reject))).rejects.toThrow('ENOENT');
});
