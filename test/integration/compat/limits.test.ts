// The bounds of the wires at their edges: the largest that passes, the first that does not, and those who do not read.
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { extensionIds } from '../../../contract/names.ts';
import { openBridge } from '../../../electron/core/compat/claude/claude-bridge-endpoint.ts';
import { encodeFrame, FrameSplitter } from '../../../native-host/framing/frame-codec.ts';
import { LineSplitter } from '../../../native-host/framing/line-splitter.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { McpShim } from '../../../native-host/relay/mcp-shim.ts';
import { until } from '../../support/panel-client.ts';
import { RawClient } from './claude-scene.ts';
import { agentId, openClockedHub, openZillaScene } from './clocked-hub.ts';
import { createServices } from './in-process-services.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';

const mib = 1024 * 1024;

describe('The hub endpoint', () => {
  test('000 Message Size Limits: it takes 64 MiB in one frame, and closes on one byte more.', async () => {
    const { mcp } = await openClockedHub();
    const { channel, heard } = await mcp();
    const texts = Buffer.alloc(64 * mib, 'x');
    texts.write('"', 0);
    texts.write('"', texts.length - 1);
    channel.send(texts);
    await until(() => heard.length === 1, 'it is read and answered');
    expect(heard[0]).toMatchObject({ error: { message: 'A JSON-RPC message is an object, not string.' } });
    const closed = new Promise<string>(resolve => channel.onClose(resolve));
    channel.maxFrameBytes = 65 * mib;
    channel.send(Buffer.alloc(64 * mib + 1, 'x'));
    expect(await closed).toMatch(/closed the connection|connection broke/);
  });
});

describe('A relay and a shim', () => {
  const hello = (argv: readonly string[]) => ({ role: 'relay' as const, hello: { argv, pid: 5_000_000 } });
  const peers = {
    'our extension': hello([`chrome-extension://${extensionIds.chromium}/`]),
    'an extension of spec 001': hello(['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/']),
    'an extension of spec 000': hello(['/home/ana/claudezilla.json', 'claudezilla@boot.industries']),
  };

  test.each(Object.entries(peers))(
    'of %s: each unreadable frame is answered, three in a row close.',
    async (_, peer) => {
      const { hub } = await openClockedHub();
      const channel = await connectToHub({ home: hub.home, ...peer });
      await expectThreeInARow(channel, Buffer.from([0x22, 0xff, 0x22]));
    },
  );

  test('of an agent: each unreadable frame is answered, three in a row close.', async () => {
    const { mcp } = await openClockedHub();
    const { channel } = await mcp();
    await expectThreeInARow(channel, '[');
  });

  /** A readable one in between begins the count anew. */
  async function expectThreeInARow(channel: FrameChannel, other: Buffer | string): Promise<void> {
    let errors = 0;
    channel.onFrame(frame => (errors += /error/.test(frame.toString()) ? 1 : 0));
    const closed = new Promise<string>(resolve => channel.onClose(resolve));
    for (const frame of ['{', other, '{}', '{', other]) channel.send(frame);
    await until(() => errors === 5, 'each one is answered');
    channel.send('nothing');
    await closed;
  }
});

describe('An extension of spec 000', () => {
  test('000 Message Size Limits: it is sent a command of exactly 1,048,576 bytes; one byte more is an error, and the port serves on.', async () => {
    const { hub, mcp } = await openClockedHub();
    const argv = ['/home/ana/claudezilla.json', 'claudezilla@boot.industries'];
    const channel = await connectToHub({ home: hub.home, role: 'relay', hello: { argv, pid: 5_000_000 } });
    const sizes: number[] = [];
    channel.onFrame(frame => {
      const { id, command } = JSON.parse(frame.toString()) as { id: string; command: string };
      if (command === 'getTabs') return void channel.send(JSON.stringify({ id, success: true, result: {} }));
      // Each page is there at once.
      const result = { since: 2, ageMs: 0, isLoaded: true, url: 'https://a.example/', title: '' };
      if (command === 'evaluate') return void channel.send(JSON.stringify({ id, success: true, result: { result } }));
      sizes.push(frame.length);
      channel.send(JSON.stringify({ id, success: true, result: { tabId: 1, windowId: 1, url: '', title: '' } }));
    });
    onTestFinished(() => channel.close());
    const states = () => Object.values(hub.hub.snapshot().browsers).map(({ state }) => state.kind);
    await until(() => states().includes('connected'), 'the extension is let in');
    const agent = await mcp();
    const open = (id: number, length: number) => {
      const url = `https://a.example/${'x'.repeat(length)}`;
      agent.say({ id, method: 'tools/call', params: { name: 'tabs_create', arguments: { url } } });
      return agent.answerTo(id);
    };
    await open(1, 0);
    const around = sizes[0] ?? 0;
    await open(2, mib - around);
    expect(sizes.at(-1)).toBe(mib);
    expect(await open(3, mib - around + 1)).toMatchObject({
      result: { isError: true, _meta: { 'dev.pilothouse/code': 'ERR_TOO_LARGE' } },
    });
    expect(await open(4, 0)).toMatchObject({ result: { content: [{ type: 'text' }] } });
    expect(sizes).toEqual([around, mib, around]);
  });
});

describe('Standard input of the shim', () => {
  test('ends with a sentence at a line of more than 64 MiB.', async () => {
    const { hub, mcp } = await openClockedHub();
    await mcp();
    const { clientId, clientSecret } = await hub.client('Shim');
    const program = { path: null, pid: null, folder: null };
    const hello = { clientId, instanceId: 'instance of a shim', program };
    const input = new PassThrough();
    const shim = new McpShim({
      input,
      output: new PassThrough(),
      connect: () => connectToHub({ home: hub.home, role: 'mcp', hello, clientSecret }),
      isFinal: () => true,
    });
    const ended = shim.run();
    input.write(Buffer.alloc(64 * mib + 1, 'x'));
    await expect(ended).rejects.toThrow(`A line is longer than ${64 * mib} bytes; the client must send less.`);
  });
});

