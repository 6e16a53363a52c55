// The form of a property that the unit tests check briefly and `npm run fuzz` at length.
import * as fc from 'fast-check';

export interface Property {
  readonly title: string;
  /** Rejects with the smallest counterexample and the seed that finds it again. */
  check(cases: number): Promise<void>;
}

/** How many cases a unit test tries (that of the whole hub a quarter); FUZZ_RUNS sets another number. */
export const unitCases = Number(process.env['FUZZ_RUNS'] ?? 2_000);

export function property<Ts extends [unknown, ...unknown[]]>(
  title: string,
  inputs: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  holds: (...values: Ts) => void | Promise<void>,
): Property {
  const rule = fc.asyncProperty(fc.tuple<Ts>(...inputs), async values => holds(...values));
  return { title, check: numRuns => fc.assert(rule, { numRuns }) };
}
