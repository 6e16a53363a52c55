// Writes frames: the length header in front of a payload.
import { FrameError, frameHeaderBytes } from './frame-splitter.ts';

/** Anything that frames can be written to: a socket or a process's standard output. */
export interface FrameWriter {
  write(chunk: Buffer): boolean;
  cork(): void;
  uncork(): void;
}

/** Payloads over this size are written beside their header, not copied behind it. */
const COPY_UP_TO_BYTES = 16_384;

/** The frame of `payload` (a string counts in UTF-8 bytes) as one new buffer. Throws FrameError when it is empty. */
export function encodeFrame(payload: Buffer | string): Buffer {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  return Buffer.concat([encodeHeader(body.length), body], frameHeaderBytes + body.length);
}

/** Writes one frame to `writer` and returns what its last write returned: false means wait for `drain`. */
export function writeFrame(writer: FrameWriter, payload: Buffer): boolean {
  if (payload.length <= COPY_UP_TO_BYTES) return writer.write(encodeFrame(payload));
  writer.cork();
  writer.write(encodeHeader(payload.length));
  const more = writer.write(payload);
  writer.uncork();
  return more;
}

function encodeHeader(length: number): Buffer {
  if (length === 0) throw new FrameError('An empty frame cannot be sent; a frame carries at least 1 byte.');
  const header = Buffer.allocUnsafe(frameHeaderBytes);
  header.writeUInt32LE(length, 0);
  return header;
}