/** The bridge on a free port, in front of the hub's parts but for what carries out calls: that gives `text`. */
async function connectBridge(text = '') {
  const { services, made } = createServices();
  made.world.execute = async () => ({ content: [{ type: 'text', text }] });
  const open = await openBridge(services, 0);
  onTestFinished(() => open.close());
  const socket = new WebSocket(`ws://127.0.0.1:${open.port}/chrome/dev_user_local`);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return { socket, made };
}

describe('The WebSocket', () => {
  test('takes 64 MiB in one message, and closes on one byte more.', async () => {
    const { socket } = await connectBridge();
    const answered = once(socket, 'message');
    socket.send(`{"type":"ping"${' '.repeat(64 * mib - 15)}}`);
    expect(JSON.parse(String((await answered)[0]))).toEqual({ type: 'pong' });
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    socket.send('x'.repeat(64 * mib + 1));
    // 1009, unless the reset that follows unread bytes overtakes it.
    expect([1006, 1009]).toContain((await closed)[0]);
  });

  test('closes on a client that lets more than 64 MiB lie.', async () => {
    const { socket, made } = await connectBridge('x'.repeat(9 * mib));
    socket.pause();
    for (let number = 0; number < 10; number += 1)
      socket.send(JSON.stringify({ type: 'tool_call', tool_use_id: `t${number}`, tool: 'tabs_context_mcp', args: {} }));
    await until(() => made.executed.length === 10, 'all are carried out');
    const closed = once(socket, 'close');
    socket.resume();
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([1008, 'The client does not read.']);
  });
});

describe('Spec 000’s socket', () => {
  const page = (length: number) => `Title: T\nURL: U\n\n${'x'.repeat(length)}`;

  test('000 Message Size Limits: it answers with an error in place of a reply over 10 MB, and serves on.', async () => {
    const { extension, client, say } = await openZillaScene();
    say('getContent', { agentId, maxLength: 20 * mib });
    extension.answer(await extension.call(1), page(10 * mib));
    expect(await client.reply(1)).toMatchObject({
      success: false,
      error: expect.stringMatching(/^The reply has 10485\d\d\d bytes, and this wire takes 10485760/),
    });
    say('ping', {});
    expect(await client.reply(2)).toMatchObject({ success: true });
  });

  test('asks nothing more for a client that does not read, and closes when more than 64 MiB wait for it.', async () => {
    const { hub, extension, client, say, settle } = await openZillaScene();
    client.socket.pause();
    say('getContent', { agentId, maxLength: 9 * mib });
    extension.answer(await extension.call(1), page(9 * mib));
    const inFlight = () => Object.values(hub.hub.snapshot().agents).reduce((sum, agent) => sum + agent.inFlight, 0);
    await until(() => inFlight() === 0, 'the first one is answered');
    say('getContent', { agentId, maxLength: 9 * mib });
    await settle();
    expect(extension.calls).toHaveLength(2);
    client.socket.resume();
    await client.reply(1);
    for (let number = 2; number < 11; number += 1) say('getContent', { agentId, maxLength: 9 * mib });
    await extension.call(11);
    client.socket.pause();
    for (const [number, call] of extension.calls.slice(2).entries()) {
      extension.answer(call, page(9 * mib));
      await until(() => inFlight() < 10 - number, 'it is answered or given up');
    }
    const ended = once(client.socket, 'close');
    client.socket.resume();
    await ended;
    expect(client.replies.length).toBeLessThan(11);
  });
});

describe('Spec 001’s socket', () => {
  test.each([
    ['the key __proto__', '{"type":"ping","__proto__":{}}'],
    ['half of JSON', '{"type":'],
    ['nesting without end', '['.repeat(400_000)],
  ])('answers %s with one error and serves on.', async (_, text) => {
    const { hub } = await openClockedHub();
    const client = await RawClient.connect(hub.address('claude-code-frames'));
    client.socket.write(encodeFrame(text));
    client.send({ type: 'ping' });
    expect(await client.take()).toEqual({ type: 'error', error: 'Invalid message format' });
    expect(await client.take()).toMatchObject({ type: 'pong' });
  });
});

describe('A million tiny ones in one chunk', () => {
  const million = 1_000_000;

  test('are a million frames.', () => {
    const frame = encodeFrame('7');
    const splitter = new FrameSplitter(mib);
    let count = 0;
    splitter.push(Buffer.alloc(million * frame.length, frame), () => (count += 1));
    expect([count, splitter.pendingBytes]).toEqual([million, 0]);
  });

  test('are a million lines.', () => {
    let count = 0;
    new LineSplitter(mib, () => (count += 1)).push(Buffer.alloc(2 * million, '7\n'));
    expect(count).toBe(million);
  });

  test('from a client that reads no answer hold up nobody else.', async () => {
    const { hub } = await openClockedHub();
    const path = hub.address('claude-code-frames');
    const other = await RawClient.connect(path);
    const flood = connect(path);
    onTestFinished(() => void flood.destroy());
    flood.on('error', () => {});
    const frame = encodeFrame('1');
    flood.write(Buffer.alloc(million * frame.length, frame));
    other.send({ type: 'ping' });
    expect(await other.take()).toMatchObject({ type: 'pong' });
  });
});
