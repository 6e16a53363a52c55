// The hub's metrics in OpenTelemetry's SDK: instruments of the table, fed by the trace and by what is read at each collection. Loaded only while somebody wants them.
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { BoundedSeries, maxSeries } from './bounded-series.ts';
import { CallMetrics } from './call-metrics.ts';
import { metricNames, metricRow } from './metric-table.ts';
import { ProcessFigures } from './process-figures.ts';
import type { Meter } from '@opentelemetry/api';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { TraceFollower } from '../../trace/tap.ts';
import type { Labels } from './bounded-series.ts';
import type { MetricName, ObservedName, RecordedName } from './metric-table.ts';
import type { Observation } from './observation.ts';

export interface HubMetricsOptions {
  readonly trace: { follow(follower: TraceFollower): () => void };
  /** States and lengths, as they are now. */
  readonly observe: () => readonly Observation[];
  readonly mask: (text: string) => string;
  readonly version: string;
  /** Tells this run of the hub from others. */
  readonly instanceId: string;
}

/** Nothing is sent by it: whoever wants metrics collects them. */
class Collector extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** What was counted is not kept as ended calls for longer than this. */
const drainMs = 5_000;
type Record = (value: number, labels: Labels) => void;

export class HubMetrics {
  readonly #options: HubMetricsOptions;
  readonly #collector = new Collector({ cardinalitySelector: () => maxSeries + 1 });
  readonly #provider: MeterProvider;
  readonly #bounded: BoundedSeries;
  readonly #calls: CallMetrics;
  readonly #figures = new ProcessFigures();
  readonly #observed = new Map<ObservedName, Observation[]>();
  readonly #leave: () => void;
  readonly #drains: NodeJS.Timeout;

  constructor(options: HubMetricsOptions) {
    const { mask, version, instanceId, trace } = options;
    this.#options = options;
    this.#bounded = new BoundedSeries({ mask });
    const resource = resourceFromAttributes({
      'service.name': 'pilothouse',
      'service.version': version,
      'service.instance.id': instanceId,
    });
    this.#provider = new MeterProvider({ resource, readers: [this.#collector] });
    const meter = this.#provider.getMeter('pilothouse', version);
    const records = new Map<MetricName, Record>();
    for (const name of metricNames) this.#make(meter, name, records);
    const record = (name: RecordedName, value: number, labels: Labels) =>
      records.get(name)?.(value, this.#bounded.fit(name, labels));
    this.#calls = new CallMetrics({ record });
    this.#leave = trace.follow(this.#calls);
    this.#drains = setInterval(() => this.#calls.drain(), drainMs).unref();
  }

  /** Since the hub's metrics were switched on. */
  async collect(): Promise<ResourceMetrics> {
    this.#calls.drain();
    this.#bounded.refresh();
    this.#observed.clear();
    const own: Observation[] = [
      { name: 'pilothouse.calls.open', value: this.#calls.open },
      { name: 'pilothouse.metrics.folded', value: this.#bounded.folded },
      { name: 'pilothouse.metrics.missed', value: this.#calls.missed },
    ];
    for (const seen of [...own, ...this.#figures.read(), ...this.#options.observe()]) {
      const known = this.#observed.get(seen.name);
      if (known) known.push(seen);
      else this.#observed.set(seen.name, [seen]);
    }
    const { resourceMetrics } = await this.#collector.collect();
    return resourceMetrics;
  }

  async stop(): Promise<void> {
    this.#leave();
    clearInterval(this.#drains);
    this.#figures.stop();
    await this.#provider.shutdown();
  }

  #make(meter: Meter, name: MetricName, records: Map<MetricName, Record>): void {
    const { kind, unit, description, buckets } = metricRow(name);
    const options = { unit, description };
    if (kind === 'counter') {
      const counter = meter.createCounter(name, options);
      records.set(name, (value, labels) => counter.add(value, labels));
    } else if (kind === 'histogram') {
      const advice = { explicitBucketBoundaries: [...(buckets ?? [])] };
      const histogram = meter.createHistogram(name, { ...options, advice });
      records.set(name, (value, labels) => histogram.record(value, labels));
    } else {
      const instrument =
        kind === 'gauge' ? meter.createObservableGauge(name, options) : meter.createObservableCounter(name, options);
      instrument.addCallback(result => {
        for (const { value, labels = {} } of this.#observed.get(name as ObservedName) ?? [])
          result.observe(value, labels);
      });
    }
  }
}
