// The relay as a real child process between a test that plays the browser and a real hub endpoint.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { createHubHome, type HubHome } from './hub-home.ts';
import { buildRelay, foreignOrigin, type RelayChild, startRelay } from './relay-child.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

const mib = 1024 * 1024;
const connected = '{"relay":"connected"}';
const away = '{"relay":"away"}';
const echo = (_hello: unknown, connection: FrameChannel) =>
  connection.onFrame(frame => {
    connection.send(frame);
  });

let relay: Awaited<ReturnType<typeof buildRelay>>;
let hub: HubHome;
const started: RelayChild[] = [];

beforeAll(async () => {
  relay = await buildRelay();
});
afterAll(() => relay.remove());
beforeEach(async () => {
  hub = await createHubHome();
});
afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
  await hub.remove();
});

function start(argv?: readonly string[]): RelayChild {
  const child = startRelay(relay.script, hub.home, argv);
  started.push(child);
  return child;
}

async function takeText(child: RelayChild): Promise<string> {
  return (await child.take()).toString();
}

describe('between the browser and the hub', () => {
  test('001 Stdio Handler: frames pass both ways, in order and byte for byte', async () => {
    await hub.listen({ onPeer: echo });
    const child = start();
    const notice = await takeText(child);
    const payloads = [Buffer.from('{"a":1}'), randomBytes(200_000), Buffer.from([0]), randomBytes(70_000)];
    child.child.stdin?.write(Buffer.concat(payloads.map(encodeFrame)));
    const back = [await child.take(), await child.take(), await child.take(), await child.take()];
    expect([notice, ...back.map((frame, index) => payloads[index]?.equals(frame))]).toEqual([
      connected,
      true,
      true,
      true,
      true,
    ]);
  });

  test('the hub learns what the browser passed and which process it is', async () => {
    await hub.listen();
    const child = start([foreignOrigin, '--parent-window=0']);
    const hello = { role: 'relay', argv: [foreignOrigin, '--parent-window=0'], pid: child.child.pid };
    await expect.poll(() => hub.peers.map(peer => peer.hello)).toEqual([hello]);
  });

  test('001 Stdio Handler: a frame cut in many pieces arrives whole', async () => {
    await hub.listen({ onPeer: echo });
    const child = start();
    await child.take();
    for (const byte of encodeFrame('in pieces')) {
      await new Promise(resolve => child.child.stdin?.write(Buffer.from([byte]), resolve));
    }
    expect(await takeText(child)).toBe('in pieces');
  });

  test('001 Constants: a hub frame of 1 MiB reaches the browser and one of a byte more is dropped with a sentence', async () => {
    await hub.listen({
      onPeer: (_hello, connection) => {
        for (const size of [mib + 1, mib]) connection.send(Buffer.alloc(size, 1));
        connection.send('after');
      },
    });
    const child = start();
    const sizes = [await child.take(), await child.take(), await child.take()].map(frame => frame.length);
    expect(sizes).toEqual([connected.length, mib, 5]);
    await expect
      .poll(child.stderr)
      .toContain('A frame of 1048577 bytes from the hub was dropped: a browser takes at most 1048576 bytes.');
  });

  test('a browser frame of 33 MB reaches the hub', async () => {
    const sizes: number[] = [];
    await hub.listen({ onPeer: (_hello, connection) => connection.onFrame(frame => sizes.push(frame.length)) });
    const child = start();
    await child.take();
    child.send(Buffer.alloc(33_000_000, 1));
    await expect.poll(() => sizes).toEqual([33_000_000]);
  });

  test('a browser that reads slowly holds the hub back instead of filling memory', async () => {
    await hub.listen();
    const child = start();
    child.child.stdout?.pause();
    await expect.poll(() => hub.peers.length).toBe(1);
    const connection = hub.peers[0]?.connection;
    const part = Buffer.alloc(mib, 1);
    for (let sent = 0; sent < 20; sent += 1) connection?.send(part);
    // What the relay and the pipes do not take stays here: a relay that read on would leave nothing.
    const settled = await settle(() => connection?.bufferedBytes ?? 0);
    child.child.stdout?.resume();
    await child.take();
    const sizes = [];
    for (let got = 0; got < 20; got += 1) sizes.push((await child.take()).length);
    expect([settled > 15 * mib, sizes.every(size => size === mib)]).toEqual([true, true]);
  });

  test('a hub that reads slowly holds the browser back, and everything arrives in the end', async () => {
    const sizes: number[] = [];
    const { connection, child } = await startWithPausedHub(sizes);
    for (let sent = 0; sent < 30; sent += 1) child.send(Buffer.alloc(mib, 1));
    const settled = await settle(() => child.child.stdin?.writableLength ?? 0);
    connection.resume();
    await expect.poll(() => sizes.length).toBe(30);
    expect(settled).toBeGreaterThan(10 * mib);
  });
});

