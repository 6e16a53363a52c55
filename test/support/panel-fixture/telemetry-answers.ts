// The fixture's answers about live export by OTLP: spans leave, metrics are refused by their receiver, logs are off.
import { StoredTelemetrySchema, telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import { signalEndpoint } from '../../../electron/core/telemetry/signal-endpoint.ts';
import { changedSettings } from '../../../electron/core/telemetry/telemetry-change.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type {
  SignalHealth,
  StoredTelemetry,
  TelemetrySignal,
  TelemetryView,
} from '../../../contract/schemas/telemetry.ts';
import type { telemetryRequests } from '../../../contract/schemas/telemetry-requests.ts';

const address = 'http://127.0.0.1:4318';
const refused = {
  kind: 'telemetry-refused',
  address: `${address}/v1/metrics`,
  status: 404,
  said: 'no such path',
} as const;

const figures: Readonly<Record<TelemetrySignal, Partial<SignalHealth>>> = {
  spans: { state: 'ok', sent: 18_204, queued: 3 },
  metrics: { state: 'failing', sent: 412, dropped: 4, reason: refused },
  logs: { state: 'ok' },
};

export function telemetryAnswers({
  snapshot,
  setHub,
}: {
  readonly snapshot: () => Snapshot;
  readonly setHub: (hub: Snapshot['hub']) => void;
}): Pick<PanelHandlers, keyof typeof telemetryRequests> {
  const now = Date.now();
  let settings = StoredTelemetrySchema.parse({
    endpoint: address,
    spans: { on: true, headers: ['authorization'] },
    metrics: { on: true, protocol: 'http/json' },
  });
  const answer = () => ({ settings, health: healthOf(settings, now) });
  return {
    'telemetry:get': answer,
    'telemetry:set': ({ change }) => {
      settings = changedSettings(settings, change).next;
      setHub({ ...snapshot().hub, telemetry: answer().health });
      return answer();
    },
    'telemetry:try': ({ signal }) => ({ reason: signal === 'metrics' ? refused : null }),
  };
}

function healthOf(settings: StoredTelemetry, now: number): TelemetryView | null {
  if (!telemetrySignals.some(signal => settings[signal].on)) return null;
  const of = (signal: TelemetrySignal): SignalHealth => {
    const { on } = settings[signal];
    const url = signalEndpoint(settings, signal);
    const counts = { sent: 0, dropped: 0, queued: 0, lastSentAt: null, reason: null };
    if (!on) return { ...counts, on, endpoint: null, state: 'off' };
    return { ...counts, on, endpoint: url?.href ?? null, state: 'ok', lastSentAt: now - 4_000, ...figures[signal] };
  };
  return { spans: of('spans'), metrics: of('metrics'), logs: of('logs') };
}
