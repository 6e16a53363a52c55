// One call on its way through the hub: the entry that it began with and all that it caused, however much passed in between.
import { maxRelated } from '../../../contract/trace-bounds.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { RelatedEntries } from '../../../contract/schemas/trace-tools.ts';
import type { Work } from './slices.ts';
import type { TraceColumns } from './trace-columns.ts';

/** Entries between two looks at the clock. */
const step = 4_096;
const maxClimb = 50;
/** What a call causes comes while it runs; what it leaves behind is looked for so much longer. */
const afterMs = 2_000;

/** Oldest first. Empty when the entry is not kept any more. */
export function* readRelated(columns: TraceColumns, seq: number): Work<RelatedEntries> {
  const root = rootOf(columns, seq);
  if (root === null) return { entries: [], more: 0 };
  const entries: TraceEntry[] = [root];
  const family = new Set([root.seq]);
  const last = root.latencyMs === null ? Infinity : root.at + root.latencyMs + afterMs;
  for (let next = root.seq + 1; next <= columns.newest; next += 1) {
    if (next % step === 0) yield;
    const slot = columns.slotOf(next);
    if (slot < 0) continue;
    if (columns.at(slot) > last && next > seq) break;
    const parent = columns.parentOf(slot, next);
    if (parent === null || !family.has(parent)) continue;
    family.add(next);
    // The one that was asked for is told in any case.
    if (entries.length < maxRelated || next === seq) entries.push(columns.entry(slot));
  }
  return { entries, more: family.size - entries.length };
}

/** The highest entry above this one that is still kept. */
function rootOf(columns: TraceColumns, seq: number): TraceEntry | null {
  let root: TraceEntry | null = null;
  let at: number | null = seq;
  for (let climb = 0; climb < maxClimb && at !== null; climb += 1) {
    const slot = columns.slotOf(at);
    if (slot < 0) break;
    root = columns.entry(slot);
    at = root.parent;
  }
  return root;
}
