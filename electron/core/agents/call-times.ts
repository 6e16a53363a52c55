// How long the newest calls of one agent took.
import type { AgentFigures } from '../../../contract/schemas/entities.ts';

const kept = 500;

export class CallTimes {
  readonly #times = new Float64Array(kept);
  #count = 0;

  add(ms: number): void {
    this.#times[this.#count % kept] = ms;
    this.#count += 1;
  }

  /** Sorted only when it is asked for: calls come more often than somebody looks. */
  figures(): Omit<AgentFigures, 'agentId'> {
    const sorted = this.#times.slice(0, Math.min(this.#count, kept)).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
    return { calls: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) };
  }
}
