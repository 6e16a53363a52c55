// The entries of a span of time: the newest while following, else those of the span that was moved to.
import { type Following, useFollowed } from '../use-followed.ts';
import type { TraceCondition, TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { Link } from '../../../link/link.ts';

/** The contract's `maxWindow`. */
const WINDOW = 200;
/** Marks of more entries than this are no picture any more. */
const MOST = 1_000;
const STEP_MS = 250;

export interface LaneAsk {
  readonly condition: TraceCondition | null;
  readonly until: number | null;
  readonly span: number;
  /** When the span ends; null is at the newest entry. */
  readonly end: number | null;
}

export interface LaneEntries {
  readonly entries: readonly TraceEntry[];
  /** When the span ends that the entries are of. */
  readonly end: number;
  /** Whether there are more in the span than are drawn. */
  readonly isPart: boolean;
}

/** What was found, and what it was asked for. */
interface Answer {
  readonly found: LaneEntries | null;
  readonly ask: string;
}

const nothing: Answer = { found: null, ask: '' };

const following: Following<LaneAsk, Answer> = {
  everyMs: STEP_MS,
  holds: ({ ask }, want, isChanged) =>
    ask === JSON.stringify(want) && (want.until !== null || want.end !== null || !isChanged),
  fetch: async (link, _, want) => ({
    found: want.end === null ? await newestOf(link, want) : await around(link, want, want.end),
    ask: JSON.stringify(want),
  }),
};

export function useLaneEntries(ask: LaneAsk): LaneEntries | null {
  const [{ found }] = useFollowed(ask, nothing, following);
  return found;
}

function common({ condition, until }: LaneAsk) {
  const filter = condition === null ? {} : { where: condition };
  return { filter, count: WINDOW, ...(until === null ? {} : { until }) };
}

async function newestOf(link: Link, ask: LaneAsk): Promise<LaneEntries> {
  let { entries, from } = await link.request('trace:window', { ...common(ask), from: -1 });
  const last = entries.at(-1);
  const end = last ? last.at + (last.latencyMs ?? 0) : Date.now();
  const start = end - ask.span;
  while (from > 0 && (entries[0]?.at ?? 0) > start && entries.length < MOST) {
    const first = Math.max(0, from - WINDOW);
    const more = await link.request('trace:window', { ...common(ask), from: first, count: from - first });
    entries = [...more.entries, ...entries];
    from = first;
  }
  return { entries, end, isPart: from > 0 && (entries[0]?.at ?? 0) > start };
}

async function around(link: Link, ask: LaneAsk, end: number): Promise<LaneEntries> {
  const first = await link.request('trace:window', { ...common(ask), from: -1, nearAt: end - ask.span });
  let { entries } = first;
  let next = first.from + entries.length;
  const isMissing = () => next < first.matched && (entries.at(-1)?.at ?? end) < end;
  while (isMissing() && entries.length < MOST) {
    const more = await link.request('trace:window', { ...common(ask), from: next });
    if (more.entries.length === 0) break;
    entries = [...entries, ...more.entries];
    next += more.entries.length;
  }
  return { entries, end, isPart: isMissing() };
}
