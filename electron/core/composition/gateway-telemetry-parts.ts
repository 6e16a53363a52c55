// What a gateway tells of itself to whoever runs it: live export and metrics, as it was started with, and on stderr how the export goes.
import { telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import { inEnglish } from '../../../words/english.ts';
import { createTelemetry } from './telemetry-parts.ts';
import type { TelemetryChange, TelemetrySignal } from '../../../contract/schemas/telemetry.ts';
import type { GatewayAudit } from '../fleet/gateway/gateway-audit.ts';
import type { ScrapedMetrics } from '../http/scraped-metrics.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export interface GatewayTelemetry {
  /** Null: nothing is exported. */
  readonly change: TelemetryChange | null;
  /** What reads `/metrics`; null where nobody may. */
  readonly metricsToken: string | null;
}

/** Answers what `/metrics` shows, which is null as long as it is off. Nothing of OpenTelemetry is loaded where nothing of it was asked for. */
export async function createGatewayTelemetry(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  audit: Pick<GatewayAudit, 'waiting'>,
  { change, metricsToken }: GatewayTelemetry,
): Promise<() => ScrapedMetrics | null> {
  const more = { auditWaits: () => audit.waiting };
  const { prometheus, liveExport } = await createTelemetry(boot, base, registries, () => null, more);
  if (metricsToken !== null) {
    base.secrets.add(() => [metricsToken]);
    await prometheus.set(true, metricsToken);
  }
  boot.closers.add(tellExports(base, sentence => boot.platform.say(sentence)));
  if (change !== null) await liveExport.set(change);
  return () => prometheus.scraped;
}

/** Each signal once when it begins to fail or fails in another way, and once when it works again. */
function tellExports({ state }: Pick<BaseParts, 'state'>, say: (sentence: string) => void): () => void {
  const told = new Map<TelemetrySignal, string>();
  return state.subscribe(({ hub }) => {
    const { telemetry } = state.hub;
    if (!hub || !telemetry) return;
    for (const signal of telemetrySignals) {
      const { state: so, reason } = telemetry[signal];
      if (so === 'off') continue;
      const now = so === 'ok' ? 'ok' : `failing ${reason?.kind ?? ''}`;
      if (now === (told.get(signal) ?? 'ok')) continue;
      told.set(signal, now);
      const sentence = inEnglish({ kind: 'gateway-export', of: signal, so });
      say(so === 'ok' || !reason ? sentence : `${sentence} ${inEnglish(reason)}`);
    }
  });
}
