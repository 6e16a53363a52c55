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
async function setUp(options: { patienceMs?: number; stopped?: string } = {}) {
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
  const world = { away: null as Error | null, asked: [] as boolean[], stopped: null as string | null };
  if (options.stopped !== undefined) {
    world.stopped = options.stopped;
    world.away = new Error('Away.');
  }
  const input = new PassThrough();
  const output = new PassThrough();
  let written = '';
  output.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const shim = new McpShim({
    input,
    output,
    retryMs: 5,
    patienceMs: options.patienceMs ?? 60_000,
    stopped: () => world.stopped,
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

  test('and has said why answers with its last word, at each try anew, and with none of an earlier one.', async () => {
    const { say, lines, hub } = await setUp();
    const dismiss = ({ channel }: HubSide, because: string) => {
      channel.send(JSON.stringify({ pilothouse: 'disconnected', because }));
      channel.close();
    };
    const first = await hub(0);
    say(ping(1));
    await expect.poll(() => first.heard).toHaveLength(1);
    dismiss(first, 'It ran wild.');
    await expect.poll(lines).toMatchObject([{ id: 1, error: { message: 'It ran wild.' } }]);
    say(ping(2));
    dismiss(await hub(1), 'It runs wild still.');
    await expect.poll(lines).toHaveLength(2);
    expect(lines()[1]).toMatchObject({ id: 2, error: { message: 'It runs wild still.' } });
    say(ping(3));
    const third = await hub(2);
    await expect.poll(() => third.heard).toHaveLength(1);
    third.channel.close();
    await expect.poll(lines).toHaveLength(3);
    expect(lines()[2]).toMatchObject({ id: 3, error: { message: expect.stringContaining('Call again.') } });
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

describe('a hub that its user stopped', () => {
  const stopped = 'Stopped by its user.';
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} };
  const capabilities = { logging: {}, tools: { listChanged: true }, prompts: {}, resources: { listChanged: true } };
  const refusal = (id: number) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: stopped } });

  async function stop(initialized: boolean, ...more: unknown[]) {
    const scene = await setUp();
    const { channel, heard } = await scene.hub(0);
    if (initialized) {
      scene.say(hello);
      await expect.poll(() => heard).toHaveLength(1);
      channel.send(JSON.stringify({ jsonrpc: '2.0', id: 0, result: { capabilities } }));
      await expect.poll(scene.lines).toHaveLength(1);
    }
    for (const message of more) scene.say(message);
    await expect.poll(() => heard).toHaveLength(more.length + (initialized ? 1 : 0));
    scene.world.away = new Error('Away.');
    scene.world.stopped = stopped;
    channel.close();
    return scene;
  }

  test('is started for no call: each is answered with why, and the client hears of it at once.', async () => {
    const { world, say, lines } = await stop(true, ping(1));
    await expect
      .poll(() => lines().slice(1))
      .toEqual([
        refusal(1),
        {
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'warning', logger: 'pilothouse', data: stopped },
        },
      ]);
    for (const id of [2, 3]) {
      say(ping(id));
      await expect.poll(() => lines().at(-1)).toEqual(refusal(id));
    }
    expect(world.asked).toEqual([true, ...world.asked.slice(1).map(() => false)]);
  });

  test('is found again once the user starts it, and the client reads its lists anew.', async () => {
    const { world, say, lines, hub } = await stop(true);
    await expect.poll(lines).toHaveLength(2);
    world.away = null;
    world.stopped = null;
    const { channel, heard } = await hub(1);
    await expect
      .poll(() => lines().slice(2))
      .toEqual([
        { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
        { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
      ]);
    say(ping(4));
    await expect.poll(() => heard).toHaveLength(2);
    expect(heard.map(text => (JSON.parse(text) as { method: string }).method)).toEqual(['initialize', 'ping']);
    channel.send(JSON.stringify(pong(4)));
    await expect.poll(() => lines().at(-1)).toEqual(pong(4));
  });

  test('is a matter of a call where the client has no handshake, or wants no warnings.', async () => {
    const stateless = await stop(false, ping(1));
    await expect.poll(stateless.lines).toEqual([refusal(1)]);
    const hushed = await stop(true, { jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'error' } });
    await expect.poll(hushed.lines).toHaveLength(2);
    hushed.say(ping(2));
    await expect.poll(() => hushed.lines().slice(1)).toEqual([refusal(1), refusal(2)]);
  });

  test('that is not there at the start is waited for too, and a handshake that was refused is not repeated.', async () => {
    const { world, say, lines, hub } = await setUp({ stopped });
    say(hello);
    await expect.poll(lines).toEqual([refusal(0)]);
    expect(world.asked.slice(1)).not.toContain(true);
    world.away = null;
    world.stopped = null;
    const { heard } = await hub(0);
    say({ ...hello, id: 1 });
    await expect.poll(() => heard).toEqual([JSON.stringify({ ...hello, id: 1 })]);
  });

  test('but that answers, whatever its home still says, is what calls are for.', async () => {
    const { world, say, hub, lines } = await setUp({ stopped });
    world.away = null;
    say(ping(1));
    const { channel, heard } = await hub(0);
    await expect.poll(() => heard).toHaveLength(1);
    channel.send(JSON.stringify(pong(1)));
    await expect.poll(lines).toEqual([pong(1)]);
  });

  test('and that crashes after it was started again is started for a call.', async () => {
    const { world, say, hub } = await stop(true);
    world.away = null;
    world.stopped = null;
    const { channel } = await hub(1);
    world.away = new Error('Away.');
    const looks = world.asked.length;
    channel.close();
    await expect.poll(() => world.asked.length).toBeGreaterThan(looks);
    say(ping(1));
    await expect.poll(() => world.asked.at(-1)).toBe(true);
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
