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
  const length = Buffer.byteLength(payload);
  const frame = Buffer.allocUnsafe(frameHeaderBytes + length);
  putHeader(frame, length);
  if (typeof payload === 'string') frame.write(payload, frameHeaderBytes);
  else payload.copy(frame, frameHeaderBytes);
  return frame;
}

/** Writes one frame to `writer` and returns what its last write returned: false means wait for `drain`. */
export function writeFrame(writer: FrameWriter, payload: Buffer | string): boolean {
  if (Buffer.byteLength(payload) <= COPY_UP_TO_BYTES) return writer.write(encodeFrame(payload));
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const header = Buffer.allocUnsafe(frameHeaderBytes);
  putHeader(header, body.length);
  writer.cork();
  writer.write(header);
  const more = writer.write(body);
  writer.uncork();
  return more;
}

function putHeader(frame: Buffer, length: number): void {
  if (length === 0) throw new FrameError('An empty frame cannot be sent; a frame carries at least 1 byte.');
  frame.writeUInt32LE(length, 0);
}
