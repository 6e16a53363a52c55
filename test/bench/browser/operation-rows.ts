// A row for each operation: ours beside the better peer, and ours behind another tab beside ours in front.
import { ratioRow, rounded } from '../measure.ts';
import { operations } from './operations.ts';
import { type Taken, takeTurns } from './take-turns.ts';
import type { BenchRow } from '../row.ts';
import type { Driver } from './driver.ts';

export interface OperationRows {
  readonly rows: BenchRow[];
  /** Our middle time of each operation in ms, where all of it held. */
  readonly own: ReadonlyMap<string, number>;
}

/** A tab that nobody sees may take so much longer: less is the noise of a machine. */
const mostBehind = 1.3;
/** What takes less differs by as much from run to run. */
const shortestMs = 5;

/** `place` says where the work tab lies; each operation is repeated for `seconds` at most. */
export async function operationRows(
  drivers: readonly Driver[],
  origin: string,
  place: string,
  seconds: number,
): Promise<OperationRows> {
  const rows: BenchRow[] = [];
  const medians = new Map<string, number>();
  for (const operation of operations) {
    const [own, ...peers] = await takeTurns(operation, drivers, origin, seconds * 1_000);
    if (!own) continue;
    if (own.failure === null) medians.set(operation.name, own.median);
    const answering = peers.filter(({ failure }) => failure === null);
    const row = besideBetter(`${operation.name}, ${place}`, own, answering, ({ median }) => median, 'ms');
    const notes = [own, ...peers].map(noteOf);
    rows.push({ ...row, notes: operation.instead === undefined ? notes : [...notes, operation.instead] });
    if (operation.name.startsWith('screenshot'))
      rows.push(
        besideBetter(`size of a ${operation.name}, ${place}`, own, answering, ({ imageBytes }) => imageBytes, 'bytes'),
      );
  }
  return { rows, own: medians };
}

/** The operation that loses most when another tab lies in front. */
export function behindRow(front: OperationRows, behind: OperationRows): BenchRow {
  const both = [...front.own].flatMap(([name, baseline]) => {
    const value = behind.own.get(name);
    return value === undefined || baseline < shortestMs ? [] : [{ name, value, baseline, ratio: value / baseline }];
  });
  const [worst] = both.toSorted((a, b) => b.ratio - a.ratio);
  if (!worst) throw new Error('No operation held both in front and in the background.');
  const row = ratioRow(
    `ours in the background beside ours in front: ${worst.name}, which loses most`,
    { ...worst, unit: 'ms' },
    { atMost: mostBehind },
  );
  return { ...row, notes: both.map(({ name, ratio }) => `${name}: ${rounded(ratio)}`) };
}

function besideBetter(
  name: string,
  own: Taken,
  peers: readonly Taken[],
  measure: (taken: Taken) => number,
  unit: string,
): BenchRow {
  const row = ratioRow(name, { value: measure(own), baseline: Math.min(...peers.map(measure)), unit }, { atMost: 1 });
  // Beside peers of which none did it, nothing is shown.
  if (peers.length === 0)
    return { ...row, baseline: null, ratio: null, goal: `${row.goal}; no baseline`, holds: false };
  return { ...row, holds: row.holds && own.failure === null };
}

function noteOf({ name, median, p90, characters, imageBytes, failure }: Taken): string {
  if (failure !== null) return `${name}: failed: ${failure}`;
  const picture = imageBytes > 0 ? `, picture of ${imageBytes} bytes` : '';
  return `${name}: median ${median.toFixed(1)} ms, p90 ${p90.toFixed(1)} ms, ${characters} characters${picture}`;
}
