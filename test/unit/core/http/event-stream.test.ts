// A stream of events over a real socket: what it writes, who is let go, and that it ends once.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { EventStream, maxWaitingBytes } from '../../../../electron/core/http/event-stream.ts';
import { openEvents } from '../../../support/raw-http.ts';
import type { AddressInfo } from 'node:net';
import type { EventStreamOptions } from '../../../../electron/core/http/event-stream.ts';

/** A server that opens a stream for each request. */
async function serve(options: EventStreamOptions = {}) {
  const streams: EventStream[] = [];
  const server = http.createServer((_request, response) => void streams.push(new EventStream(response, options)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { streams, port, origin: `http://127.0.0.1:${port}` };
}

test('Events come in their order, each on lines of its own, and the end is the client’s too.', async () => {
  const { streams, origin } = await serve({ headers: { 'x-session-id': 'a' } });
  const client = await openEvents(origin, {});
  streams[0]?.event('endpoint', '/message');
  streams[0]?.event('message', '{"a":1}');
  streams[0]?.end();
  await client.ended;
  expect(client.headers['x-session-id']).toBe('a');
  expect(client.events).toEqual([
    { event: 'endpoint', data: '/message' },
    { event: 'message', data: '{"a":1}' },
  ]);
  expect(streams[0]?.event('message', 'late')).toBe(false);
});

test('A client that goes is told of once, as one that was not behind.', async () => {
  const ends: boolean[] = [];
  const { origin } = await serve({ onEnd: isBehind => ends.push(isBehind) });
  const client = await openEvents(origin, {});
  client.close();
  await client.ended;
  await expect.poll(() => ends).toEqual([false]);
});

test('A client that does not read is let go with a reason once a bounded queue is full.', async () => {
  const ends: boolean[] = [];
  const { streams, port } = await serve({ onEnd: isBehind => ends.push(isBehind) });
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => streams.length).toBe(1);
  const piece = 'x'.repeat(1024 * 1024);
  let sent = 0;
  while (sent < 100) {
    if (streams[0]?.event('message', piece) !== true) break;
    sent += 1;
  }
  expect(ends).toEqual([true]);
  expect(sent * piece.length).toBeLessThan(maxWaitingBytes * 4);
  expect(streams[0]?.isOpen).toBe(false);
});

test('In silence it gives signs of life.', async () => {
  const { origin } = await serve({ keepAliveMs: 5, onTick: stream => stream.event('ping', '{}') });
  const client = await openEvents(origin, {});
  await client.next(({ event }) => event === 'ping');
  await client.next(({ event }) => event === 'ping');
});
