// The shim's pump over real sockets, with a hub of a few lines on the other side.
import { once } from 'node:events';
import net from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FrameChannel } from '../../../../native-host/framing/frame-channel.ts';
import { McpShim } from '../../../../native-host/relay/mcp-shim.ts';

interface HubSide {
  readonly channel: FrameChannel;
  readonly heard: string[];
}

/** A shim whose hub can be taken away: while `world.away` is set, no connection comes about. */
async function setUp(options: { patienceMs?: number } = {}) {
  const hubs: HubSide[] = [];
  const server = net.createServer(socket => {
    const channel = new FrameChannel(socket, { maxFrameBytes: 1_000_000 });
    const heard: string[] = [];
    channel.onFrame(frame => heard.push(frame.toString()));
    hubs.push({ channel, heard });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const world = { away: null as Error | null, asked: [] as boolean[] };
  const input = new PassThrough();
  const output = new PassThrough();
  let written = '';
  output.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const shim = new McpShim({
    input,
    output,
    retryMs: 5,
    patienceMs: options.patienceMs ?? 60_000,
    isFinal: error => error.message === 'Refused.',
    connect: async mayStart => {
      world.asked.push(mayStart);
      if (world.away) throw world.away;
      const socket = net.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return new FrameChannel(socket, { maxFrameBytes: 1_000_000 });
    },
  });
  const ended = shim.run();
  ended.catch(() => {});
  onTestFinished(async () => {
    input.end();
    await ended.catch(() => {});
    for (const { channel } of hubs) channel.close();
    await new Promise(resolve => server.close(resolve));
  });
  const say = (message: unknown) => input.write(`${JSON.stringify(message)}\n`);
  const lines = () =>
    written
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as unknown);
  const hub = async (index: number) => {
    await expect.poll(() => hubs.length).toBeGreaterThan(index);
    return hubs[index] as HubSide;
  };
  return { world, input, say, lines, hub, ended };
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: number) => ({ jsonrpc: '2.0', id, result: {} });

describe('lines', () => {
  test('become frames and frames become lines, in order and unchanged.', async () => {
    const { input, say, lines, hub } = await setUp();
    const { channel, heard } = await hub(0);
    input.write('{"a":  1}\n\n  \nno json\n');
    say(ping(1));
    await expect.poll(() => heard).toEqual(['{"a":  1}', 'no json', JSON.stringify(ping(1))]);
    channel.send(JSON.stringify(pong(1)));
    channel.send('{"method":"notifications/x"}');
    await expect.poll(lines).toEqual([pong(1), { method: 'notifications/x' }]);
  });

  test('with bytes that are no UTF-8 become what is no JSON, so that they are answered as such.', async () => {
    const { input, hub } = await setUp();
    const { heard } = await hub(0);
    input.write(Buffer.concat([Buffer.from('{"method":"'), Buffer.from([0xff]), Buffer.from('"}\n"\ufffd"\n')]));
    await expect.poll(() => heard).toEqual(['\ufffd', '"\ufffd"']);
  });

  test('end with the client’s input, and so does the connection.', async () => {
    const { input, hub, ended } = await setUp();
    const { channel } = await hub(0);
    const closed = new Promise(resolve => channel.onClose(resolve));
    input.end();
    await expect(ended).resolves.toBeUndefined();
    await closed;
  });

  test('that come while there is no hub reach the next one, behind the handshake, and no sooner than it.', async () => {
    const { world, say, lines, hub } = await setUp();
    const first = await hub(0);
    const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { x: 1 } };
    say(hello);
    await expect.poll(() => first.heard).toHaveLength(1);
    first.channel.send(JSON.stringify(pong(0)));
    await expect.poll(lines).toHaveLength(1);
    world.away = new Error('Away.');
    first.channel.close();
    await expect.poll(() => world.asked.length).toBeGreaterThan(1);
    say(ping(2));
    world.away = null;
    const second = await hub(1);
    await expect.poll(() => second.heard).toHaveLength(2);
    expect(JSON.parse(second.heard[0] ?? '')).toEqual({ ...hello, id: expect.any(String) });
    expect(second.heard[1]).toBe(JSON.stringify(ping(2)));
    second.channel.send(JSON.stringify(pong(2)));
    await expect.poll(lines).toEqual([pong(0), pong(2)]);
  });
});

describe('a hub that goes away', () => {
  test('leaves one error for each request in flight.', async () => {
    const { say, lines, hub } = await setUp();
    const { channel, heard } = await hub(0);
    say(ping(1));
    say(ping(2));
    await expect.poll(() => heard).toHaveLength(2);
    channel.send(JSON.stringify(pong(1)));
    await expect.poll(lines).toHaveLength(1);
    channel.close();
    await expect.poll(lines).toHaveLength(2);
    expect(lines()[1]).toMatchObject({
      id: 2,
      error: { message: expect.stringMatching(/^The hub went away \(.*\)\. Call again\.$/) },
    });
  });

  test('is looked for without starting one, until a request waits.', async () => {
    const { world, say, hub } = await setUp();
    const { channel } = await hub(0);
    world.away = new Error('Away.');
    channel.close();
    await expect.poll(() => world.asked.length).toBeGreaterThan(4);
    expect(world.asked).toEqual([true, ...world.asked.slice(1).map(() => false)]);
    say(ping(1));
    await expect.poll(() => world.asked.at(-1)).toBe(true);
  });

  test('and stays away leaves each waiting request with the reason, and the shim goes on.', async () => {
    const { world, say, lines, hub } = await setUp({ patienceMs: 20 });
    const { channel } = await hub(0);
    world.away = new Error('No hub runs; start Pilothouse.');
    channel.close();
    await expect.poll(() => world.asked.length).toBeGreaterThan(1);
    say(ping(1));
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toMatchObject({ id: 1, error: { message: 'No hub runs; start Pilothouse.' } });
    world.away = null;
    const second = await hub(1);
    say(ping(2));
    await expect.poll(() => second.heard).toContain(JSON.stringify(ping(2)));
  });

  test('and refuses when it is back ends the shim with the refusal.', async () => {
    const { world, hub, ended } = await setUp();
    const { channel } = await hub(0);
    world.away = new Error('Refused.');
    channel.close();
    await expect(ended).rejects.toThrow('Refused.');
  });
});

test('Without a hub at the start it rejects with the reason and reads nothing.', async () => {
  const input = new PassThrough();
  const shim = new McpShim({
    input,
    output: new PassThrough(),
    connect: () => Promise.reject(new Error('No hub.')),
    isFinal: () => false,
  });
  await expect(shim.run()).rejects.toThrow('No hub.');
  expect(input.listenerCount('data')).toBe(0);
});

test('A client that no longer reads ends it.', async () => {
  const server = net.createServer(socket => socket.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const shim = new McpShim({
    input: new PassThrough(),
    output,
    connect: async () => {
      const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      return new FrameChannel(socket, { maxFrameBytes: 1_000 });
    },
    isFinal: () => false,
  });
  const ended = shim.run();
  await new Promise(resolve => setImmediate(resolve));
  output.write('x');
  await expect(ended).resolves.toBeUndefined();
  await new Promise(resolve => server.close(resolve));
});
