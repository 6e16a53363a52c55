// A test of the strings of a pool, made once for each different string however many entries carry it.
import type { StringPool } from './string-pool.ts';

const yes = 1;
const no = 2;

/** Tells for the number of a string whether `test` holds for it; for null it never does. */
export function poolTest(pool: StringPool, test: (text: string) => boolean): (id: number | undefined) => boolean {
  let verdicts = new Uint8Array(pool.size);
  let renamed = pool.renamed;
  return (id = 0) => {
    if (id >= verdicts.length || renamed !== pool.renamed) {
      // A number that was given to another text makes every verdict doubtful.
      const known = renamed === pool.renamed ? verdicts : [];
      verdicts = new Uint8Array(Math.max(pool.size, id + 1) * 2);
      verdicts.set(known);
      renamed = pool.renamed;
    }
    const known = verdicts[id];
    if (known) return known === yes;
    const text = pool.text(id);
    const verdict = text !== null && test(text);
    verdicts[id] = verdict ? yes : no;
    return verdict;
  };
}
