// Which entries of the trace belong to one call.
import type { TraceEntry } from '../../electron/contract/trace.ts';

/** The root and all that descends from it. */
export function relatedTo(root: number, entries: readonly TraceEntry[]): TraceEntry[] {
  const family = new Set([root]);
  return entries.filter(({ seq, parent }) => {
    if (parent !== null && family.has(parent)) family.add(seq);
    return family.has(seq);
  });
}
