// Telemetry: what is counted for whom, and what is sent where. Nothing of it is loaded before somebody wants it.
import { reasonOf } from '../../../contract/reason.ts';
import { telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import { MetricsPart } from '../telemetry/metrics-part.ts';
import { PrometheusSwitch } from '../telemetry/prometheus/prometheus-switch.ts';
import { TelemetrySwitch } from '../telemetry/telemetry-switch.ts';
import type { HubStatesOptions } from '../telemetry/metrics/hub-states.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface TelemetryParts {
  readonly metrics: MetricsPart;
  readonly prometheus: PrometheusSwitch;
  readonly liveExport: TelemetrySwitch;
}

/** `address` is where metrics can be scraped, while anything is open there. */
export async function createTelemetry(
  boot: Boot,
  base: BaseParts,
  registries: Pick<Registries, 'turns' | 'servers'>,
  address: () => string | null,
  more: Pick<HubStatesOptions, 'auditWaits'> = {},
): Promise<TelemetryParts> {
  const { platform, closers, hubId } = boot;
  const { trace, state, mask, store } = base;
  const about = { trace, version: platform.version, instanceId: hubId };
  const health = () => {
    const view = liveExport.now().health;
    return view === null
      ? []
      : telemetrySignals.filter(signal => view[signal].on).map(signal => ({ signal, ...view[signal] }));
  };
  const metrics = new MetricsPart({
    ...about,
    mask: text => mask.text(text),
    states: { state, queued: () => registries.turns.waiting, health, ...more },
  });
  closers.add(() => metrics.stop());
  const randomBytes = (size: number) => platform.randomBytes(size);
  const prometheus = new PrometheusSwitch({
    ...{ settings: store.settings, metrics, address, randomBytes },
    problem: error => notCounted(base, error),
  });
  await prometheus.load();
  const liveExport = new TelemetrySwitch({
    ...about,
    ...{ metrics, mask, randomBytes, settings: store.settings, secretStore: base.secretStore, audit: store.audit },
    servers: registries.servers.records,
    now: () => platform.now(),
    show: telemetry => state.setHub({ telemetry }),
  });
  closers.add(() => liveExport.stop());
  await liveExport.load();
  return { metrics, prometheus, liveExport };
}

function notCounted({ problems }: Pick<BaseParts, 'problems'>, error: unknown): void {
  if (error === null) problems.solved('prometheus');
  else problems.report('prometheus', { kind: 'prometheus-not-counted', why: reasonOf(error) });
}
