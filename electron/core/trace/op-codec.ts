// The operations of the trace as bytes: written at once, because what waits to be sent must be no object that a collector has to move,
// and read in the order in which they were written. Numbers are little-endian; a text is its length in bytes and its UTF-8.
import { errorCodes } from '../../../contract/errors.ts';
import { outcomes } from '../../../contract/trace-bounds.ts';
import { answerIntegers, integerFields, requestIntegers, textFields } from '../../../contract/trace-fields.ts';
import { cutText } from '../redaction/cut.ts';
import { NameNumbers } from './name-numbers.ts';
import { droppedPayload, noPayload } from './trace-op.ts';
import type { Seen } from './excerpt.ts';
import type { TraceClose, TraceOpen } from './tap.ts';
import type { CloseOp, OpenOp, Payload } from './trace-op.ts';

/** Bytes with how many of them, and how many operations, are written. */
export interface Chunk {
  readonly bytes: ArrayBuffer;
  readonly length: number;
  readonly ops: number;
}

export const chunkBytes = 256 * 1024;

/** The first byte of each operation. */
const opKinds = { name: 1, forget: 2, open: 3, waiting: 4, close: 5 } as const;
const flags = { out: 1, notification: 2, cut: 4, dropped: 8, noPayload: 16, answers: 32 } as const;
/** The length of a text that is null. */
const nullText = 0xff_ff_ff_ff;
const maxReasonChars = 1_000;
/** A longer one is left out: half a value says nothing. */
const maxWhyChars = 4_000;
const maxIdChars = 200;
/** The most that a character takes. */
const charBytes = 3;
/** More than the numbers of any operation and the lengths of its texts take; a plain field has a number or a length. */
const fixedBytes = 96 + 8 * (integerFields.length + textFields.length);
const openBytes = textFields.length * maxIdChars * charBytes;

export class OpWriter {
  readonly #names = new NameNumbers((number, name) => this.#tellName(number, name));
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
    const { message } = entry;
    const route = this.#names.route(entry.from, entry.to);
    const what = this.#names.what(entry.method, entry.tool);
    const direction = (entry.dir === 'out' ? flags.out : 0) | (entry.kind === 'notification' ? flags.notification : 0);
    this.#begin(opKinds.open, openBytes + (keepsPayload ? sizeOf(message) : 0));
    this.#byte(direction | payloadFlags(message, keepsPayload));
    this.#double(seq);
    this.#double(at);
    this.#double(clock);
    this.#double(entry.parent ?? Number.NaN);
    this.#word(message.bytes);
    this.#word(route);
    this.#word(what);
    for (const field of requestIntegers) this.#double(entry[field] ?? Number.NaN);
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
    const rule = close.rule === null ? 0 : this.#names.number(close.rule.slice(0, maxIdChars));
    const { message, reason } = close;
    const sentence = reason !== null && reason.length > maxReasonChars ? cutText(reason, maxReasonChars) : reason;
    const value = close.why ? JSON.stringify(close.why) : null;
    const why = value !== null && value.length > maxWhyChars ? null : value;
    const textBytes = ((sentence?.length ?? 0) + (why?.length ?? 0)) * charBytes;
    this.#begin(opKinds.close, textBytes + (message && keepsPayload ? sizeOf(message) : 0));
    const answers = answerIntegers.some(field => close[field] !== undefined);
    this.#byte(payloadFlags(message, keepsPayload) | (answers ? flags.answers : 0));
    this.#byte(outcomes.indexOf(close.outcome));
    this.#byte(close.code === null ? 0 : errorCodes.indexOf(close.code) + 1);
    this.#double(seq);
    this.#double(clock);
    this.#double(close.waitedMs);
    this.#double(message?.bytes ?? Number.NaN);
    this.#word(rule);
    this.#text(sentence);
    this.#text(why);
    if (answers) for (const field of answerIntegers) this.#double(close[field] ?? Number.NaN);
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
    this.#names.forget();
    this.#end = 0;
    this.#ops = 0;
  }

  /** Forgets the names here, because an operation must not lose one while it takes another. */
  #beginOp(): void {
    if (this.#names.isFull) {
      this.#names.forget();
      this.#begin(opKinds.forget, 0);
    }
    this.#ops += 1;
  }

  #tellName(number: number, name: string): void {
    this.#begin(opKinds.name, name.length * charBytes);
    this.#word(number);
    this.#text(name);
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

export interface OpTarget {
  open(op: OpenOp): void;
  waiting(seq: number): void;
  close(op: CloseOp): void;
}

export class OpReader {
  readonly #names = new Map<number, string>();
  readonly #target: OpTarget;
  #bytes = Buffer.alloc(0);
  #view = new DataView(new ArrayBuffer(0));
  #at = 0;

  constructor(target: OpTarget) {
    this.#target = target;
  }

  /** Payloads that the target is given are views on `bytes`: they hold until this returns. */
  read(bytes: ArrayBuffer, length: number): void {
    this.#bytes = Buffer.from(bytes, 0, length);
    this.#view = new DataView(bytes, 0, length);
    this.#at = 0;
    while (this.#at < length) this.#next();
  }

  #next(): void {
    const kind = this.#byte();
    switch (kind) {
      case opKinds.name:
        return void this.#names.set(this.#word(), this.#text() ?? '');
      case opKinds.forget:
        return this.#names.clear();
      case opKinds.open:
        return this.#target.open(this.#open());
      case opKinds.waiting:
        return this.#target.waiting(this.#double());
      case opKinds.close:
        return this.#target.close(this.#close());
      default:
        throw new Error(`The trace cannot read an operation of kind ${kind}; report this as a mistake.`);
    }
  }

  // The members of an operation are read in the order in which they lie.

  #open(): OpenOp {
    const marks = this.#byte();
    return {
      isOut: (marks & flags.out) !== 0,
      isNotification: (marks & flags.notification) !== 0,
      seq: this.#double(),
      at: this.#double(),
      clock: this.#double(),
      parent: this.#nullable(),
      bytes: this.#word(),
      route: this.#name() ?? '',
      what: this.#name() ?? '',
      integers: requestIntegers.map(() => this.#nullable()),
      texts: textFields.map(() => this.#text()),
      payload: this.#payload(marks),
    };
  }

  #close(): CloseOp {
    const marks = this.#byte();
    return {
      outcome: outcomes[this.#byte()] ?? 'error',
      code: errorCodes[this.#byte() - 1] ?? null,
      seq: this.#double(),
      clock: this.#double(),
      waitedMs: this.#double(),
      bytes: this.#nullable(),
      rule: this.#name(),
      reason: this.#text(),
      why: this.#text(),
      answers: marks & flags.answers ? answerIntegers.map(() => this.#nullable()) : undefined,
      payload: this.#payload(marks),
    };
  }

  #payload(marks: number): Payload {
    if (marks & flags.noPayload) return noPayload;
    if (marks & flags.dropped) return droppedPayload;
    const end = this.#word() + this.#at;
    const text = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { text, isCut: (marks & flags.cut) !== 0, isDropped: false };
  }

  #name(): string | null {
    return this.#names.get(this.#word()) ?? null;
  }

  #byte(): number {
    this.#at += 1;
    return this.#view.getUint8(this.#at - 1);
  }

  #word(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  #double(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  #nullable(): number | null {
    const value = this.#double();
    return Number.isNaN(value) ? null : value;
  }

  #text(): string | null {
    const length = this.#word();
    if (length === nullText) return null;
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}
