// Which times a file gets by WASI's `fstflags`. Pure.
import { WasiError } from './errno.ts';

/** Nanoseconds since 1970, as the file has them. */
interface Times {
  readonly atimeNs: bigint;
  readonly mtimeNs: bigint;
}

interface Wanted {
  /** Nanoseconds since 1970; used where `which` says so. */
  readonly accessed: bigint;
  readonly modified: bigint;
  /** WASI's `fstflags`: 1 atim, 2 atim_now, 4 mtim, 8 mtim_now. */
  readonly which: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Accessed and modified, in seconds since 1970 as Node takes them. Throws EINVAL where two exclude each other. */
export function newTimes(old: Times, { accessed, modified, which, now }: Wanted): [number, number] {
  if ((which & 3) === 3 || (which & 12) === 12) throw new WasiError('EINVAL');
  const time = (set: boolean, setNow: boolean, given: bigint, kept: bigint) =>
    setNow ? now / 1_000 : Number(set ? BigInt.asUintN(64, given) : kept) / 1e9;
  return [
    time((which & 1) !== 0, (which & 2) !== 0, accessed, old.atimeNs),
    time((which & 4) !== 0, (which & 8) !== 0, modified, old.mtimeNs),
  ];
}
