// The pipes of a module that is begun anew for each request: its input is one line, and what it writes is kept until it has ended.
import { answering, WasiError } from './errno.ts';
import type { GuestMemory } from './guest-memory.ts';

export interface RequestPipes {
  /** What the module imports, with these pipes in place of the process's own. */
  readonly imports: WebAssembly.ModuleImports;
  /** Gives it the next request; what the one before has written is forgotten. */
  begin(line: string): void;
  /** What it has written since. */
  written(): { readonly stdout: string; readonly stderr: string };
}

type Theirs = (...args: number[]) => number;

/** `layer` is everything else of WASI. A module that writes more than `maxBytes` for one request is answered with EFBIG. */
export function requestPipes(layer: WebAssembly.ModuleImports, memory: GuestMemory, maxBytes: number): RequestPipes {
  let held = new HeldPipes(memory, '', maxBytes);
  const read = answering((...to: [number, number, number]) => held.read(...to));
  const write = answering((...from: [number, number, number, number]) => held.write(...from));
  const imports = {
    ...layer,
    fd_read: (fd: number, at: number, count: number, done: number) =>
      fd === 0 ? read(at, count, done) : (layer.fd_read as Theirs)(fd, at, count, done),
    fd_write: (fd: number, at: number, count: number, done: number) =>
      fd === 1 || fd === 2 ? write(fd, at, count, done) : (layer.fd_write as Theirs)(fd, at, count, done),
  };
  return {
    imports,
    begin: line => {
      held = new HeldPipes(memory, `${line}\n`, maxBytes);
    },
    written: () => held.written(),
  };
}

/** Of one request. */
class HeldPipes {
  readonly #memory: GuestMemory;
  #input: Uint8Array;
  readonly #output: readonly [Uint8Array[], Uint8Array[]] = [[], []];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(memory: GuestMemory, input: string, maxBytes: number) {
    this.#memory = memory;
    this.#maxBytes = maxBytes;
    this.#input = new TextEncoder().encode(input);
  }

  read(at: number, count: number, done: number): void {
    let length = 0;
    for (const buffer of this.#memory.buffers(at, count)) {
      const part = this.#input.subarray(0, buffer.length);
      buffer.set(part);
      this.#input = this.#input.subarray(part.length);
      length += part.length;
    }
    this.#memory.setU32(done, length);
  }

  /** `fd` is 1 or 2. */
  write(fd: number, at: number, count: number, done: number): void {
    let length = 0;
    for (const buffer of this.#memory.buffers(at, count)) {
      length += buffer.length;
      this.#bytes += buffer.length;
      if (this.#bytes > this.#maxBytes) throw new WasiError('EFBIG');
      this.#output[fd - 1]?.push(buffer.slice());
    }
    this.#memory.setU32(done, length);
  }

  written(): { stdout: string; stderr: string } {
    const [stdout, stderr] = this.#output;
    return { stdout: textOf(stdout), stderr: textOf(stderr) };
  }
}

/** A sign may be torn over two parts. */
function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return parts.map(part => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}
