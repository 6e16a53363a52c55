// Frames: cut at any split with any number in a chunk, caps before allocation, linear work; written with a header that counts bytes.
import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { encodeFrame, FrameError, FrameSplitter, writeFrame } from '../../../../native-host/framing/frame-codec.ts';
import { joinPieces } from '../../../../native-host/framing/frame-pieces.ts';
import { readFrames } from '../../../fuzz/framing.ts';
import type { FramePieces } from '../../../../native-host/framing/frame-pieces.ts';

const mib = 1024 * 1024;

function header(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

describe('FrameSplitter', () => {
  test('001 Stdio Handler: reads a stream that comes one byte at a time', () => {
    const bytes = Buffer.concat([encodeFrame('first'), encodeFrame('second')]);
    const single = [...bytes].map(byte => Buffer.from([byte]));
    expect(readFrames(single).frames).toEqual([
      Buffer.from('first').toString('hex'),
      Buffer.from('second').toString('hex'),
    ]);
  });

  test('gives a view of the chunk when the frame lies in one chunk', () => {
    const chunk = Buffer.concat([encodeFrame('one'), encodeFrame('two')]);
    const frames: Buffer[] = [];
    new FrameSplitter(mib).push(chunk, pieces => frames.push(...pieces));
    expect(frames.map(frame => [frame.buffer === chunk.buffer, frame.byteOffset - chunk.byteOffset])).toEqual([
      [true, 4],
      [true, 11],
    ]);
  });

  test('001 Stdio Handler: takes a frame exactly as long as the cap', () => {
    expect(readFrames([encodeFrame(Buffer.alloc(100, 1))], 100)).toMatchObject({ error: null, pending: 0 });
  });

  test.each([[101], [0x7fffffff], [0xffffffff]])('refuses length %i over a cap of 100 with both numbers', length => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafe');
    try {
      const { error } = readFrames([header(length)], 100);
      expect(error).toBe(`A frame of ${length} bytes is over the cap of 100 bytes; send less at once.`);
      expect(allocate).not.toHaveBeenCalled();
    } finally {
      allocate.mockRestore();
    }
  });

  test('001 Stdio Handler: refuses length zero', () => {
    expect(readFrames([header(0)], 100).error).toBe('A frame has length 0; a frame carries 1 to 100 bytes.');
  });

  test('delivers the frames in front of a bad length in the same chunk', () => {
    const result = readFrames([Buffer.concat([encodeFrame('good'), header(0), encodeFrame('lost')])]);
    expect(result.frames).toEqual([Buffer.from('good').toString('hex')]);
    expect(result.error).toContain('length 0');
  });

  test('counts the bytes of a frame that has begun', () => {
    const splitter = new FrameSplitter(mib);
    const counts = [Buffer.from([5]), Buffer.from([0, 0, 0]), Buffer.from('abc'), Buffer.from('de')].map(chunk => {
      splitter.push(chunk, () => {});
      return splitter.pendingBytes;
    });
    expect(counts).toEqual([1, 4, 7, 0]);
  });

  test('takes a raised cap for the next frame', () => {
    const splitter = new FrameSplitter(10);
    const frames: Buffer[] = [];
    splitter.maxFrameBytes = 20;
    splitter.push(encodeFrame(Buffer.alloc(15, 1)), pieces => frames.push(joinPieces(pieces)));
    expect(frames.map(frame => frame.length)).toEqual([15]);
  });

  test('hands on 33 MB that come in 64 KiB chunks as views on the chunks', () => {
    const payload = Buffer.alloc(33_000_000, 7);
    const bytes = encodeFrame(payload);
    const splitter = new FrameSplitter(64 * mib);
    const frames: FramePieces[] = [];
    for (let at = 0; at < bytes.length; at += 65_536) {
      splitter.push(bytes.subarray(at, at + 65_536), pieces => frames.push(pieces));
    }
    expect(frames.map(pieces => pieces.every(piece => piece.buffer === bytes.buffer))).toEqual([true]);
    expect(frames.map(pieces => joinPieces(pieces).equals(payload))).toEqual([true]);
  });

  test('gives pieces that later chunks and frames leave alone', () => {
    const splitter = new FrameSplitter(mib);
    const frames: FramePieces[] = [];
    for (let fill = 0; fill < 20; fill += 1) {
      const bytes = encodeFrame(Buffer.alloc(70_001, fill));
      for (let at = 0; at < bytes.length; at += 3_001) {
        splitter.push(Buffer.from(bytes.subarray(at, at + 3_001)), pieces => frames.push(pieces));
      }
    }
    expect(frames.map(pieces => joinPieces(pieces).equals(Buffer.alloc(70_001, pieces[0]?.[0])))).toEqual(
      Array.from({ length: 20 }, () => true),
    );
    expect(frames.map(pieces => pieces[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, fill) => fill));
  });

  test('gathers tiny chunks in blocks and keeps no object for each of them', () => {
    const payload = Buffer.alloc(300_000, 3);
    const splitter = new FrameSplitter(mib);
    const frames: FramePieces[] = [];
    splitter.push(header(payload.length), () => {});
    for (let at = 0; at < payload.length; at += 3) {
      splitter.push(payload.subarray(at, at + 3), pieces => frames.push(pieces));
    }
    expect(frames.map(pieces => [pieces.length <= 6, joinPieces(pieces).equals(payload)])).toEqual([[true, true]]);
  });
});

test('001 Wire Format: the header counts UTF-8 bytes, little-endian', () => {
  expect(encodeFrame('é€')).toEqual(Buffer.from([5, 0, 0, 0, 0xc3, 0xa9, 0xe2, 0x82, 0xac]));
});

test('an empty payload is refused with a sentence', () => {
  expect(() => encodeFrame('')).toThrow(
    new FrameError('An empty frame cannot be sent; a frame carries at least 1 byte.'),
  );
});

test.each([[1], [16_384], [16_385], [300_000]])(
  '000 Writing a Message: a payload of %i bytes is written as one frame',
  length => {
    const payload = Buffer.alloc(length, 9);
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
    expect(writeFrame(stream, payload)).toBe(true);
    expect(stream.read()).toEqual(encodeFrame(payload));
  },
);

test.each([[10], [16_384], [16_385], [300_000]])(
  'pieces of %i bytes are written as the frame that they are',
  length => {
    const payload = Buffer.from(Array.from({ length }, (_, index) => index % 251));
    const pieces = [payload.subarray(0, 3), payload.subarray(3, length >> 1), payload.subarray(length >> 1)];
    const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
    writeFrame(stream, pieces);
    expect(stream.read()).toEqual(encodeFrame(payload));
  },
);

test('writeFrame says when the writer wants a pause', () => {
  const stream = new PassThrough({ highWaterMark: 100 });
  expect(writeFrame(stream, Buffer.alloc(20_000))).toBe(false);
});
