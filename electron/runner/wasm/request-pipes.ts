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

const maxWrittenBytes = 64 * 1024 * 1024;

/** `layer` is everything else of WASI. */
export function requestPipes(layer: WebAssembly.ModuleImports, memory: GuestMemory): RequestPipes {
  let held = new HeldPipes(memory, '');
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
      held = new HeldPipes(memory, `${line}\n`);
    },
    written: () => held.written(),
  };
}

/** Of one request. */
class HeldPipes {
  readonly #memory: GuestMemory;
  #input: Uint8Array;
  readonly #output: readonly [Uint8Array[], Uint8Array[]] = [[], []];
  #bytes = 0;

  constructor(memory: GuestMemory, input: string) {
    this.#memory = memory;
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
      if (this.#bytes > maxWrittenBytes) throw new WasiError('EFBIG');
      this.#output[fd - 1]?.push(buffer.slice());
    }
    this.#memory.setU32(done, length);
  }

  written(): { stdout: string; stderr: string } {
    const [stdout, stderr] = this.#output;
    return { stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') };
  }
}
