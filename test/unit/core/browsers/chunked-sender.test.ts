// What the hub sends to our own extension in chunks, and what the extension makes of it again.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { companionChunkBytes, maxCompanionMessageBytes } from '../../../../contract/companion.ts';
import { maxBrowserFrameBytes } from '../../../../contract/frame-bounds.ts';
import { ChunkedSender } from '../../../../electron/core/browsers/chunked-sender.ts';
import { ChunkAssembler } from '../../../../resources/extension/chunk-assembler.ts';
import type { Message } from '../../../../contract/schemas/messages.ts';

/** A channel that says "wait" after each frame for as long as it is told to. */
class PlayedChannel {
  readonly frames: string[] = [];
  takesMore = true;
  #drained: () => void = () => {};
  send(payload: Buffer | string): boolean {
    this.frames.push(payload.toString());
    return this.takesMore;
  }
  onDrain(listener: () => void): void {
    this.#drained = listener;
  }
  drain(): void {
    this.#drained();
  }
}

function createSender() {
  const channel = new PlayedChannel();
  const sender = new ChunkedSender(channel);
  const call = (id: number, args: unknown): string => {
    const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'call', params: args });
    sender.send(text, { kind: 'request', id, method: 'call', params: args });
    return text;
  };
  const cancel = (id: number) => {
    const message: Message = { kind: 'notification', method: 'cancel', params: { id } };
    sender.send(JSON.stringify({ jsonrpc: '2.0', method: 'cancel', params: { id } }), message);
  };
  return { channel, call, cancel };
}

/** What the extension receives of the frames: whole messages, and the ids of refused ones. */
function received(frames: readonly string[]): unknown[] {
  const assembler = new ChunkAssembler();
  return frames.flatMap(frame => {
    const value = JSON.parse(frame);
    if (!value.chunk) return [value];
    const taken = assembler.take(value.chunk);
    if (taken.kind === 'whole') return [taken.message];
    return taken.kind === 'refused' ? [`refused ${value.chunk.id}`] : [];
  });
}

const idsOf = (frames: readonly string[]) =>
  frames.map(frame => {
    const { chunk, id, params } = JSON.parse(frame);
    return chunk ? `${chunk.id}.${chunk.index}` : (id ?? `cancel ${params.id}`);
  });

describe('A message over the browser’s limit', () => {
  test('Exactly the limit goes whole; one byte more goes in chunks that all fit.', () => {
    const { channel, call } = createSender();
    const overhead = Buffer.byteLength(call(1, ''));
    expect(Buffer.byteLength(call(1, 'x'.repeat(maxBrowserFrameBytes - overhead)))).toBe(maxBrowserFrameBytes);
    expect(channel.frames).toHaveLength(2);
    call(2, 'x'.repeat(maxBrowserFrameBytes - overhead + 1));
    expect(channel.frames).toHaveLength(4);
    expect(channel.frames.every(frame => Buffer.byteLength(frame) <= maxBrowserFrameBytes)).toBe(true);
  });

  test('Whatever is sent arrives whole and in its order.', () => {
    const sized = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fc.nat(2_500_000));
    fc.assert(
      fc.property(fc.array(sized, { minLength: 1, maxLength: 4 }), fc.boolean(), (parts, slow) => {
        const { channel, call } = createSender();
        channel.takesMore = !slow;
        const sent = parts.map(([text, size], id) => call(id, text.repeat(Math.ceil(size / text.length / 4))));
        while (received(channel.frames).length < sent.length) channel.drain();
        expect(received(channel.frames)).toEqual(sent.map(text => JSON.parse(text)));
      }),
      { numRuns: 25 },
    );
  });

  test('A slow browser gets one frame at a time, and what is sent meanwhile waits behind.', () => {
    const { channel, call } = createSender();
    channel.takesMore = false;
    call(1, 'x'.repeat(2 * companionChunkBytes));
    call(2, 'small');
    expect(idsOf(channel.frames)).toEqual(['1.0']);
    channel.drain();
    channel.drain();
    channel.drain();
    channel.drain();
    expect(idsOf(channel.frames)).toEqual(['1.0', '1.1', '1.2', 2]);
  });

  test('A call that is cancelled before its turn is never sent; one that is half sent is cut off and given up.', () => {
    const { channel, call, cancel } = createSender();
    channel.takesMore = false;
    call(1, 'x'.repeat(3 * companionChunkBytes));
    call(2, 'y'.repeat(3 * companionChunkBytes));
    cancel(2);
    cancel(1);
    channel.drain();
    expect(idsOf(channel.frames)).toEqual(['1.0', 'cancel 1']);
    call(3, 'after');
    expect(idsOf(channel.frames)).toEqual(['1.0', 'cancel 1', 3]);
  });

  test('More than 64 MiB at once is refused, and what was sent before is not touched.', () => {
    const { channel, call } = createSender();
    expect(() => call(1, 'x'.repeat(maxCompanionMessageBytes))).toThrow(
      expect.objectContaining({
        code: 'ERR_TOO_LARGE',
        message: expect.stringMatching(/at most 67108864 at once. Send less.$/),
      }),
    );
    expect(channel.frames).toEqual([]);
    channel.takesMore = false;
    call(2, 'x'.repeat(maxCompanionMessageBytes / 2));
    expect(() => call(3, 'x'.repeat(maxCompanionMessageBytes / 2))).toThrow(/wait for it already; call again later/);
    channel.takesMore = true;
    channel.drain();
    expect(received(channel.frames)).toMatchObject([{ id: 2 }]);
  });
});
