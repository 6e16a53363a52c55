// Properties of the splitters: whatever the cuts, the same frames and lines; garbage ends in a FrameError and nothing else.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { encodeFrame, FrameError, FrameSplitter } from '../../native-host/framing/frame-codec.ts';
import { joinPieces } from '../../native-host/framing/frame-pieces.ts';
import { LineSplitter } from '../../native-host/framing/line-splitter.ts';
import { type Property, property } from './property.ts';

const mib = 1024 * 1024;

export interface ReadFrames {
  /** Payloads in hex. */
  readonly frames: string[];
  readonly error: string | null;
  readonly pending: number;
}

/** What a splitter makes of these chunks. */
export function readFrames(chunks: readonly Buffer[], cap = mib): ReadFrames {
  const splitter = new FrameSplitter(cap);
  const frames: string[] = [];
  try {
    for (const chunk of chunks) splitter.push(chunk, pieces => frames.push(joinPieces(pieces).toString('hex')));
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return { frames, error: error.message, pending: 0 };
  }
  return { frames, error: null, pending: splitter.pendingBytes };
}

/** Cuts at these places, counted round the length. */
export function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const edges = [0, ...places, bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

const cuts = fc.array(fc.nat(), { maxLength: 40, size: 'max' });
const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300, size: 'max' }), { maxLength: 20 });

/** Small lengths are made likely, so that garbage is not refused at its first header. */
const garbage = fc
  .array(
    fc.oneof(
      fc.tuple(fc.nat(6), fc.constant(0), fc.constant(0), fc.constant(0)),
      fc.array(fc.nat(255), { maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  .map(parts => Buffer.from(parts.flat()));

const line = fc.string({ unit: 'binary', maxLength: 60 }).map(text => text.replaceAll(/[\n\r\p{Cs}]/gu, 'ä'));

export const framing: readonly Property[] = [
  property('Every frame comes back however the stream is cut.', [payloads, cuts], (list, places) => {
    const bytes = Buffer.concat(list.map(payload => encodeFrame(Buffer.from(payload))));
    const frames = list.map(payload => Buffer.from(payload).toString('hex'));
    assert.deepEqual(readFrames(cutAt(bytes, places)), { frames, error: null, pending: 0 });
  }),
  property(
    'Any bytes are read alike in one piece and in any pieces, and nothing but FrameError is thrown.',
    [garbage, cuts, fc.integer({ min: 1, max: 70_000 })],
    (bytes, places, cap) => assert.deepEqual(readFrames(cutAt(bytes, places), cap), readFrames([bytes], cap)),
  ),
  property(
    'Every line comes back however it is cut, also in the middle of a character.',
    [fc.array(line), cuts],
    (lines, places) => {
      const read: string[] = [];
      const splitter = new LineSplitter(mib, text => read.push(text));
      for (const chunk of cutAt(Buffer.from(lines.map(text => `${text}\n`).join('')), places)) splitter.push(chunk);
      assert.deepEqual(read, lines);
    },
  ),
];
