// Values of D-Bus as bytes (D-Bus specification 0.43 "Marshalling"): what a listener on the system bus needs of them.

/**
 * Booleans, numbers and text as themselves, `x` and `t` as bigint, arrays, structs and entries as arrays. A variant is read as
 * its value alone, and written from a `Variant`.
 */
export type DbusValue = boolean | number | bigint | string | Variant | readonly DbusValue[];

export class Variant {
  readonly signature: string;
  readonly value: DbusValue;

  constructor(signature: string, value: DbusValue) {
    this.signature = signature;
    this.value = value;
  }
}

const alignments: Readonly<Record<string, number>> = {
  ...{ y: 1, g: 1, v: 1, n: 2, q: 2, b: 4, i: 4, u: 4, h: 4, s: 4, o: 4, a: 4 },
  ...{ x: 8, t: 8, d: 8, '(': 8, '{': 8 },
};
const maxDepth = 64;

/** The single complete types of a signature: `sa{sv}as` is `s`, `a{sv}` and `as`. Throws where one is not complete. */
export function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = typeEnd(signature, at, 0);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function typeEnd(signature: string, at: number, depth: number): number {
  const code = signature[at];
  if (code === undefined || !(code in alignments) || depth > maxDepth)
    throw new Error(`${JSON.stringify(signature)} is no signature of D-Bus.`);
  if (code === 'a') return typeEnd(signature, at + 1, depth + 1);
  if (code !== '(' && code !== '{') return at + 1;
  const close = code === '(' ? ')' : '}';
  // A struct has at least one member; one of none would be an array's without an end.
  let end = typeEnd(signature, at + 1, depth + 1);
  while (signature[end] !== close) end = typeEnd(signature, end, depth + 1);
  return end + 1;
}

/** Reads from one message; offsets count from its first byte, as alignment does. */
export class DbusReader {
  readonly #bytes: Buffer;
  readonly #little: boolean;
  #at: number;

  constructor(bytes: Buffer, little: boolean, at = 0) {
    this.#bytes = bytes;
    this.#little = little;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  align(size: number): void {
    this.#at = Math.ceil(this.#at / size) * size;
  }

  /** Throws RangeError where the bytes end too early. */
  all(signature: string): DbusValue[] {
    return typesOf(signature).map(type => this.#value(type, 0));
  }

  #value(type: string, depth: number): DbusValue {
    if (depth > maxDepth) throw new Error(`A message of D-Bus is nested deeper than ${maxDepth}.`);
    const code = type[0] ?? '';
    this.align(alignments[code] ?? 1);
    if (code === 'v') {
      const [inner] = typesOf(this.#signature());
      if (inner === undefined) throw new Error('A variant of D-Bus has no type.');
      return this.#value(inner, depth + 1);
    }
    if (code === '(' || code === '{') return typesOf(type.slice(1, -1)).map(member => this.#value(member, depth + 1));
    if (code === 'a') return this.#array(type.slice(1), depth);
    if (code === 'g') return this.#signature();
    if (code === 's' || code === 'o') return this.#text(this.#unsigned(4));
    return this.#scalar(code);
  }

  #array(member: string, depth: number): DbusValue[] {
    const length = this.#unsigned(4);
    this.align(alignments[member[0] ?? ''] ?? 1);
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('An array goes on beyond its message.');
    const found: DbusValue[] = [];
    while (this.#at < end) found.push(this.#value(member, depth + 1));
    return found;
  }

  #scalar(code: string): DbusValue {
    const [bytes, little] = [this.#bytes, this.#little];
    const at = this.#at;
    this.#at += alignments[code] ?? 1;
    if (code === 'y') return bytes.readUInt8(at);
    if (code === 'n') return little ? bytes.readInt16LE(at) : bytes.readInt16BE(at);
    if (code === 'q') return little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
    if (code === 'i') return little ? bytes.readInt32LE(at) : bytes.readInt32BE(at);
    if (code === 'x') return little ? bytes.readBigInt64LE(at) : bytes.readBigInt64BE(at);
    if (code === 't') return little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at);
    if (code === 'd') return little ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
    const number = little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    return code === 'b' ? number === 1 : number;
  }

  #unsigned(size: 1 | 4): number {
    this.align(size);
    const value = this.#little ? this.#bytes.readUIntLE(this.#at, size) : this.#bytes.readUIntBE(this.#at, size);
    this.#at += size;
    return value;
  }

  #signature(): string {
    return this.#text(this.#unsigned(1));
  }

  /** Text ends with a zero that its length does not count. */
  #text(length: number): string {
    const end = this.#at + length;
    if (end >= this.#bytes.length) throw new RangeError('Text goes on beyond its message.');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }
}

/** `values` by `signature`, little-endian, to stand at an offset that 8 divides. Writes what a client says: y b u s o g v a ( {. */
export function encodeValues(signature: string, values: readonly DbusValue[]): Buffer {
  const bytes: number[] = [];
  for (const [index, type] of typesOf(signature).entries()) write(bytes, type, values[index] ?? '');
  return Buffer.from(bytes);
}

function write(bytes: number[], type: string, value: DbusValue): void {
  const code = type[0] ?? '';
  pad(bytes, alignments[code] ?? 1);
  if (code === 'y') bytes.push(Number(value));
  else if (code === 'u' || code === 'b') unsigned(bytes, Number(value));
  else if (code === 's' || code === 'o') {
    unsigned(bytes, Buffer.byteLength(String(value)));
    bytes.push(...Buffer.from(String(value)), 0);
  } else if (code === 'g') bytes.push(String(value).length, ...Buffer.from(String(value)), 0);
  else if (code === 'v' && value instanceof Variant) {
    write(bytes, 'g', value.signature);
    write(bytes, value.signature, value.value);
  } else if (code === 'a' && Array.isArray(value)) writeArray(bytes, type.slice(1), value);
  else if ((code === '(' || code === '{') && Array.isArray(value)) {
    for (const [index, member] of typesOf(type.slice(1, -1)).entries()) write(bytes, member, value[index]);
  } else throw new Error(`A value of the type ${type} cannot be written.`);
}

function writeArray(bytes: number[], member: string, items: readonly DbusValue[]): void {
  const lengthAt = bytes.length;
  unsigned(bytes, 0);
  pad(bytes, alignments[member[0] ?? ''] ?? 1);
  const begin = bytes.length;
  for (const item of items) write(bytes, member, item);
  const length: number[] = [];
  unsigned(length, bytes.length - begin);
  bytes.splice(lengthAt, length.length, ...length);
}

function unsigned(bytes: number[], value: number): void {
  const four = Buffer.alloc(4);
  four.writeUInt32LE(value);
  bytes.push(...four);
}

function pad(bytes: number[], size: number): void {
  while (bytes.length % size !== 0) bytes.push(0);
}
