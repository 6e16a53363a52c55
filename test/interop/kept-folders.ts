// Folders of installed programs in a cache that clones and runs share: each comes there whole, and goes when nobody uses it any more.
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

/** An older clone may still use what a newer one does not. */
const unusedMs = 30 * 24 * 3_600_000;

/** What somebody else has put there meanwhile stays: it has the same packages. */
export function putInPlace(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** `now`: milliseconds since 1970. */
export function noteUse(folder: string, now: number): void {
  utimesSync(folder, now / 1_000, now / 1_000);
}

/** Those of the same programs with other versions, named like it up to the last `-`, that were not used for a while. */
export function dropUnused(folder: string, now: number): void {
  const [beside, own] = [path.dirname(folder), path.basename(folder)];
  const programs = own.slice(0, own.lastIndexOf('-') + 1);
  for (const name of readdirSync(beside)) {
    if (name === own || !name.startsWith(programs)) continue;
    const other = path.join(beside, name);
    const usedAt = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - usedAt > unusedMs) rmSync(other, { recursive: true, force: true });
  }
}
