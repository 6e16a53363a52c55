// The newest payloads, each entry's request and response linked, so that an entry needs one number to find both.
import { ByteRing } from './byte-ring.ts';
import type { TracePayload } from '../../../contract/schemas/trace.ts';
import type { Payload } from './trace-op.ts';

/** An entry's place while it has no payload at all, and when its only one was dropped. */
export const noPlace = -1;
const droppedPlace = -2;

/** The place of the entry's request (8 bytes), the length of the text (4) and marks (1). */
const headerBytes = 13;
const marks = { response: 1, cut: 2, dropped: 4 } as const;
const nothing = new Uint8Array(0);

interface Found {
  readonly before: number;
  readonly marks: number;
  readonly text: string;
}

export class PayloadRing {
  readonly #ring: ByteRing;
  readonly #header = Buffer.alloc(headerBytes);

  constructor(capacity: number) {
    this.#ring = new ByteRing(capacity);
  }

  /** Keeps a request and returns the place of its entry. */
  request(payload: Payload): number {
    if (payload.text === null) return payload.isDropped ? droppedPlace : noPlace;
    const place = this.#write(payload, noPlace, 0);
    return place < 0 ? droppedPlace : place;
  }

  /** Keeps a response and returns the new place of its entry, which had `place` before. */
  response(payload: Payload, place: number): number {
    if (payload.text === null && !payload.isDropped) return place;
    const written = this.#write(payload, place, marks.response);
    return written < 0 ? this.#write({ ...payload, text: null, isDropped: true }, place, marks.response) : written;
  }

  /** Both texts of the entry at `place`, as far as they are still here. */
  read(seq: number, place: number): TracePayload {
    const newest = this.#read(place);
    const isResponse = newest !== null && (newest.marks & marks.response) !== 0;
    const request = isResponse ? this.#read(newest.before) : newest;
    const response = isResponse ? newest : null;
    const requestPlace = isResponse ? newest.before : place;
    const isMissing = (request === null && requestPlace !== noPlace) || isDropped(request) || isDropped(response);
    return {
      seq,
      request: textOf(request),
      response: textOf(response),
      dropped: isMissing,
      ...(isCut(request) ? { requestCutAt: Buffer.byteLength(request.text) } : {}),
      ...(isCut(response) ? { responseCutAt: Buffer.byteLength(response.text) } : {}),
    };
  }

  #write({ text, isCut: wasCut, isDropped: wasDropped }: Payload, before: number, kind: number): number {
    this.#header.writeDoubleLE(before, 0);
    this.#header.writeUInt32LE(text?.length ?? 0, 8);
    this.#header.writeUInt8(kind | (wasCut ? marks.cut : 0) | (wasDropped ? marks.dropped : 0), 12);
    return this.#ring.write(this.#header, text ?? nothing);
  }

  #read(place: number): Found | null {
    const header = place < 0 ? null : this.#ring.read(place, headerBytes);
    const text = header && this.#ring.read(place + headerBytes, header.readUInt32LE(8));
    return text && { before: header.readDoubleLE(0), marks: header.readUInt8(12), text: text.toString() };
  }
}

function isDropped(found: Found | null): boolean {
  return found !== null && (found.marks & marks.dropped) !== 0;
}

function isCut(found: Found | null): found is Found {
  return found !== null && (found.marks & marks.cut) !== 0;
}

function textOf(found: Found | null): string | null {
  return isDropped(found) ? null : (found?.text ?? null);
}
