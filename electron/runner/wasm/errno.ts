// WASI's error numbers, and which of them tells what failed on this machine.
// Source: WASI preview 1, type `errno` (github.com/WebAssembly/WASI, legacy/preview1/docs.md).

const names =
  'success 2big acces addrinuse addrnotavail afnosupport again already badf badmsg busy canceled child connaborted connrefused connreset deadlk destaddrreq dom dquot exist fault fbig hostunreach idrm ilseq inprogress intr inval io isconn isdir loop mfile mlink msgsize multihop nametoolong netdown netreset netunreach nfile nobufs nodev noent noexec nolck nolink nomem nomsg noprotoopt nospc nosys notconn notdir notempty notrecoverable notsock notsup notty nxio overflow ownerdead perm pipe proto protonosupport prototype range rofs spipe srch stale timedout txtbsy xdev notcapable'.split(
    ' ',
  );

/** By the names that POSIX has for them; ENOTCAPABLE is WASI's own: the module may not do this. */
const numbers: ReadonlyMap<string, number> = new Map(names.map((name, number) => [`E${name.toUpperCase()}`, number]));

/** A call that is refused with one of WASI's errors. */
export class WasiError extends Error {
  /** `ENOENT` and the like, as Node's errors have it. */
  readonly code: string;

  constructor(code: string) {
    super(`WASI ${code}`);
    this.code = code;
  }
}

/** Makes of a call that throws one that answers with an error number, 0 when it did not throw. */
export function answering<A extends unknown[]>(call: (...args: A) => void): (...args: A) => number {
  return (...args) => {
    try {
      call(...args);
      return 0;
    } catch (error) {
      return numberOf(error);
    }
  };
}

function numberOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // What Node does not take as an argument; and what lies outside of the module's memory.
  if (code.startsWith('ERR_')) return number('EINVAL');
  if (code === '' && error instanceof RangeError) return number('EFAULT');
  if (code === '') throw error;
  return numbers.has(code) ? number(code) : number('EIO');
}

function number(code: string): number {
  return numbers.get(code) ?? 0;
}
