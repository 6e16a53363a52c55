// Sockets that share their read memory: each keeps its own bytes, and pauses and ends as a stream does.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharedReads } from '../../../../native-host/framing/shared-read-buffer.ts';

/** A server that greets each connection with `bytes` and ends it. */
async function serveBytes(bytesOf: (connection: number) => Buffer): Promise<() => Socket> {
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-reads-'));
  const path = join(folder, 's');
  let connections = 0;
  const server = createServer(socket => {
    connections += 1;
    socket.end(bytesOf(connections));
  });
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await new Promise<void>(resolve => server.listen(path, resolve));
  return () => {
    const socket: Socket = connect({ path, onread: sharedReads(() => socket) });
    return socket;
  };
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('Two sockets at once keep their bytes apart, also those that are read much later.', async () => {
  const open = await serveBytes(connection => Buffer.alloc(1_000_000, connection));
  const [first, second] = [open(), open()];
  const read = await Promise.all([readAll(first), readAll(second)]);
  const kinds = read.map(bytes => [bytes.length, ...new Set(bytes)]).sort((a, b) => Number(a[1]) - Number(b[1]));
  expect(kinds).toEqual([
    [1_000_000, 1],
    [1_000_000, 2],
  ]);
});

test('A paused socket reads no more than it may keep, and loses nothing when it goes on.', async () => {
  const open = await serveBytes(() => Buffer.alloc(4_000_000, 7));
  const socket = open();
  socket.pause();
  await new Promise<void>(resolve => socket.once('connect', () => setImmediate(resolve)));
  expect(socket.readableLength).toBeLessThanOrEqual(2 * 65_536);
  expect((await readAll(socket)).length).toBe(4_000_000);
});
