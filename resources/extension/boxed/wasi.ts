// WASI preview 1 for a module in a worker: clocks, chance, its name and its pipes. No files, no environment, no sockets.
// Source: github.com/WebAssembly/WASI, legacy/preview1/docs.md.
import { answering, WasiError } from '../../../electron/runner/wasm/errno.ts';
import { SaidError } from './box-said.ts';
import type { GuestMemory } from '../../../electron/runner/wasm/guest-memory.ts';

/** The module has ended by itself. */
export class ModuleExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`It exited with code ${code}.`);
    this.code = code;
  }
}

interface Clocks {
  /** Milliseconds since 1970. */
  readonly wall: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly steady: () => number;
}

const [subscriptionBytes, eventBytes] = [48, 32];
/** `getRandomValues` gives no more at once. */
const maxChance = 65_536;
const nsPerMs = 1_000_000;

/** Everything but reading and writing on the pipes. */
export function wasi(memory: GuestMemory, name: string, clocks: Clocks): WebAssembly.ModuleImports {
  return {
    ...textList(memory, 'args', [name]),
    ...textList(memory, 'environ', []),
    ...descriptorCalls(memory),
    clock_time_get: answering((clock: number, _precision: bigint, at: number) =>
      memory.setU64(at, inNs(timeOf(clock, clocks))),
    ),
    clock_res_get: answering((_clock: number, at: number) => memory.setU64(at, BigInt(nsPerMs))),
    random_get: answering((at: number, length: number) => {
      const bytes = memory.bytes(at, length);
      for (let from = 0; from < bytes.length; from += maxChance)
        crypto.getRandomValues(bytes.subarray(from, from + maxChance));
    }),
    sched_yield: () => 0,
    poll_oneoff: answering((list: number, events: number, count: number, told: number) =>
      poll(memory, clocks, { list, events, count, told }),
    ),
    proc_exit: (code: number) => {
      throw new ModuleExit(code);
    },
  };
}

/** There are the three pipes, and no folder to open anything in. */
function descriptorCalls(memory: GuestMemory): WebAssembly.ModuleImports {
  const failing = (error: string) => () => {
    throw new WasiError(error);
  };
  const ofNone = answering(failing('EBADF'));
  const onPipe = (act: (at: number) => void) =>
    answering((fd: number, at: number) => {
      if (fd >>> 0 > 2) throw new WasiError('EBADF');
      act(at);
    });
  return {
    fd_close: onPipe(() => {}),
    fd_fdstat_get: onPipe(at => memory.bytes(at, 24).fill(0)),
    fd_fdstat_set_flags: onPipe(() => {}),
    fd_seek: onPipe(failing('ESPIPE')),
    fd_tell: onPipe(failing('ESPIPE')),
    fd_read: ofNone,
    fd_write: ofNone,
    fd_prestat_get: ofNone,
    fd_prestat_dir_name: ofNone,
    path_open: ofNone,
  };
}

/** The pipes' own come first. What else a module names of WASI is there, and answers that it is not supported. */
export function importsOf(
  module: WebAssembly.Module,
  known: WebAssembly.ModuleImports,
): Record<string, WebAssembly.ModuleImports> {
  const all: WebAssembly.ModuleImports = { ...known };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from !== 'wasi_snapshot_preview1' || kind !== 'function')
      throw new SaidError('serversBoxNeeds', `${from}.${name}`);
    all[name] ??= answering(() => {
      throw new WasiError('ENOSYS');
    });
  }
  return { wasi_snapshot_preview1: all };
}

function textList(memory: GuestMemory, name: 'args' | 'environ', texts: readonly string[]): WebAssembly.ModuleImports {
  const bytes = texts.map(text => new TextEncoder().encode(`${text}\0`));
  return {
    [`${name}_sizes_get`]: answering((count: number, size: number) => {
      memory.setU32(count, bytes.length);
      memory.setU32(
        size,
        bytes.reduce((sum, { length }) => sum + length, 0),
      );
    }),
    [`${name}_get`]: answering((list: number, to: number) => {
      let at = to >>> 0;
      for (const [index, text] of bytes.entries()) {
        memory.setU32((list >>> 0) + index * 4, at);
        memory.bytes(at, text.length).set(text);
        at += text.length;
      }
    }),
  };
}

/** `clockid`: 0 is the wall's, 1 the steady one; those of processor time are not told. */
function timeOf(clock: number, { wall, steady }: Clocks): number {
  if (clock > 1) throw new WasiError('ENOTSUP');
  return clock === 0 ? wall() : steady();
}

function inNs(ms: number): bigint {
  return BigInt(Math.round(ms * nsPerMs));
}

interface Polled {
  readonly list: number;
  readonly events: number;
  readonly count: number;
  readonly told: number;
}

/** A pipe is always ready. For a clock a worker cannot but count the time away, which its bound ends. */
function poll(memory: GuestMemory, clocks: Clocks, { list, events, count, told }: Polled): void {
  if (count >>> 0 === 0) throw new WasiError('EINVAL');
  const asked = Array.from({ length: Math.min(count >>> 0, 1_024) }, (_, index) => {
    const one = memory.view((list >>> 0) + index * subscriptionBytes, subscriptionBytes);
    const [userdata, type] = [one.getBigUint64(0, true), one.getUint8(8)];
    if (type !== 0) return { userdata, type, at: 0 };
    const now = timeOf(one.getUint32(16, true), clocks);
    const wished = Number(one.getBigUint64(24, true)) / nsPerMs;
    const isAbsolute = (one.getUint16(40, true) & 1) !== 0;
    return { userdata, type, at: clocks.steady() + (isAbsolute ? wished - now : wished) };
  });
  const first = Math.min(...asked.map(({ at }) => at));
  while (clocks.steady() < first);
  const ready = asked.filter(({ at }) => at <= first);
  for (const [index, { userdata, type }] of ready.entries()) {
    const event = memory.view((events >>> 0) + index * eventBytes, eventBytes);
    for (let at = 0; at < eventBytes; at += 8) event.setBigUint64(at, at === 0 ? userdata : 0n, true);
    event.setUint8(10, type);
  }
  memory.setU32(told, ready.length);
}
