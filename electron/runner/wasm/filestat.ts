// What a module hears of a file: its kind, size and times, laid out as it expects them.
// Layouts: WASI preview 1 (github.com/WebAssembly/WASI, legacy/preview1/docs.md).
import type { BigIntStats } from 'node:fs';
import type { GuestMemory } from './guest-memory.ts';

export function setFilestat(memory: GuestMemory, at: number, stat: BigIntStats): void {
  const view = memory.view(at, 64);
  view.setBigUint64(0, stat.dev, true);
  view.setBigUint64(8, stat.ino, true);
  view.setBigUint64(16, BigInt(filetypeOf(stat)), true);
  view.setBigUint64(24, stat.nlink, true);
  view.setBigUint64(32, stat.size, true);
  for (const [index, time] of [stat.atimeNs, stat.mtimeNs, stat.ctimeNs].entries())
    view.setBigUint64(40 + index * 8, BigInt.asUintN(64, time), true);
}

interface Typed {
  isDirectory(): boolean;
  isFile(): boolean;
  isSymbolicLink(): boolean;
}

/** WASI's `filetype`; devices and sockets are unknown, because they are never opened. */
export function filetypeOf(entry: Typed): number {
  if (entry.isDirectory()) return 3;
  if (entry.isFile()) return 4;
  return entry.isSymbolicLink() ? 7 : 0;
}
