// A WebAssembly module whose memory has an end: what it declares is lowered before it is compiled, because the browser would let it have 4 GB.
// Layout: WebAssembly Core Specification, 5.5 Modules, 5.3.7 Memory Types (webassembly.github.io/spec/core/binary).
import { SaidError } from './box-said.ts';

const pageBytes = 65_536;
const memorySection = 5;
const headBytes = 8;

/** The same module with a memory of at most `maxBytes`. Throws SaidError for one that is none, or needs more at its start. */
export function boundedModule(module: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> {
  const isModule = module.length >= headBytes && module.subarray(0, 8).every((byte, at) => byte === head[at]);
  if (!isModule) throw new SaidError('serversBoxNoModule');
  const parts = [module.subarray(0, headBytes)];
  const reader = new Reader(module, headBytes);
  while (!reader.isAtEnd) {
    const begun = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const content = reader.take(size);
    const isMemory = id === memorySection;
    parts.push(
      isMemory ? section(id, memories(content, Math.floor(maxBytes / pageBytes))) : module.subarray(begun, reader.at),
    );
  }
  return joined(parts);
}

const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

function memories(content: Uint8Array<ArrayBuffer>, maxPages: number): Uint8Array<ArrayBuffer> {
  const reader = new Reader(content, 0);
  const count = reader.number();
  if (count > 1) throw new SaidError('serversBoxMemories', String(count));
  if (count === 0) return content;
  const flags = reader.byte();
  // Shared, and with addresses of 64 bits.
  if (flags > 1) throw new SaidError('serversBoxShared');
  const least = reader.number();
  const most = flags === 1 ? reader.number() : maxPages;
  if (least > maxPages)
    throw new SaidError(
      'serversBoxLarge',
      ...[Math.ceil(mebibytesOf(least)), Math.floor(mebibytesOf(maxPages))].map(String),
    );
  return joined([bytesOf(1), bytesOf(1), bytesOf(least), bytesOf(Math.min(most, maxPages))]);
}

function mebibytesOf(pages: number): number {
  return (pages * pageBytes) / (1_024 * 1_024);
}

function section(id: number, content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return joined([new Uint8Array([id]), bytesOf(content.length), content]);
}

/** LEB128 of 32 bits, without a sign. */
function bytesOf(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return new Uint8Array(bytes);
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function torn(): Error {
  return new SaidError('serversBoxTorn');
}

class Reader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw torn();
    this.at += 1;
    return byte;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw torn();
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    if (this.at + length > this.#bytes.length) throw torn();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}
