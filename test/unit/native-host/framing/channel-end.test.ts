// Why a channel ended travels as a code, which the hub can say in each language.
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ChannelEnd, endText } from '../../../../native-host/framing/channel-end.ts';
import { FrameChannel, type FrameChannelOptions } from '../../../../native-host/framing/frame-channel.ts';
import { encodeFrame } from '../../../../native-host/framing/frame-codec.ts';
import { german } from '../../../../words/german.ts';
import { reasonText } from '../../../../words/reason.ts';
import type { Reason } from '../../../../contract/reasons.ts';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const end of cleanUp.splice(0)) end();
});

async function pair(options: Partial<FrameChannelOptions> = {}): Promise<{ channel: FrameChannel; other: Socket }> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const taken = new Promise<Socket>(resolve => server.once('connection', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port.');
  const other = connect(address.port, '127.0.0.1').on('error', () => {});
  const socket = await taken;
  cleanUp.push(() => {
    other.destroy();
    socket.destroy();
    server.close();
  });
  const channel = new FrameChannel(socket, { maxFrameBytes: 100, ...options });
  channel.onFrame(() => {});
  return { channel, other };
}

function ended(channel: FrameChannel): Promise<[string, ChannelEnd | null]> {
  return new Promise(resolve => channel.onClose((reason, end) => resolve([reason, end])));
}

test.each<[string, (other: Socket, channel: FrameChannel) => void, object]>([
  ['an empty frame', other => void other.write(Buffer.alloc(4)), { kind: 'frame-empty', most: 100 }],
  [
    'a frame over the cap',
    other => void other.write(Buffer.from([101, 0, 0, 0])),
    { kind: 'frame-too-large', bytes: 101, most: 100 },
  ],
  [
    'half a frame',
    other => void other.write(encodeFrame('whole').subarray(0, 6)),
    { kind: 'frame-stopped', bytes: 6, seconds: 0.05 },
  ],
  ['a reset', other => void other.resetAndDestroy(), { kind: 'connection-failed', cause: 'read ECONNRESET' }],
  ['the end of the hub', (_, channel) => channel.close({ kind: 'hub-stops' }), { kind: 'hub-stops' }],
])('%s is a code, and the same in English', async (_, act, end) => {
  const { channel, other } = await pair({ halfFrameMs: 50 });
  const said = ended(channel);
  act(other, channel);
  const [reason, found] = await said;
  expect(found).toEqual(end);
  expect(reason).toBe(found && endText(found));
});

test('a queue that nobody reads is one too, and what ended the channel first stays why it ended', async () => {
  const { channel, other } = await pair({ maxFrameBytes: 40_000_000, maxQueueBytes: 1_000 });
  other.pause();
  const said = ended(channel);
  for (let sent = 0; sent < 2; sent += 1) channel.send(Buffer.alloc(30_000_000, 1));
  channel.close('Too late.');
  expect((await said)[1]).toMatchObject({ kind: 'takes-nothing', most: 1_000 });
});

test('who closes of himself has no code', async () => {
  const { channel, other } = await pair();
  const said = ended(channel);
  other.end();
  expect(await said).toEqual(['The other side closed the connection.', null]);
});

test('each is a reason of the hub', () => {
  const end: ChannelEnd = { kind: 'frame-stopped', bytes: 6, seconds: 30 };
  const reason: Reason = end;
  expect(reasonText(german, reason)).toBe('Er hat 6 Byte eines Frames gesendet und 30 s lang nichts mehr.');
});