/** A relay on a hub that takes no frame until it is resumed. */
async function startWithPausedHub(sizes: number[]): Promise<{ connection: FrameChannel; child: RelayChild }> {
  let join: (connection: FrameChannel) => void = () => {};
  const joined = new Promise<FrameChannel>(resolve => {
    join = resolve;
  });
  await hub.listen({
    onPeer: (_hello, connection) => {
      connection.pause();
      connection.onFrame(frame => sizes.push(frame.length));
      join(connection);
    },
  });
  const child = start();
  await child.take();
  return { connection: await joined, child };
}

/** The value once it has stayed the same for ten looks. */
async function settle(read: () => number): Promise<number> {
  let last = -1;
  for (let same = 0; same < 10; ) {
    await new Promise(resolve => setTimeout(resolve, 20));
    const value = read();
    same = value === last ? same + 1 : 0;
    last = value;
  }
  return last;
}

describe('while the hub is away', () => {
  test('the first words of an extension that is not ours wait for the hub, up to 64 KiB', async () => {
    const child = start([foreignOrigin]);
    for (const words of ['{"type":"ping"}', 'x'.repeat(64 * 1024), 'second']) child.send(words);
    await expect.poll(() => child.child.stdin?.writableLength).toBe(0);
    await expect.poll(() => child.stderr()).toContain('No hub is running');
    const heard: string[] = [];
    await hub.listen({
      onPeer: (_hello, connection) => connection.onFrame(frame => heard.push(frame.toString())),
    });
    await expect.poll(() => heard).toEqual(['{"type":"ping"}', 'second']);
  });

  test('our own extension is told so, and told again when the hub is there', async () => {
    const child = start();
    const first = await takeText(child);
    await hub.listen({ onPeer: echo });
    expect([first, await takeText(child)]).toEqual([away, connected]);
  });

  test('other extensions hear nothing but the hub', async () => {
    const child = start([foreignOrigin]);
    await expect.poll(() => child.stderr()).toContain('No hub is running');
    await hub.listen({ onPeer: (_hello, connection) => connection.send('first') });
    expect(await takeText(child)).toBe('first');
  });

  test('frames from the browser are dropped whole, and the relay takes up the next hub', async () => {
    const endpoint = await hub.listen({ onPeer: echo });
    const child = start();
    const notices = [await takeText(child)];
    await endpoint.close();
    notices.push(await takeText(child));
    child.send('lost');
    child.child.stdin?.write(encodeFrame('half then whole').subarray(0, 9));
    await hub.listen({ onPeer: echo });
    notices.push(await takeText(child));
    child.child.stdin?.write(encodeFrame('half then whole').subarray(9));
    expect([...notices, await takeText(child)]).toEqual([connected, away, connected, 'half then whole']);
  });

  test('the reason is written to stderr once, not at every retry', async () => {
    const child = start();
    await expect.poll(() => child.stderr()).toContain('No hub is running');
    await new Promise(resolve => setTimeout(resolve, 800));
    expect(child.stderr().match(/No hub is running/g)?.length).toBe(1);
  });

  test('a hub that does not know the key is told nothing', async () => {
    await hub.listen({ key: randomBytes(32), onPeer: echo });
    const child = start();
    expect(await takeText(child)).toBe(away);
    await expect.poll(child.stderr).toContain('did not prove that it is the hub');
  });
});

