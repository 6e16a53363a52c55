// The signal of metrics: what is collected now and then, the newest alone, for each holds all that was counted before it.
import type { Resource } from '@opentelemetry/resources';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { LiveExportOptions, SignalExport, Writing } from '../signal-export.ts';
import type { SignalSender } from '../signal-sender.ts';

type Options = Pick<LiveExportOptions, 'metrics'> & { readonly resource: Resource };

const reader = 'otlp';
const everyMs = 15_000;
const bounds = { rows: 1, bytes: 1 };

export class MetricExport implements SignalExport {
  readonly #options: Options;
  readonly #sender: SignalSender<ResourceMetrics>;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    options: Options,
    makeSender: (writing: Writing<ResourceMetrics, ResourceMetrics>) => SignalSender<ResourceMetrics>,
  ) {
    this.#options = options;
    const { resource } = options;
    // With what is said of this hub in its spans and logs: its host, where that is wanted.
    this.#sender = makeSender({ written: all => [{ ...all, resource }], bounds, isNewestAlone: true });
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
