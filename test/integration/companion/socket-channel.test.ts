// The companion's WebSocket as a browser's link uses it: in order, with backpressure, bounded, and with a sign of life of its own.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketChannel } from '../../../electron/core/companion/socket-channel.ts';
import type { AddressInfo } from 'node:net';

const kib = 1024;

async function openChannel() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const accepted = once(sockets, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.terminate();
    sockets.close();
    server.close();
  });
  const [socket] = (await accepted) as [WebSocket];
  await once(client, 'open').catch(() => {});
  return { client, channel: new SocketChannel(socket) };
}

test('What comes before somebody listens waits, in its order; one message can be taken alone.', async () => {
  const { client, channel } = await openChannel();
  for (const text of ['one', 'two', 'three']) client.send(text);
  expect(String(await channel.takeFrame())).toBe('one');
  expect(String(await channel.takeFrame())).toBe('two');
  const rest = new Promise<string>(resolve => channel.onFrame(frame => resolve(String(frame))));
  expect(await rest).toBe('three');
});

test('A browser that does not read is waited for, and then gets all of it in its order.', async () => {
  const { client, channel } = await openChannel();
  const heard: number[] = [];
  client.on('message', data => heard.push(Number(String(data).slice(0, 4))));
  client.pause();
  const send = (at: number) => channel.send(String(at).padStart(4, '0') + ' '.repeat(512 * kib));
  let sent = 0;
  while (send(sent++)) if (sent > 1_000) throw new Error('It never says that it is full.');
  const drained = new Promise<void>(resolve => channel.onDrain(resolve));
  client.resume();
  await drained;
  send(sent++);
  await expect.poll(() => heard.length).toBe(sent);
  expect(heard).toEqual(Array.from({ length: sent }, (_, at) => at));
});

test('A browser that never reads is closed, with a bound on what waits for it.', async () => {
  const { client, channel } = await openChannel();
  client.pause();
  const closed = new Promise<string>(resolve => channel.onClose(resolve));
  for (let sent = 0; sent < 100; sent += 1) channel.send(Buffer.alloc(1024 * kib, 32));
  expect(await closed).toBe('The browser does not read.');
});

test('A sign of life is answered once somebody listens, and is no message.', async () => {
  const { client, channel } = await openChannel();
  const heard: string[] = [];
  channel.onFrame(frame => heard.push(String(frame)));
  const answer = once(client, 'message');
  client.send('');
  expect(String((await answer)[0])).toBe('');
  client.send('a message');
  await expect.poll(() => heard).toEqual(['a message']);
});

test('Closing twice, sending afterwards and listening to the end late are all right.', async () => {
  const { client, channel } = await openChannel();
  const left = once(client, 'close');
  channel.close('done', 'forgotten');
  channel.close('again');
  expect(channel.send('late')).toBe(false);
  expect((await left)[0]).toBe(4401);
  expect(await new Promise(resolve => channel.onClose(resolve))).toBe('done');
});
