// Writes frames: the length header in front of a payload.
import { bytesOf } from './frame-pieces.ts';
import { FrameError, type FramePieces, frameHeaderBytes } from './frame-splitter.ts';

/** Anything that frames can be written to: a socket or a process's standard output. */
export interface FrameWriter {
  write(chunk: Buffer): boolean;
  cork(): void;
  uncork(): void;
}

/** What a frame can be made of; a string counts in UTF-8 bytes. */
export type FramePayload = string | Buffer | FramePieces;

/** Payloads over this size are written beside their header, not copied behind it. */
const copyUpToBytes = 16_384;

export function payloadBytes(payload: FramePayload): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : bytesOf(payload);
}

/**
 * The frame of `payload` as one new buffer. Throws FrameError when it is empty.
 * @public The programs of the tests that stand for browsers and agents speak with it.
 */
export function encodeFrame(payload: FramePayload): Buffer {
  return encode(payload, payloadBytes(payload));
}

/** Writes one frame to `writer` and returns what its last write returned: false means wait for `drain`. */
export function writeFrame(writer: FrameWriter, payload: FramePayload): boolean {
  const length = payloadBytes(payload);
  if (length <= copyUpToBytes) return writer.write(encode(payload, length));
  const header = Buffer.allocUnsafe(frameHeaderBytes);
  putHeader(header, length);
  writer.cork();
  writer.write(header);
  let more = true;
  for (const piece of asPieces(payload)) more = writer.write(piece);
  writer.uncork();
  return more;
}

function encode(payload: FramePayload, length: number): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + length);
  putHeader(frame, length);
  if (typeof payload === 'string') {
    frame.write(payload, frameHeaderBytes);
    return frame;
  }
  let at = frameHeaderBytes;
  for (const piece of asPieces(payload)) at += piece.copy(frame, at);
  return frame;
}

function asPieces(payload: FramePayload): FramePieces {
  if (typeof payload === 'string') return [Buffer.from(payload)];
  return Buffer.isBuffer(payload) ? [payload] : payload;
}

function putHeader(frame: Buffer, length: number): void {
  if (length === 0) throw new FrameError('An empty frame cannot be sent; a frame carries at least 1 byte.');
  frame.writeUInt32LE(length, 0);
}
