// Reads DER (ITU X.690) as far as a signature needs it: definite lengths, tags of one byte, one level at a time, so that nothing nests or counts without bound.

export const tags = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  boolean: 0x01,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific and constructed: `[0]`, `[1]`, `[3]`. */
  first: 0xa0,
  second: 0xa1,
  fourth: 0xa3,
} as const;

export interface Der {
  readonly tag: number;
  /** Its contents, without tag and length. */
  readonly body: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

const maxChildren = 1_000;
const maxLengthBytes = 4;

/** Throws RangeError for what is no DER. */
export function readDer(bytes: Buffer): Der {
  const [tag, first] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const isLong = first > 0x7f;
  const lengthBytes = isLong ? first & 0x7f : 0;
  if ((tag & 0x1f) === 0x1f || (isLong && lengthBytes === 0) || lengthBytes > maxLengthBytes)
    throw new RangeError('A tag or a length is in a form that DER does not have');
  const length = isLong ? bytes.readUIntBE(2, lengthBytes) : first;
  const from = 2 + lengthBytes;
  if (from + length > bytes.length) throw new RangeError('A length leads past the end');
  return { tag, body: bytes.subarray(from, from + length), whole: bytes.subarray(0, from + length) };
}

/** One value that fills all of the bytes. */
export function readWhole(bytes: Buffer, tag: number): Der {
  const der = readDer(bytes);
  if (der.tag !== tag || der.whole.length !== bytes.length) throw new RangeError('It is not what stands there');
  return der;
}

/** The values in a constructed one, in order. */
export function childrenOf({ body }: Der): Der[] {
  const children: Der[] = [];
  for (let at = 0; at < body.length; ) {
    if (children.length === maxChildren) throw new RangeError('There are too many values');
    const child = readDer(body.subarray(at));
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** The next of a list, which has to be of that tag. */
export function take(list: Der[], tag: number): Der {
  const next = list.shift();
  if (next?.tag !== tag) throw new RangeError('Something is missing, or stands elsewhere');
  return next;
}

/** The next of a list where it has that tag. */
export function takeIf(list: Der[], tag: number): Der | null {
  return list[0]?.tag === tag ? (list.shift() ?? null) : null;
}

/** An object identifier in dots. */
export function oidOf({ tag, body }: Der): string {
  if (tag !== tags.oid || body.length > 64) throw new RangeError('There is no object identifier where one belongs');
  const numbers: number[] = [];
  let number = 0;
  for (const byte of body) {
    number = number * 128 + (byte & 0x7f);
    if (byte > 0x7f) continue;
    numbers.push(number);
    number = 0;
  }
  const [head = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(head / 40));
  return [top, head - top * 40, ...rest].join('.');
}
