// Puts what an earlier run of the hub kept of its trace back: entries without the texts of their messages, which nobody kept.
import { droppedPayload } from './trace-op.ts';
import type { TraceColumns } from './trace-columns.ts';

/** Lines that cannot be read, and numbers that are taken, are left out. What checks a line is loaded for it. */
export async function restoreKept(columns: TraceColumns, text: string): Promise<void> {
  const { LineReader } = await import('./import/read-line.ts');
  const reader = new LineReader();
  for (const line of text.split('\n')) {
    const read = reader.read(line);
    if (read === null || 'kind' in read) continue;
    const { open, close } = read;
    if (columns.slotOf(open.seq) >= 0 || (columns.newest > 0 && open.seq < columns.oldest)) continue;
    columns.open({ ...open, payload: droppedPayload });
    if (close) columns.close({ ...close, reason: null, payload: droppedPayload });
  }
}
