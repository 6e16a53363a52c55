// Reads the operations of the trace from chunks of bytes, in the order in which they were written.
import { errorCodes } from '../../../contract/errors.ts';
import { outcomes } from '../../../contract/trace-bounds.ts';
import { integerFields, textFields } from '../../../contract/trace-fields.ts';
import { flags, nullText, opKinds } from './op-layout.ts';
import { droppedPayload, noPayload } from './trace-op.ts';
import type { CloseOp, OpenOp, Payload } from './trace-op.ts';

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
      case opKinds.name: {
        const number = this.#word();
        this.#names.set(number, this.#text() ?? '');
        return;
      }
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

  #open(): OpenOp {
    const marks = this.#byte();
    // The members are read in the order in which they lie.
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
      integers: this.#integers(),
      texts: this.#texts(),
      payload: this.#payload(marks),
    };
  }

  #integers(): (number | null)[] {
    const values: (number | null)[] = [];
    for (let n = 0; n < integerFields.length; n += 1) values.push(this.#nullable());
    return values;
  }

  #texts(): (string | null)[] {
    const values: (string | null)[] = [];
    for (let n = 0; n < textFields.length; n += 1) values.push(this.#text());
    return values;
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
