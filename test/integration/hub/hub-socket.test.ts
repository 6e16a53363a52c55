// Bad input on the hub's own socket: each connection is refused with one sentence, and everybody else goes on.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { openPlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';

let place: HubPlace;
let hub: HubProcess;
let refusals = 0;

beforeAll(async () => {
  place = openPlace();
  hub = await place.serve();
});

afterAll(() => place.end());

afterEach(async () => {
  expect((await place.run(['status'])).code).toBe(0);
  for (const line of logged())
    expect(line).toMatchObject({ level: 40, endpoint: 'hub', msg: expect.stringMatching(/^[^\n]+\.$/) });
});

function logged(): Record<string, unknown>[] {
  return hub
    .stderr()
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Record<string, unknown>);
}

/** What the hub wrote to its log since the last look. */
async function refusal(): Promise<string> {
  refusals += 1;
  await until(() => logged().length >= refusals, 'the hub logs a refusal');
  return String(logged()[refusals - 1]?.['msg']);
}

function socketPath(): string {
  return (JSON.parse(fs.readFileSync(path.join(place.home, 'endpoint.json'), 'utf8')) as { path: string }).path;
}

/** Sends bytes and resolves with everything that came back when the hub closes. */
function send(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(socketPath(), () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    // A reset is the end of a connection whose last bytes were not read.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error));
  });
}

test.each([
  ['a frame of 4 GiB', Buffer.from([0xff, 0xff, 0xff, 0xff]), /4294967295 bytes/],
  ['a frame over the cap of a handshake', encodeFrame('x'.repeat(9_000)), /9000 bytes/],
  ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), /542393671 bytes/],
])('%s ends its connection at once.', async (_, bytes, words) => {
  expect((await send(bytes)).length).toBe(0);
  expect(await refusal()).toMatch(words);
});

test.each([
  ['no JSON', 'hello'],
  ['no UTF-8', Buffer.from([0xff, 0xfe, 0xfd])],
  ['no opening', JSON.stringify({ v: 1 })],
  ['a role that is none', JSON.stringify({ v: 1, role: 'admin', nonce: 'a'.repeat(64) })],
])('A first frame that is %s is answered with one sentence.', async (_, frame) => {
  const said = (await send(encodeFrame(frame))).subarray(4).toString();
  expect(JSON.parse(said)).toEqual({
    ok: false,
    error: expect.stringMatching(/^Frame 1 of the handshake is not [^\n]+\.$/),
  });
  await refusal();
});

test('A peer that does not know the key is refused and told so, and learns nothing of the hub.', async () => {
  const home = path.join(place.folder, 'forged');
  fs.mkdirSync(path.join(home, 'secrets'), { recursive: true });
  fs.cpSync(path.join(place.home, 'endpoint.json'), path.join(home, 'endpoint.json'));
  fs.writeFileSync(path.join(home, 'secrets/hub.key'), '0'.repeat(64));
  await expect(connectToHub({ home, role: 'cli', hello: {} })).rejects.toThrow(
    /^What listens at .* did not prove that it is the hub, so nothing was told to it; restart Pilothouse\.$/,
  );
  expect(await refusal()).toMatch(/\.$/);
});

test('A command that is none is refused, and the connection goes on.', async () => {
  const channel = await connectToHub({ home: place.home, role: 'cli', hello: {} });
  const ask = async (text: string) => {
    channel.send(text);
    return JSON.parse((await channel.takeFrame()).toString()) as unknown;
  };
  expect(await ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'explode' }))).toMatchObject({
    id: 1,
    error: { code: -32601, message: 'The hub does not know the command "explode".' },
  });
  expect(await ask('hello')).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await ask(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'status' }))).toMatchObject({
    id: 2,
    result: { hub: {} },
  });
  channel.close();
});
