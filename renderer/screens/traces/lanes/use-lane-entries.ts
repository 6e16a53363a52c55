// The entries of a span of time: the newest while following, else those of the span that was moved to.
import { useStore } from 'zustand';
import { maxWindow } from '../../../../contract/trace-bounds.ts';
import { type AskTrace, type Following, useFollowed } from '../shown-trace.ts';
import type { TraceCondition, TraceEntry } from '../../../../contract/schemas/trace.ts';

/** Marks of more entries than this are no picture any more. */
const keptAtMost = 1_000;
const stepMs = 250;

export interface LaneWant {
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

/** What was found, and what was wanted. */
interface Answer {
  readonly found: LaneEntries | null;
  readonly want: string;
}

const nothing: Answer = { found: null, want: '' };

const following: Following<LaneWant, Answer> = {
  everyMs: stepMs,
  holds: (have, want, isChanged) =>
    have.want === JSON.stringify(want) && (want.until !== null || want.end !== null || !isChanged),
  fetch: async (ask, _, want) => ({
    found: want.end === null ? await newestOf(ask, want) : await around(ask, want, want.end),
    want: JSON.stringify(want),
  }),
};

export function useLaneEntries(want: LaneWant): LaneEntries | null {
  const [answer] = useFollowed(want, nothing, following);
  return useStore(answer, ({ found }) => found);
}

function common({ condition, until }: LaneWant) {
  const filter = condition === null ? {} : { where: condition };
  return { filter, count: maxWindow, ...(until === null ? {} : { until }) };
}

async function newestOf(ask: AskTrace, want: LaneWant): Promise<LaneEntries> {
  let { entries, from } = await ask('trace:window', { ...common(want), from: -1 });
  const last = entries.at(-1);
  const end = last ? last.at + (last.latencyMs ?? 0) : Date.now();
  const start = end - want.span;
  while (from > 0 && (entries[0]?.at ?? 0) > start && entries.length < keptAtMost) {
    const first = Math.max(0, from - maxWindow);
    const more = await ask('trace:window', { ...common(want), from: first, count: from - first });
    entries = [...more.entries, ...entries];
    from = first;
  }
  return { entries, end, isPart: from > 0 && (entries[0]?.at ?? 0) > start };
}

async function around(ask: AskTrace, want: LaneWant, end: number): Promise<LaneEntries> {
  const first = await ask('trace:window', { ...common(want), from: -1, nearAt: end - want.span });
  let { entries } = first;
  let next = first.from + entries.length;
  const isMissing = () => next < first.matched && (entries.at(-1)?.at ?? end) < end;
  while (isMissing() && entries.length < keptAtMost) {
    const more = await ask('trace:window', { ...common(want), from: next });
    if (more.entries.length === 0) break;
    entries = [...entries, ...more.entries];
    next += more.entries.length;
  }
  return { entries, end, isPart: isMissing() };
}
