// The signal of metrics: what is collected now and then, the newest alone, for each holds all that was counted before it.
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { LiveExportOptions, SignalExport, Writing } from '../signal-export.ts';
import type { SignalSender } from '../signal-sender.ts';

type Options = Pick<LiveExportOptions, 'metrics'>;

const reader = 'otlp';
const everyMs = 15_000;
/** So many are kept of a receiver that does not answer; all but the newest of them are left out when it does. */
const bounds = { rows: 4, bytes: 4 };

export class MetricExport implements SignalExport {
  readonly #options: Options;
  readonly #sender: SignalSender<ResourceMetrics>;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    options: Options,
    makeSender: (writing: Writing<ResourceMetrics, ResourceMetrics>) => SignalSender<ResourceMetrics>,
  ) {
    this.#options = options;
    this.#sender = makeSender({ rows: all => all.at(-1) ?? null, bounds });
  }

  async start(): Promise<void> {
    await this.#options.metrics.want(reader, true);
    await this.#collect();
    this.#timer = setInterval(() => void this.#collect(), everyMs).unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#collect();
    await this.#sender.stop();
    await this.#options.metrics.want(reader, false);
  }

  async #collect(): Promise<void> {
    try {
      this.#sender.push(await this.#options.metrics.collect(), 1);
    } catch {
      this.#sender.lost();
    }
  }
}
