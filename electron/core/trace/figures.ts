// Figures per tool, told from the columns: how often, how long, how large, how it ended.
import { maxToolFigures } from '../../contract/trace-tools.ts';
import { outcomes } from '../../contract/trace.ts';
import { edgesFrom, spreadOf } from './spread.ts';
import { stateBits } from './trace-columns.ts';
import { createMatcher } from './trace-matcher.ts';
import { parseRoute, parseWhat } from './trace-op.ts';
import type { FigureSide, ToolFigures, TraceFigures } from '../../contract/trace-tools.ts';
import type { Party, TraceFilter } from '../../contract/trace.ts';
import type { TraceColumns } from './trace-columns.ts';

const latencyEdges = edgesFrom(0.1);
const sizeEdges = edgesFrom(10);
const failed = outcomes.indexOf('error');
const refused = outcomes.indexOf('refused');

/** The entries of one tool, by slot. */
interface Group {
  readonly what: number;
  readonly to: Party | null;
  readonly slots: number[];
}

export function readFigures(columns: TraceColumns, filter: TraceFilter, side: FigureSide): TraceFigures {
  const groups = groupsOf(columns, filter, side);
  const most = groups.toSorted((a, b) => b.slots.length - a.slots.length).slice(0, maxToolFigures);
  return {
    tools: most.map(group => figuresOf(columns, group)),
    more: groups.length - most.length,
    calls: groups.reduce((sum, { slots }) => sum + slots.length, 0),
    latencyEdges,
    sizeEdges,
  };
}

function groupsOf(columns: TraceColumns, filter: TraceFilter, side: FigureSide): Group[] {
  const { oldest, newest, capacity, state, what, route } = columns;
  const matches = createMatcher(columns, filter) ?? (() => true);
  const targets = new Map<number, Party | null>();
  const targetOf = (id: number) => {
    if (!targets.has(id)) targets.set(id, sideOf(parseRoute(columns.routes.text(id) ?? ''), side));
    return targets.get(id) ?? null;
  };
  const groups = new Map<string, Group>();
  for (let seq = oldest; seq <= newest; seq += 1) {
    const slot = seq % capacity;
    const bits = state[slot] ?? 0;
    if (bits === 0 || bits & stateBits.notification || !matches(slot)) continue;
    const party = targetOf(route[slot] ?? 0);
    if (!party) continue;
    const id = what[slot] ?? 0;
    const to = side === 'targets' ? party : null;
    const key = to ? `${id} ${to.kind} ${to.id}` : `${id}`;
    const group = groups.get(key);
    if (group) group.slots.push(slot);
    else groups.set(key, { what: id, to, slots: [slot] });
  }
  return [...groups.values()];
}

/** The party that makes an entry one of this side, or null. */
function sideOf({ from, to }: { from: Party; to: Party }, side: FigureSide): Party | null {
  if (side === 'agents') return from.kind === 'agent' ? from : null;
  return from.kind === 'hub' && (to.kind === 'browser' || to.kind === 'server') ? to : null;
}

function figuresOf(columns: TraceColumns, { what, to, slots }: Group): ToolFigures {
  const endedAs = (outcome: number) =>
    slots.filter(slot => ((columns.state[slot] ?? 0) & stateBits.outcome) === outcome).length;
  const sizes = Float64Array.from(slots, slot => columns.allBytes(slot)).sort();
  const latencies = Float64Array.from(
    slots.filter(slot => !Number.isNaN(columns.latencyMs[slot] ?? Number.NaN)),
    slot => Math.max(0, (columns.latencyMs[slot] ?? 0) - columns.waitedMs(slot)),
  ).sort();
  return {
    ...parseWhat(columns.whats.text(what) ?? ''),
    to,
    calls: slots.length,
    failed: endedAs(failed),
    refused: endedAs(refused),
    latency: latencies.length === 0 ? null : spreadOf(latencies, latencyEdges),
    size: spreadOf(sizes, sizeEdges),
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
  };
}
