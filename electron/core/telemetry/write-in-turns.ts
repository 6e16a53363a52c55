// Writes the rows of a batch one by one, and lets calls have their turn between those that are long.
import { setImmediate } from 'node:timers/promises';
import type { Queued } from './export-queue.ts';

/** What is masked and written before others have their turn. */
const turnBytes = 32 * 1024;

export interface WrittenRows<T, Made> {
  readonly made: readonly Made[];
  /** Those that could be written. One that cannot must not stop those behind it. */
  readonly kept: readonly Queued<T>[];
  /** Why the last of the others could not. */
  readonly fault: string | null;
}

export async function writeInTurns<T, Made>(
  rows: readonly Queued<T>[],
  written: (row: T) => readonly Made[],
): Promise<WrittenRows<T, Made>> {
  const made: Made[] = [];
  const kept: Queued<T>[] = [];
  let fault: string | null = null;
  let bytes = 0;
  for (const each of rows) {
    try {
      made.push(...written(each.row));
      kept.push(each);
    } catch (error) {
      fault = whyOf(error);
    }
    bytes += each.bytes;
    if (bytes < turnBytes) continue;
    bytes = 0;
    await setImmediate();
  }
  return { made, kept, fault };
}

export function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
