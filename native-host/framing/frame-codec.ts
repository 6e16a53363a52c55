// Frames in a byte stream, cut and written: a 4-byte little-endian length, then that many bytes of payload. JSON is a separate step.
import { endText, type FrameFault } from './channel-end.ts';
import { bytesOf, type FramePieces } from './frame-pieces.ts';

/** A frame that cannot be sent. */
export class FrameError extends Error {
  override readonly name: string = 'FrameError';
}

/** The stream cannot be read on: a length of zero or over the cap. The message names both. */
export class FrameFaultError extends FrameError {
  readonly fault: FrameFault;

  constructor(fault: FrameFault) {
    super(endText(fault));
    this.fault = fault;
  }
}

export const frameHeaderBytes = 4;

/** Chunks under this size are gathered in blocks, so that bytes sent one by one cost no object each. */
const smallChunkBytes = 4096;
const wholeBlockBytes = 65_536;

/** Linear in the bytes read: only bytes of small chunks are copied, once. Joining the pieces is the reader's choice. */
export class FrameSplitter {
  /** Largest payload taken from now on, in bytes. */
  maxFrameBytes: number;
  readonly #header = Buffer.alloc(frameHeaderBytes);
  #headerBytes = 0;
  #wantedBytes = 0;
  #chunks: Buffer[] = [];
  #bodyBytes = 0;
  #block: Buffer | null = null;
  #blockBytes = 0;

  constructor(maxFrameBytes: number) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Bytes of the frame that has begun and is not complete; 0 between frames. */
  get pendingBytes(): number {
    return this.#headerBytes + this.#bodyBytes;
  }

  /**
   * Hands every frame that `chunk` completes to `onFrame`, in order. The pieces are the receiver's to keep: nobody writes
   * over a chunk that was pushed.
   * Throws FrameFaultError at a bad length, after the frames before it and before anything is allocated.
   */
  push(chunk: Buffer, onFrame: (pieces: FramePieces) => void): void {
    let offset = 0;
    while (offset < chunk.length) {
      if (this.#headerBytes < frameHeaderBytes) {
        offset = this.#readHeader(chunk, offset);
        continue;
      }
      const end = Math.min(chunk.length, offset + this.#wantedBytes - this.#bodyBytes);
      const part = chunk.subarray(offset, end);
      offset = end;
      if (this.#bodyBytes + part.length < this.#wantedBytes) {
        this.#keep(part);
        continue;
      }
      onFrame(this.#complete(part));
    }
  }

  #readHeader(chunk: Buffer, start: number): number {
    if (this.#headerBytes === 0 && chunk.length - start >= frameHeaderBytes) {
      this.#headerBytes = frameHeaderBytes;
      this.#begin(chunk.readUInt32LE(start));
      return start + frameHeaderBytes;
    }
    let offset = start;
    while (offset < chunk.length && this.#headerBytes < frameHeaderBytes) {
      this.#header[this.#headerBytes] = chunk[offset] ?? 0;
      this.#headerBytes += 1;
      offset += 1;
    }
    if (this.#headerBytes === frameHeaderBytes) this.#begin(this.#header.readUInt32LE(0));
    return offset;
  }

  #begin(length: number): void {
    const most = this.maxFrameBytes;
    if (length === 0) throw new FrameFaultError({ kind: 'frame-empty', most });
    if (length > most) throw new FrameFaultError({ kind: 'frame-too-large', bytes: length, most });
    this.#wantedBytes = length;
  }

  #keep(part: Buffer): void {
    this.#bodyBytes += part.length;
    if (part.length >= smallChunkBytes) {
      this.#sealBlock();
      this.#chunks.push(part);
      return;
    }
    if (this.#block && this.#blockBytes + part.length > wholeBlockBytes) this.#sealBlock();
    this.#block ??= Buffer.allocUnsafe(wholeBlockBytes);
    part.copy(this.#block, this.#blockBytes);
    this.#blockBytes += part.length;
  }

  #sealBlock(): void {
    if (this.#block) this.#chunks.push(this.#block.subarray(0, this.#blockBytes));
    this.#block = null;
    this.#blockBytes = 0;
  }

  #complete(last: Buffer): FramePieces {
    this.#sealBlock();
    const pieces = this.#chunks;
    pieces.push(last);
    this.#chunks = [];
    this.#headerBytes = 0;
    this.#bodyBytes = 0;
    this.#wantedBytes = 0;
    return pieces;
  }
}

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
