// From any entry to the agent's call that it belongs to, with what that call carried and where it went.
import type { Party, TraceEntry } from '../../../contract/schemas/trace.ts';
import type { TraceColumns } from './trace-columns.ts';
import type { FoundCall } from './trace-messages.ts';

/** A call goes on to its target right after the gates; a later one is not looked for. */
const maxAhead = 20_000;
const maxClimb = 50;

/** Null when the entry is not kept any more. */
export function findCall(columns: TraceColumns, seq: number): FoundCall | null {
  const asked = entryOf(columns, seq);
  if (!asked) return null;
  const entry = causeOf(columns, asked);
  return { entry, payload: columns.payload(entry.seq), target: targetOf(columns, entry) };
}

/** The highest entry above this one that is still kept and was asked by an agent; itself where there is none. */
function causeOf(columns: TraceColumns, asked: TraceEntry): TraceEntry {
  let at = asked;
  for (let step = 0; step < maxClimb && at.parent !== null; step += 1) {
    const above = entryOf(columns, at.parent);
    if (!above) break;
    at = above;
  }
  return isAgentsRequest(at) ? at : asked;
}

function targetOf(columns: TraceColumns, { seq, to }: TraceEntry): Party | null {
  if (to.kind === 'server' || to.kind === 'browser') return to;
  const end = Math.min(columns.newest, seq + maxAhead);
  for (let next = seq + 1; next <= end; next += 1) {
    const slot = columns.slotOf(next);
    if (slot < 0 || columns.parentOf(slot, next) !== seq) continue;
    const child = columns.entry(slot);
    if (child.kind === 'request' && (child.to.kind === 'server' || child.to.kind === 'browser')) return child.to;
  }
  return null;
}

function isAgentsRequest({ from, kind }: TraceEntry): boolean {
  return from.kind === 'agent' && kind === 'request';
}

function entryOf(columns: TraceColumns, seq: number): TraceEntry | null {
  const slot = columns.slotOf(seq);
  return slot < 0 ? null : columns.entry(slot);
}