describe('the end', () => {
  test('001 Fatal Errors: comes with the end of the input, and the hub sees the peer leave', async () => {
    await hub.listen();
    const child = start();
    await child.take();
    const left = new Promise(resolve => hub.peers[0]?.connection.onClose(resolve));
    child.child.stdin?.end();
    expect([await child.exited, await left]).toEqual([0, 'The other side closed the connection.']);
  });

  test('comes with the end of the input while the hub is away', async () => {
    const child = start();
    await child.take();
    child.child.stdin?.end();
    expect(await child.exited).toBe(0);
  });

  test('flushes to the hub what the browser sent last', async () => {
    const sizes: number[] = [];
    await hub.listen({ onPeer: (_hello, connection) => connection.onFrame(frame => sizes.push(frame.length)) });
    const child = start();
    await child.take();
    child.send(Buffer.alloc(5 * mib, 1));
    child.child.stdin?.end();
    await child.exited;
    await expect.poll(() => sizes).toEqual([5 * mib]);
  });

  test('comes although the browser reads no more', async () => {
    await hub.listen({
      onPeer: (hello, connection) => {
        for (let sent = 0; sent < 3; sent += 1) connection.send(Buffer.alloc(mib, 1));
        hub.peers.push({ hello, connection });
      },
    });
    const child = start();
    child.child.stdout?.pause();
    // The relay is stuck once the pipe to the browser is full and the hub's own queue no longer shrinks.
    await expect.poll(() => hub.peers.length).toBe(1);
    await settle(() => hub.peers[0]?.connection.bufferedBytes ?? 0);
    const exit = once(child.child, 'exit');
    child.child.stdin?.end();
    expect((await exit)[0]).toBe(0);
  });

  test('comes although the hub reads no more', async () => {
    const { child } = await startWithPausedHub([]);
    for (let sent = 0; sent < 8; sent += 1) child.send(Buffer.alloc(mib, 1));
    await settle(() => child.child.stdin?.writableLength ?? 0);
    const exit = once(child.child, 'exit');
    child.child.stdin?.destroy();
    expect((await exit)[0]).toBe(0);
  });

  test('by kill -9 leaves the hub working for the next relay', async () => {
    await hub.listen({ onPeer: echo });
    const first = start();
    await first.take();
    first.child.kill('SIGKILL');
    await first.exited;
    const second = start();
    await second.take();
    second.send('still here');
    expect(await takeText(second)).toBe('still here');
  });

  test.each([
    ['a length of zero', Buffer.alloc(4)],
    ['a byte more than 1 MiB', Buffer.from([1, 0, 16, 0])],
  ])(
    '001 Logging: of a host started with --chrome-native-host comes with %s, in a line of its log',
    async (_, bytes) => {
      await hub.listen();
      const child = start(['--chrome-native-host', foreignOrigin]);
      await expect.poll(() => hub.peers.length).toBe(1);
      child.child.stdin?.write(bytes);
      await child.exited;
      expect(child.stderr()).toMatch(
        /^\[Claude Chrome Native Host\] \d{4}-\d\d-\d\dT[\d:.]+Z The browser's side cannot be read on: /,
      );
      expect(child.waiting()).toBe(0);
    },
  );

  test('001 Stdio Handler: comes with a sentence when the browser sends a length of zero', async () => {
    await hub.listen({ onPeer: echo });
    const child = start();
    await child.take();
    child.child.stdin?.write(Buffer.alloc(4));
    expect(await child.exited).toBe(0);
    expect(child.stderr()).toContain("The browser's side cannot be read on: A frame has length 0");
  });

  test.each([
    ['nothing', []],
    ['a web page', ['https://example.com/']],
    ['an id that is none', ['chrome-extension://abc/']],
    ['a path without an add-on id', ['/home/ana/manifest.json']],
  ])('is at once, with code 1 and an empty output, when started with %s', async (_what, argv) => {
    const child = start(argv);
    expect([await child.exited, child.waiting()]).toEqual([1, 0]);
    expect(child.stderr()).toContain('only a browser starts the relay');
  });
});
