// How fast bytes become frames, text, JSON and messages, and that the time grows with the bytes alone.
import { parseJson } from '../../contract/json.ts';
import { decodeJsonRpc } from '../../native-host/dialects/json-rpc.ts';
import { encodeFrame, FrameSplitter } from '../../native-host/framing/frame-codec.ts';
import { joinPieces, textOf } from '../../native-host/framing/frame-pieces.ts';
import { quiet, ratioRow, rounded } from './measure.ts';
import type { FramePieces } from '../../native-host/framing/frame-pieces.ts';
import type { BenchRow } from './row.ts';

const kib = 1024;
const mib = kib * kib;
const rounds = 15;
const chunkBytes = 64 * kib;
const cap = 64 * mib;
const smallFrames = 20_000;
const largeMegabytes = 33;

export async function benchFraming(): Promise<BenchRow[]> {
  const small = chunksOf(repeat(encodeFrame(call200()), smallFrames));
  return [
    ...large(),
    rateRow('frames of 200 bytes', 5, () => feed(small, () => {})),
    rateRow('frames of 200 bytes with JSON', 0.8, () => feed(small, pieces => parseJson(textOf(pieces)))),
    rateRow('frames of 200 bytes with JSON and envelope', 0.4, () =>
      feed(small, pieces => decodeJsonRpc(parseJson(textOf(pieces)))),
    ),
    linear(),
  ];
}

/**
 * Bytes a second beside those of copies. Cutting alone copies nothing; what is read as text, or is joined in memory of its own,
 * is compared with the same done to a message that lies in one piece.
 */
function large(): BenchRow[] {
  const count = 32;
  const chunks = chunksOf(repeat(encodeFrame(Buffer.alloc(mib, 7)), count));
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const target = Buffer.alloc(total);
  const whole = Buffer.alloc(mib, 7);
  const copy = () => {
    let at = 0;
    for (const chunk of chunks) at += chunk.copy(target, at);
  };
  const times = (work: () => void) => () => {
    for (let message = 0; message < count; message += 1) work();
  };
  const against = (name: string, onFrame: (pieces: FramePieces) => void, baseline: () => void) => {
    const [split, copied] = turns(() => feed(chunks, onFrame), baseline);
    const measured = { value: total / split / 1e6, baseline: total / copied / 1e6, unit: 'GB/s' };
    return ratioRow(`1 MiB messages in 64 KiB chunks, ${name}`, measured, { atLeast: 0.5 });
  };
  return [
    against('as views, against memcpy', () => {}, copy),
    against(
      'as text, against the text of a message in one piece',
      textOf,
      times(() => whole.toString('utf8')),
    ),
    against(
      'joined, against a copy of a message in one piece',
      joinPieces,
      times(() => Buffer.from(whole)),
    ),
  ];
}

function rateRow(name: string, goal: number, run: () => void): BenchRow {
  const [ms] = turns(run);
  const millions = smallFrames / ms / 1_000;
  return {
    case: name,
    value: rounded(millions),
    unit: 'M/s',
    baseline: null,
    ratio: null,
    goal: `at least ${goal} M/s`,
    holds: millions >= goal,
  };
}

/** One frame of 33 MB against 33 of 1 MB: a splitter that joins again and again would take 33 times as long. */
function linear(): BenchRow {
  const one = chunksOf(encodeFrame(Buffer.alloc(largeMegabytes * 1_000_000, 7)));
  const many = chunksOf(repeat(encodeFrame(Buffer.alloc(1_000_000, 7)), largeMegabytes));
  const [value, baseline] = turns(
    () => feed(one, joinPieces),
    () => feed(many, joinPieces),
  );
  return ratioRow(
    `${largeMegabytes} MB in one frame, against ${largeMegabytes} frames of 1 MB`,
    { value, baseline, unit: 'ms' },
    { atMost: 1.3 },
  );
}

/** The middle time of the quieter half of each run in milliseconds; they take turns, so that noise meets both. */
function turns(first: () => void, second: () => void = () => {}): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds * 2; round += 1) {
    for (const [index, run] of [first, second].entries()) {
      const started = performance.now();
      run();
      // The first half warms the compiler up.
      if (round >= rounds) times[index]?.push(performance.now() - started);
    }
  }
  return [quiet(times[0]), quiet(times[1])];
}

function feed(chunks: readonly Buffer[], onFrame: (pieces: FramePieces) => void): void {
  const splitter = new FrameSplitter(cap);
  for (const chunk of chunks) splitter.push(chunk, onFrame);
}

function repeat(frame: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** As a socket would hand them out: each chunk in memory of its own. */
function chunksOf(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(Buffer.from(bytes.subarray(at, at + chunkBytes)));
  return chunks;
}

/** A call as agents make it, filled up to 200 bytes. */
function call200(): string {
  const call = (text: string) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 4711,
      method: 'tools/call',
      params: { name: 'form_input', arguments: { tabId: 42, ref: 'ref_12', value: text } },
    });
  return call('x'.repeat(200 - call('').length));
}
