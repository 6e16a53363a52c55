// What the hub's own process uses: memory, and how late its timers come.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Observation } from './observation.ts';

/** How often lateness is looked at; the histogram holds it in nanoseconds, with this much in each. */
const resolutionMs = 20;
/** Who collects more often reads the same span of time again, so that two readers do not take each other's figures. */
const spanMs = 10_000;
const nanosPerSecond = 1e9;

export class ProcessFigures {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  #beganAt = performance.now();
  #lateness: readonly Observation[] = [];

  constructor() {
    this.#delay.enable();
  }

  read(): readonly Observation[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    return [
      { name: 'process.memory.usage', value: rss },
      { name: 'pilothouse.memory.heap.used', value: heapUsed },
      { name: 'pilothouse.memory.heap.size', value: heapTotal },
      { name: 'pilothouse.memory.external', value: external },
      { name: 'pilothouse.uptime', value: process.uptime() },
      ...this.#late(),
    ];
  }

  stop(): void {
    this.#delay.disable();
  }

  #late(): readonly Observation[] {
    const now = performance.now();
    if (this.#lateness.length > 0 && now - this.#beganAt < spanMs) return this.#lateness;
    const delay = this.#delay;
    const seconds = (nanos: number) =>
      Number.isFinite(nanos) ? Math.max(0, nanos / nanosPerSecond - resolutionMs / 1_000) : 0;
    if (delay.count > 0)
      this.#lateness = [
        { name: 'nodejs.eventloop.delay.mean', value: seconds(delay.mean) },
        { name: 'nodejs.eventloop.delay.p50', value: seconds(delay.percentile(50)) },
        { name: 'nodejs.eventloop.delay.p99', value: seconds(delay.percentile(99)) },
        { name: 'nodejs.eventloop.delay.max', value: seconds(delay.max) },
      ];
    delay.reset();
    this.#beganAt = now;
    return this.#lateness;
  }
}
