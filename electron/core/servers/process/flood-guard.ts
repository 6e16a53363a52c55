// Keeps a server that floods its stdout from being the hub's trouble: paces what is too much, and leaves out lines that cannot be messages.
import { Bucket } from './bucket.ts';

const newline = 10;
const brace = 123;
/** White space, and the mark that some programs put before their first line: a message may stand behind them. */
const mayPrecede = new Set([9, 10, 13, 32, 0xef]);

/** So much may come at once; beyond it, so much in a second. A large result is quick, and the hub stays free for others. */
const burstBytes = 32 * 1024 * 1024;
const bytesPerMs = (32 * 1024 * 1024) / 1000;
/** The same for lines that are no messages. */
const burstLines = 1_000;
const linesPerMs = 0.5;
/** To leave a line out takes as long as so many bytes of messages. */
const leftOutBytes = 256;

/** The same for what a server says unasked: each costs the hub as much as an answer. */
const burstNotes = 5_000;
const notesPerMs = 4;
/** Stands near the beginning of a message that is no answer. */
const method = Buffer.from('"method"');
const headBytes = 64;

export class FloodGuard {
  readonly #bytes = new Bucket(burstBytes, bytesPerMs);
  readonly #lines = new Bucket(burstLines, linesPerMs);
  readonly #notes = new Bucket(burstNotes, notesPerMs);
  /** What the line that is being read is; `open` where the next byte begins one. */
  #line: 'open' | 'passes' | 'dropped' = 'open';
  #left = 0;
  /** Messages in this read that nobody asked for. */
  #unasked = 0;
  /** Lines in this read that were left out. */
  #leftOut = 0;

  /** What is to be passed on, and how many ms to wait before the next read. `now` in ms. */
  take(chunk: Buffer, now: number): { bytes: Buffer; waitMs: number } {
    const isOne = this.#isOneMessage(chunk);
    this.#unasked = isOne && isNote(chunk, 0) ? 1 : 0;
    this.#leftOut = 0;
    const bytes = isOne ? chunk : this.#filtered(chunk, now);
    const waitMs = Math.max(
      this.#bytes.fill(chunk.length + this.#leftOut * leftOutBytes, now),
      this.#notes.fill(this.#unasked, now),
    );
    return { bytes, waitMs };
  }

  /** Most reads are exactly one message, for which this is all that is looked at. */
  #isOneMessage(chunk: Buffer): boolean {
    const isWhole = this.#line === 'open' && this.#left === 0 && chunk[0] === brace;
    return isWhole && chunk.indexOf(newline) === chunk.length - 1;
  }

  #filtered(chunk: Buffer, now: number): Buffer {
    const parts: Buffer[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(newline, at);
      const next = end < 0 ? chunk.length : end + 1;
      if (this.#line === 'open') {
        this.#line = this.#judge(chunk[at] ?? 0, now);
        if (this.#line === 'passes' && isNote(chunk, at)) this.#unasked += 1;
        if (this.#line === 'passes' && this.#left > 0) {
          parts.push(chunk.subarray(start, at), this.#note());
          start = at;
        }
      }
      if (this.#line === 'dropped') {
        parts.push(chunk.subarray(start, at));
        start = next;
      }
      if (end >= 0) this.#line = 'open';
      at = next;
    }
    parts.push(chunk.subarray(start));
    return parts.length === 1 && start === 0 ? chunk : Buffer.concat(parts);
  }

  /** Decides for the line that begins with `byte`. */
  #judge(byte: number, now: number): 'passes' | 'dropped' {
    if (byte === brace || mayPrecede.has(byte) || this.#lines.take(now)) return 'passes';
    this.#left += 1;
    this.#leftOut += 1;
    return 'dropped';
  }

  #note(): Buffer {
    const left = this.#left;
    this.#left = 0;
    return Buffer.from(`… ${left} lines that are no messages were left out here\n`);
  }
}

function isNote(chunk: Buffer, at: number): boolean {
  return chunk.subarray(at, at + headBytes).includes(method);
}
