// Telemetry: what is counted for whom. Nothing of it is loaded before somebody wants it.
import { reasonOf } from '../../../contract/reason.ts';
import { MetricsPart } from '../telemetry/metrics-part.ts';
import { PrometheusSwitch } from '../telemetry/prometheus/prometheus-switch.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface TelemetryParts {
  readonly metrics: MetricsPart;
  readonly prometheus: PrometheusSwitch;
}

/** `address` is where metrics can be scraped, while anything is open there. */
export async function createTelemetry(
  { platform, closers, hubId }: Boot,
  { trace, state, mask, store, problems }: BaseParts,
  { turns }: Pick<Registries, 'turns'>,
  address: () => string | null,
): Promise<TelemetryParts> {
  const metrics = new MetricsPart({
    trace,
    version: platform.version,
    instanceId: hubId,
    mask: text => mask.text(text),
    states: { state, queued: () => turns.waiting, health: () => [] },
  });
  closers.add(() => metrics.stop());
  const randomBytes = (size: number) => platform.randomBytes(size);
  const problem = (error: unknown) =>
    error === null
      ? problems.solved('prometheus')
      : problems.report('prometheus', { kind: 'prometheus-not-counted', why: reasonOf(error) });
  const prometheus = new PrometheusSwitch({ settings: store.settings, metrics, address, randomBytes, problem });
  await prometheus.load();
  return { metrics, prometheus };
}
