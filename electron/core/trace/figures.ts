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

/** One tool, and how many of its calls were seen so far. */
interface Group {
  readonly what: number;
  readonly to: Party | null;
  calls: number;
  answered: number;
  failed: number;
  refused: number;
}

/** All numbers lie outside of the heap: there may be a million of them. */
interface Calls {
  readonly groups: readonly Group[];
  /** By place from the oldest entry on: the number of its group, plus one; 0 for what is no call. */
  readonly groupOf: Uint32Array;
}

export function readFigures(columns: TraceColumns, filter: TraceFilter, side: FigureSide): TraceFigures {
  const { groups, groupOf } = callsOf(columns, filter, side);
  const most = groups
    .map((group, index) => ({ group, index }))
    .toSorted((a, b) => b.group.calls - a.group.calls)
    .slice(0, maxToolFigures);
  const sizes = new Map(most.map(({ group, index }) => [index, new Float64Array(group.calls)]));
  const latencies = new Map(most.map(({ group, index }) => [index, new Float64Array(group.answered)]));
  fill(columns, groupOf, sizes, latencies);
  return {
    tools: most.map(({ group, index }) => figuresOf(columns, group, sizes.get(index), latencies.get(index))),
    more: groups.length - most.length,
    calls: groups.reduce((sum, { calls }) => sum + calls, 0),
    latencyEdges,
    sizeEdges,
  };
}

function callsOf(columns: TraceColumns, filter: TraceFilter, side: FigureSide): Calls {
  const { oldest, newest, capacity, state, what, route, latencyMs } = columns;
  const matches = createMatcher(columns, filter) ?? (() => true);
  const sides = sidesOf(columns, side);
  const groups: Group[] = [];
  const byKey = new Map<number, number>();
  const groupOf = new Uint32Array(Math.max(0, newest - oldest + 1));
  for (let place = 0; place < groupOf.length; place += 1) {
    const slot = (oldest + place) % capacity;
    const bits = state[slot] ?? 0;
    const number = bits === 0 || bits & stateBits.notification ? 0 : sides.numberOf(route[slot] ?? 0);
    if (number === 0 || !matches(slot)) continue;
    const key = (what[slot] ?? 0) * maxTargets + number;
    let index = byKey.get(key);
    if (index === undefined) {
      index = groups.push({ what: what[slot] ?? 0, to: sides.target(number), ...none }) - 1;
      byKey.set(key, index);
    }
    groupOf[place] = index + 1;
    const group = groups[index] as Group;
    group.calls += 1;
    if (!Number.isNaN(latencyMs[slot])) group.answered += 1;
    if ((bits & stateBits.outcome) === failed) group.failed += 1;
    if ((bits & stateBits.outcome) === refused) group.refused += 1;
  }
  return { groups, groupOf };
}

const none = { calls: 0, answered: 0, failed: 0, refused: 0 };
/** More browsers and servers than this at a time count as one. */
const maxTargets = 4_096;

/** Which routes are of this side: 0 is none of it, and each target has a number of its own. */
function sidesOf(columns: TraceColumns, side: FigureSide) {
  const targets: (Party | null)[] = [null];
  const numbers = new Map<string, number>();
  const known = new Map<number, number>();
  const look = (route: number): number => {
    const { from, to } = parseRoute(columns.routes.text(route) ?? '');
    if (side === 'agents') return from.kind === 'agent' ? 1 : 0;
    if (from.kind !== 'hub' || (to.kind !== 'browser' && to.kind !== 'server')) return 0;
    const key = `${to.kind} ${to.id}`;
    const number = numbers.get(key) ?? Math.min(targets.push(to), maxTargets) - 1;
    numbers.set(key, number);
    return number;
  };
  return {
    target: (number: number) => (side === 'agents' ? null : (targets[number] ?? null)),
    numberOf: (route: number): number => {
      const number = known.get(route) ?? look(route);
      known.set(route, number);
      return number;
    },
  };
}

function fill(
  columns: TraceColumns,
  groupOf: Uint32Array,
  sizes: ReadonlyMap<number, Float64Array>,
  latencies: ReadonlyMap<number, Float64Array>,
): void {
  const { oldest, capacity, latencyMs } = columns;
  const ends = { size: new Map<number, number>(), latency: new Map<number, number>() };
  const put = (into: Float64Array | undefined, end: Map<number, number>, index: number, value: number) => {
    const at = end.get(index) ?? 0;
    if (into) into[at] = value;
    end.set(index, at + 1);
  };
  for (let place = 0; place < groupOf.length; place += 1) {
    const index = (groupOf[place] ?? 0) - 1;
    if (index < 0) continue;
    const slot = (oldest + place) % capacity;
    put(sizes.get(index), ends.size, index, columns.allBytes(slot));
    const latency = latencyMs[slot] ?? Number.NaN;
    if (Number.isNaN(latency)) continue;
    put(latencies.get(index), ends.latency, index, Math.max(0, latency - columns.waitedMs(slot)));
  }
}

function figuresOf(
  columns: TraceColumns,
  { what, to, calls, failed: failures, refused: refusals }: Group,
  sizes = new Float64Array(0),
  latencies = new Float64Array(0),
): ToolFigures {
  sizes.sort();
  latencies.sort();
  return {
    ...parseWhat(columns.whats.text(what) ?? ''),
    to,
    calls,
    failed: failures,
    refused: refusals,
    latency: latencies.length === 0 ? null : spreadOf(latencies, latencyEdges),
    size: spreadOf(sizes, sizeEdges),
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
  };
}
