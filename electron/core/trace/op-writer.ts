// Writes the operations of the trace into chunks of bytes, at once: what waits to be sent must be no object that a collector has to move.
import { errorCodes } from '../../../contract/errors.ts';
import { outcomes } from '../../../contract/trace-bounds.ts';
import { integerFields, textFields } from '../../../contract/trace-fields.ts';
import { cutText } from '../redaction/cut.ts';
import { fixedBytes, flags, nullText, opKinds } from './op-layout.ts';
import { routeName, whatName } from './trace-op.ts';
import type { Seen } from './excerpt.ts';
import type { TraceClose, TraceOpen } from './tap.ts';

/** Bytes with how many of them, and how many operations, are written. */
export interface Chunk {
  readonly bytes: ArrayBuffer;
  readonly length: number;
  readonly ops: number;
}

export const chunkBytes = 256 * 1024;

/** Names that the other side knows by number; when there are more, both begin anew. */
const maxNames = 4_096;
const namesPerOp = 2;
const maxReasonChars = 1_000;
/** A longer one is left out: half a value says nothing. */
const maxWhyChars = 4_000;
const maxIdChars = 200;

export class OpWriter {
  readonly #names = new Map<string, number>();
  readonly #full: (chunk: Chunk) => void;
  readonly #empty: () => ArrayBuffer | undefined;
  #bytes: Buffer<ArrayBuffer> | null = null;
  #view = new DataView(new ArrayBuffer(0));
  #end = 0;
  #ops = 0;

  /** `full` takes a chunk that must be sent before more is written; `empty` gives one of `chunkBytes` back that was sent. */
  constructor(full: (chunk: Chunk) => void, empty: () => ArrayBuffer | undefined) {
    this.#full = full;
    this.#empty = empty;
  }

  /** Bytes that wait in the chunk that is being written. */
  get length(): number {
    return this.#end;
  }

  get ops(): number {
    return this.#ops;
  }

  open(seq: number, at: number, clock: number, entry: TraceOpen, keepsPayload: boolean): void {
    this.#beginOp();
    const route = this.#name(routeName(entry.from, entry.to));
    const what = this.#name(whatName(entry.method, entry.tool));
    const { message } = entry;
    const direction = (entry.dir === 'out' ? flags.out : 0) | (entry.kind === 'notification' ? flags.notification : 0);
    this.#begin(opKinds.open, textFields.length * maxIdChars * 3 + (keepsPayload ? sizeOf(message) : 0));
    this.#byte(direction | payloadFlags(message, keepsPayload));
    for (const value of [seq, at, clock]) this.#double(value);
    this.#double(entry.parent ?? Number.NaN);
    for (const value of [message.bytes, route, what]) this.#word(value);
    for (const field of integerFields) this.#double(entry[field] ?? Number.NaN);
    for (const field of textFields) this.#text(entry[field]?.slice(0, maxIdChars) ?? null);
    if (keepsPayload) this.#text(message.payload);
  }

  waiting(seq: number): void {
    this.#beginOp();
    this.#begin(opKinds.waiting, 0);
    this.#double(seq);
  }

  close(seq: number, clock: number, close: TraceClose, keepsPayload: boolean): void {
    this.#beginOp();
    const rule = close.rule === null ? 0 : this.#name(close.rule.slice(0, maxIdChars));
    const { message, reason } = close;
    const sentence = reason !== null && reason.length > maxReasonChars ? cutText(reason, maxReasonChars) : reason;
    const value = close.why ? JSON.stringify(close.why) : null;
    const why = value !== null && value.length > maxWhyChars ? null : value;
    this.#begin(
      opKinds.close,
      ((sentence?.length ?? 0) + (why?.length ?? 0)) * 3 + (message && keepsPayload ? sizeOf(message) : 0),
    );
    this.#byte(payloadFlags(message, keepsPayload));
    this.#byte(outcomes.indexOf(close.outcome));
    this.#byte(close.code === null ? 0 : errorCodes.indexOf(close.code) + 1);
    for (const value of [seq, clock, close.waitedMs]) this.#double(value);
    this.#double(message?.bytes ?? Number.NaN);
    this.#word(rule);
    this.#text(sentence);
    this.#text(why);
    if (message && keepsPayload) this.#text(message.payload);
  }

  /** Hands out what was written so far. */
  flush(): void {
    if (!this.#bytes || this.#end === 0) return;
    const chunk = { bytes: this.#bytes.buffer, length: this.#end, ops: this.#ops };
    this.#bytes = null;
    this.#end = 0;
    this.#ops = 0;
    this.#full(chunk);
  }

  /** The other side began anew: it knows no names, and what was written is of no use to it. */
  restart(): void {
    this.#names.clear();
    this.#end = 0;
    this.#ops = 0;
  }

  /** Forgets the names here, because an operation must not lose one while it takes another. */
  #beginOp(): void {
    if (this.#names.size + namesPerOp > maxNames) {
      this.#names.clear();
      this.#begin(opKinds.forget, 0);
    }
    this.#ops += 1;
  }

  #name(text: string): number {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const number = this.#names.size + 1;
    this.#names.set(text, number);
    this.#begin(opKinds.name, text.length * 3);
    this.#word(number);
    this.#text(text);
    return number;
  }

  #begin(kind: number, textBytes: number): void {
    const needed = fixedBytes + textBytes;
    if (this.#bytes && this.#end + needed > this.#bytes.length) this.flush();
    if (!this.#bytes) {
      const memory = needed <= chunkBytes ? this.#empty() : undefined;
      this.#bytes = Buffer.from(memory ?? new ArrayBuffer(Math.max(needed, chunkBytes)));
      this.#view = new DataView(this.#bytes.buffer);
    }
    this.#byte(kind);
  }

  #byte(value: number): void {
    this.#view.setUint8(this.#end, value);
    this.#end += 1;
  }

  #word(value: number): void {
    this.#view.setUint32(this.#end, value, true);
    this.#end += 4;
  }

  #double(value: number): void {
    this.#view.setFloat64(this.#end, value, true);
    this.#end += 8;
  }

  #text(text: string | null): void {
    if (text === null) return this.#word(nullText);
    const bytes = this.#bytes?.write(text, this.#end + 4) ?? 0;
    this.#word(bytes);
    this.#end += bytes;
  }
}

/** Bytes of a payload in UTF-8. */
export function sizeOf({ payload, bytes, cut }: Seen): number {
  return cut ? Buffer.byteLength(payload) : bytes;
}

function payloadFlags(message: Seen | null, keepsPayload: boolean): number {
  if (!message) return flags.noPayload;
  return (message.cut ? flags.cut : 0) | (keepsPayload ? 0 : flags.dropped);
}
