// The hub's metrics for as long as anybody wants them: loaded and counting from the first reader on, ended with the last.
import { loadPart } from '../platform/load-part.ts';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { HubMetrics, HubMetricsOptions } from './metrics/hub-metrics.ts';
import type { HubStatesOptions } from './metrics/hub-states.ts';

export interface MetricsPartOptions extends Omit<HubMetricsOptions, 'observe'> {
  readonly states: HubStatesOptions;
}

export class MetricsPart {
  readonly #options: MetricsPartOptions;
  readonly #readers = new Set<string>();
  #metrics: HubMetrics | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: MetricsPartOptions) {
    this.#options = options;
  }

  /** Resolves once it counts, or has ended. Rejects where a part of the program is gone. */
  want(reader: string, on: boolean): Promise<void> {
    const turn = this.#turn.then(() => this.#want(reader, on));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Rejects while nobody wants them. */
  async collect(): Promise<ResourceMetrics> {
    if (!this.#metrics) throw new Error('The metrics are off; switch a reader of them on.');
    return await this.#metrics.collect();
  }

  async stop(): Promise<void> {
    await this.#turn;
    this.#readers.clear();
    await this.#end();
  }

  async #want(reader: string, on: boolean): Promise<void> {
    if (!on) {
      this.#readers.delete(reader);
      if (this.#readers.size === 0) await this.#end();
      return;
    }
    this.#metrics ??= await this.#start();
    this.#readers.add(reader);
  }

  async #start(): Promise<HubMetrics> {
    const { states, ...options } = this.#options;
    const [{ HubMetrics: Metrics }, { observeStates }] = await loadPart(() =>
      Promise.all([import('./metrics/hub-metrics.ts'), import('./metrics/hub-states.ts')]),
    );
    return new Metrics({ ...options, observe: () => observeStates(states) });
  }

  async #end(): Promise<void> {
    const metrics = this.#metrics;
    this.#metrics = null;
    await metrics?.stop();
  }
}
