// Figures per tool, computed from the columns: how often, how long, how large, how it ended.
import { maxToolFigures, outcomes } from '../../../contract/trace-bounds.ts';
import { distributionOf, edgesFrom } from './distribution.ts';
import { NumberList } from './number-list.ts';
import { stateBits } from './trace-columns.ts';
import { createMatcher } from './trace-matcher.ts';
import { parseRoute, parseWhat } from './trace-op.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { TraceParams } from '../../../contract/schemas/trace-requests.ts';
import type { ToolFigures, TraceFigures } from '../../../contract/schemas/trace-tools.ts';
import type { FigureSide } from '../../../contract/trace-bounds.ts';
import type { Work } from './slices.ts';
import type { TraceColumns } from './trace-columns.ts';

const latencyEdges = edgesFrom(0.1);
const sizeEdges = edgesFrom(10);
const failed = outcomes.indexOf('error');
const refused = outcomes.indexOf('refused');

/** One tool, and what its calls came to so far. */
interface Group {
  /** See `parseWhat`. */
  readonly name: string;
  readonly to: Party | null;
  readonly sizes: NumberList;
  readonly latencies: NumberList;
  calls: number;
  failed: number;
  refused: number;
  bytes: number;
}

/** Entries between two looks at the clock. */
const step = 4_096;
/** More browsers and servers than this at a time count as one. */
const maxTargets = 4_096;

type FiguresParams = TraceParams<'trace:figures'>;

export function* readFigures(columns: TraceColumns, params: FiguresParams): Work<TraceFigures> {
  const groups = yield* groupsOf(columns, params);
  const most = groups.toSorted((a, b) => b.calls - a.calls).slice(0, maxToolFigures);
  const tools: ToolFigures[] = [];
  for (const group of most) tools.push(yield* figuresOf(group));
  return {
    tools,
    more: groups.length - most.length,
    calls: groups.reduce((sum, { calls }) => sum + calls, 0),
    latencyEdges,
    sizeEdges,
  };
}

/** Each entry counts as it is when its turn comes; those that gave way to newer ones before it do not count. */
function* groupsOf(columns: TraceColumns, { filter, side, until }: FiguresParams): Work<readonly Group[]> {
  const { capacity, state, what, route } = columns;
  const newest = Math.min(until ?? columns.newest, columns.newest);
  const matches = createMatcher(columns, filter) ?? (() => true);
  const sides = sidesOf(columns, side);
  const groups = new Groups(columns);
  for (let seq = columns.oldest; seq <= newest; seq += 1) {
    if (seq % step === 0) {
      yield;
      seq = Math.max(seq, columns.oldest);
    }
    const slot = seq % capacity;
    const bits = state[slot] ?? 0;
    const number = bits === 0 || bits & stateBits.notification ? 0 : sides.numberOf(route[slot] ?? 0);
    if (number === 0 || !matches(slot)) continue;
    count(columns, groups.of(what[slot] ?? 0, number, sides.target(number)), slot);
  }
  return groups.all();
}

/** By tool and target. Numbers of texts find them fast, but may be given to other texts while the work rests. */
class Groups {
  readonly #columns: TraceColumns;
  readonly #byText = new Map<string, Group>();
  readonly #byNumber = new Map<number, Group>();
  #renamed = -1;

  constructor(columns: TraceColumns) {
    this.#columns = columns;
  }

  of(what: number, target: number, to: Party | null): Group {
    const { whats } = this.#columns;
    if (whats.renamed !== this.#renamed) this.#byNumber.clear();
    this.#renamed = whats.renamed;
    const number = what * maxTargets + target;
    const known = this.#byNumber.get(number);
    if (known) return known;
    const name = whats.text(what) ?? '';
    const text = `${target} ${name}`;
    const group = this.#byText.get(text) ?? emptyGroup(name, to);
    this.#byText.set(text, group);
    this.#byNumber.set(number, group);
    return group;
  }

  all(): readonly Group[] {
    return [...this.#byText.values()];
  }
}

function emptyGroup(name: string, to: Party | null): Group {
  const lists = { sizes: new NumberList(), latencies: new NumberList() };
  return { name, to, ...lists, calls: 0, failed: 0, refused: 0, bytes: 0 };
}

function count(columns: TraceColumns, group: Group, slot: number): void {
  const outcome = (columns.state[slot] ?? 0) & stateBits.outcome;
  const bytes = columns.allBytes(slot);
  const latency = columns.latencyMs[slot] ?? Number.NaN;
  group.calls += 1;
  group.bytes += bytes;
  group.sizes.add(bytes);
  if (!Number.isNaN(latency)) group.latencies.add(Math.max(0, latency - columns.waitedMs(slot)));
  if (outcome === failed) group.failed += 1;
  if (outcome === refused) group.refused += 1;
}

/** Which routes are of this side: 0 is none of it, and each target has a number of its own. */
function sidesOf(columns: TraceColumns, side: FigureSide) {
  const targets: (Party | null)[] = [null];
  const numbers = new Map<string, number>();
  const known = new Map<number, number>();
  let { renamed } = columns.routes;
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
      if (columns.routes.renamed !== renamed) known.clear();
      ({ renamed } = columns.routes);
      const number = known.get(route) ?? look(route);
      known.set(route, number);
      return number;
    },
  };
}

function* figuresOf(group: Group): Work<ToolFigures> {
  const { name, to, calls, failed: failures, refused: refusals, bytes } = group;
  const sizes = yield* group.sizes.sorted();
  const latencies = yield* group.latencies.sorted();
  return {
    ...parseWhat(name),
    to,
    calls,
    failed: failures,
    refused: refusals,
    latency: latencies.length === 0 ? null : distributionOf(latencies, latencyEdges),
    size: distributionOf(sizes, sizeEdges),
    bytes,
  };
}
