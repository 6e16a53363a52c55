// The module's memory: numbers, names and lists of buffers at the places that it gives, each checked to lie inside.
// Layouts: WASI preview 1 (github.com/WebAssembly/WASI, legacy/preview1/docs.md).
import { WasiError } from './errno.ts';

/** readv(2) takes no more buffers at once. */
const maxBuffers = 1_024;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Places come from the module as signed numbers of 32 bits. What lies outside throws a RangeError. */
export class GuestMemory {
  #memory: WebAssembly.Memory | null = null;

  /** Before the module starts. */
  use(memory: WebAssembly.Memory): void {
    this.#memory = memory;
  }

  bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, at >>> 0, length >>> 0);
  }

  /** Of `length` bytes; made anew for each call, because memory that grows leaves its old views empty. */
  view(at: number, length: number): DataView {
    return new DataView(this.#buffer, at >>> 0, length);
  }

  setU32(at: number, value: number): void {
    this.view(at, 4).setUint32(0, value, true);
  }

  setU64(at: number, value: bigint): void {
    this.view(at, 8).setBigUint64(0, value, true);
  }

  /** Throws EILSEQ for what is not UTF-8 and EINVAL for a NUL in it. */
  text(at: number, length: number): string {
    const bytes = this.bytes(at, length);
    if (bytes.includes(0)) throw new WasiError('EINVAL');
    try {
      return decoder.decode(bytes);
    } catch {
      throw new WasiError('EILSEQ');
    }
  }

  /** A list of `iovec` or `ciovec`. */
  buffers(at: number, count: number): Uint8Array<ArrayBuffer>[] {
    if (count >>> 0 > maxBuffers) throw new WasiError('EINVAL');
    return Array.from({ length: count }, (_, index) => {
      const pair = this.view((at >>> 0) + index * 8, 8);
      return this.bytes(pair.getUint32(0, true), pair.getUint32(4, true));
    });
  }

  get #buffer(): ArrayBuffer {
    if (!this.#memory) throw new WasiError('EFAULT');
    return this.#memory.buffer;
  }
}
