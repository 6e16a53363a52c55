// How fast messages and calls pass, from samples of running totals.
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

export interface RateSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The newest trace entry's number. */
  readonly newest: number;
  /** Calls of each agent so far. */
  readonly calls: Readonly<Record<string, number>>;
}

const keptMs = 300_000;
const rateWindowMs = 10_000;

export function takeSample(snapshot: Snapshot, newest: number, at: number): RateSample {
  const calls: Record<string, number> = {};
  for (const agent of Object.values(snapshot.agents)) calls[agent.id] = agent.calls;
  return { at, newest, calls };
}

/** Adds a sample and forgets those older than five minutes. */
export function addSample(samples: readonly RateSample[], sample: RateSample): RateSample[] {
  return [...samples.filter(old => old.at > sample.at - keptMs && old.newest <= sample.newest), sample];
}

/** Messages a second over the last ten seconds. */
export function messageRate(samples: readonly RateSample[]): number {
  return rateOf(samples, sample => sample.newest);
}

/** Calls a second of one agent over the last ten seconds. */
export function agentRate(samples: readonly RateSample[], agentId: string): number {
  return rateOf(samples, sample => sample.calls[agentId] ?? 0);
}

function rateOf(samples: readonly RateSample[], read: (sample: RateSample) => number): number {
  const last = samples.at(-1);
  if (!last) return 0;
  const first = samples.find(sample => sample.at >= last.at - rateWindowMs);
  if (!first || first === last) return 0;
  return Math.max(0, ((read(last) - read(first)) * 1000) / (last.at - first.at));
}

/** Messages a second for each of `count` equal steps over the kept time, oldest first: the line in the hub's box. */
export function rateLine(samples: readonly RateSample[], count: number): number[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || first === last) return [];
  const step = (last.at - first.at) / count;
  const at = (time: number) => samples.findLast(sample => sample.at <= time)?.newest ?? first.newest;
  return Array.from({ length: count }, (_, index) => {
    const from = first.at + index * step;
    return Math.max(0, ((at(from + step) - at(from)) * 1000) / step);
  });
}
