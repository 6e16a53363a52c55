// Puts what an earlier run of the hub kept of its trace back: entries without the texts of their messages, which nobody kept.
import { setImmediate as later } from 'node:timers/promises';
import { droppedPayload } from './trace-op.ts';
import type { TraceColumns } from './trace-columns.ts';
import type { ReadLine } from './trace-op.ts';

/** Between so many lines others have their turn. */
const linesAtOnce = 100;

/**
 * The entries of lines, some at a time; what cannot be read is left out. It is done outside of the trace's thread: what checks a line
 * would take more memory there than all the thread has, and much of it is loaded here anyway.
 */
export async function* readKept(text: string): AsyncGenerator<ReadLine[]> {
  const { LineReader } = await import('./import/read-line.ts');
  const reader = new LineReader();
  const lines = text.split('\n');
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    yield lines.slice(from, from + linesAtOnce).flatMap(line => {
      const read = reader.read(line);
      return read === null || 'kind' in read ? [] : [read];
    });
    await later();
  }
}

/** Numbers that are taken are left out. */
export function restoreKept(columns: TraceColumns, entries: readonly ReadLine[]): void {
  for (const { open, close } of entries) {
    if (columns.slotOf(open.seq) >= 0 || (columns.newest > 0 && open.seq < columns.oldest)) continue;
    columns.open({ ...open, payload: droppedPayload });
    if (close) columns.close({ ...close, reason: null, payload: droppedPayload });
  }
}
