// Writing frames: the header counts bytes, large payloads are not copied.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { encodeFrame, writeFrame } from '../../../../native-host/framing/encode-frame.ts';
import { FrameError } from '../../../../native-host/framing/frame-splitter.ts';

test('the header counts UTF-8 bytes, little-endian', () => {
  expect(encodeFrame('é€')).toEqual(Buffer.from([5, 0, 0, 0, 0xc3, 0xa9, 0xe2, 0x82, 0xac]));
});

test('an empty payload is refused with a sentence', () => {
  expect(() => encodeFrame('')).toThrow(
    new FrameError('An empty frame cannot be sent; a frame carries at least 1 byte.'),
  );
});

test.each([[1], [16_384], [16_385], [300_000]])('writeFrame writes a payload of %i bytes as one frame', length => {
  const payload = Buffer.alloc(length, 9);
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  expect(writeFrame(stream, payload)).toBe(true);
  expect(stream.read()).toEqual(encodeFrame(payload));
});

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
