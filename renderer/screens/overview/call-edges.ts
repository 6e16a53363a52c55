// Who talks to whom lately, told from trace entries: the lines of the map.
import type { TraceEntry } from '../../../contract/schemas/trace.ts';

export interface Edge {
  readonly agentId: string;
  /** `browser:<id>` or `server:<id>`. */
  readonly target: string;
  readonly count: number;
  readonly lastAt: number;
}

/** How long a line stays on the map after its last message. */
export const edgeMs = 120_000;

/** One edge for each pair of agent and target that exchanged a message in the last two minutes before `now`. */
export function mapEdges(entries: readonly TraceEntry[], now: number): Edge[] {
  const bySeq = new Map(entries.map(entry => [entry.seq, entry]));
  const edges = new Map<string, Edge>();
  for (const entry of entries) {
    const { kind, id } = entry.to;
    const agentId = callerOf(entry, bySeq);
    if (agentId === null || (kind !== 'browser' && kind !== 'server') || entry.at < now - edgeMs) continue;
    const target = `${kind}:${id}`;
    const key = `${agentId} ${target}`;
    edges.set(key, { agentId, target, count: (edges.get(key)?.count ?? 0) + 1, lastAt: entry.at });
  }
  return [...edges.values()];
}

function callerOf(entry: TraceEntry, bySeq: ReadonlyMap<number, TraceEntry>): string | null {
  if (entry.from.kind === 'agent') return entry.from.id;
  const parent = entry.parent === null ? undefined : bySeq.get(entry.parent);
  return parent ? callerOf(parent, bySeq) : null;
}
