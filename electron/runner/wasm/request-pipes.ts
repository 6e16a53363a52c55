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
  let input: Uint8Array = new Uint8Array(0);
  let output: Uint8Array[][] = [[], []];
  let bytes = 0;
  const read = answering((at: number, count: number, done: number) => {
    let length = 0;
    for (const buffer of memory.buffers(at, count)) {
      const part = input.subarray(0, buffer.length);
      buffer.set(part);
      input = input.subarray(part.length);
      length += part.length;
    }
    memory.setU32(done, length);
  });
  const write = answering((fd: number, at: number, count: number, done: number) => {
    let length = 0;
    for (const buffer of memory.buffers(at, count)) {
      length += buffer.length;
      bytes += buffer.length;
      if (bytes > maxWrittenBytes) throw new WasiError('EFBIG');
      output[fd - 1]?.push(buffer.slice());
    }
    memory.setU32(done, length);
  });
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
      input = new TextEncoder().encode(`${line}\n`);
      output = [[], []];
      bytes = 0;
    },
    written: () => {
      const [stdout = '', stderr = ''] = output.map(parts => Buffer.concat(parts).toString('utf8'));
      return { stdout, stderr };
    },
  };
}
