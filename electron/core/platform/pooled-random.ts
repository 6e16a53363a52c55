// Random bytes for ids: many small values out of one that the system filled at once.
import { randomBytes } from 'node:crypto';

const poolSize = 4096;
/** A larger value takes so much of the pool that asking the system costs no more. */
const largestPooled = 64;

/** As `randomBytes` of node:crypto, at a tenth of its cost: each call of a tool needs some. What was given is wiped here, and given once. */
export function pooledRandom(): (size: number) => Buffer {
  let pool = Buffer.alloc(0);
  let at = 0;
  return size => {
    if (size > largestPooled) return randomBytes(size);
    if (at + size > pool.length) [pool, at] = [randomBytes(poolSize), 0];
    const own = pool.subarray(at, at + size);
    at += size;
    const given = Buffer.from(own);
    own.fill(0);
    return given;
  };
}
