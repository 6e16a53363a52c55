// Messages that are larger than NATS carries at once, cut into numbered parts and put together again. Pure.

/** Before each part: the number of the message, of the part, and how many there are; unsigned 32 bit, big-endian. */
const headBytes = 12;

/** `most` is what one message of NATS may have (`info.max_payload`). One part where it fits. */
export function cutIntoParts(message: Uint8Array, number: number, most: number): Uint8Array[] {
  const room = Math.max(1, most - headBytes);
  const count = Math.max(1, Math.ceil(message.length / room));
  return Array.from({ length: count }, (_, index) => {
    const body = message.subarray(index * room, (index + 1) * room);
    const part = new Uint8Array(headBytes + body.length);
    const head = new DataView(part.buffer);
    head.setUint32(0, number >>> 0);
    head.setUint32(4, index);
    head.setUint32(8, count);
    part.set(body, headBytes);
    return part;
  });
}

export type JoinedPart =
  /** More parts have to come. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'whole'; readonly message: Uint8Array }
  /** A part is missing, or it is no part at all: what was begun is given up. */
  | { readonly kind: 'broken' };

/** Joins the parts of one sender, whose messages come one after another. */
export class PartJoiner {
  readonly #mostBytes: number;
  #number = -1;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  take(part: Uint8Array): JoinedPart {
    if (part.length < headBytes) return this.#giveUp();
    const head = new DataView(part.buffer, part.byteOffset, headBytes);
    const [number, index, count] = [head.getUint32(0), head.getUint32(4), head.getUint32(8)];
    if (index === 0) this.#begin(number);
    const isNext = number === this.#number && index === this.#parts.length && index < count;
    this.#bytes += part.length - headBytes;
    if (!isNext || this.#bytes > this.#mostBytes) return this.#giveUp();
    this.#parts.push(part.subarray(headBytes));
    if (this.#parts.length < count) return { kind: 'waits' };
    const message = count === 1 ? part.subarray(headBytes) : Buffer.concat(this.#parts);
    this.#begin(-1);
    return { kind: 'whole', message };
  }

  #begin(number: number): void {
    this.#number = number;
    this.#parts = [];
    this.#bytes = 0;
  }

  #giveUp(): JoinedPart {
    this.#begin(-1);
    return { kind: 'broken' };
  }
}
