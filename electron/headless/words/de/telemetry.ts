// What `pilothouse telemetry` says, in German.
import type { TelemetryWords } from '../telemetry-words.ts';

export const telemetryCliWords: TelemetryWords = {
  prometheusOn: address =>
    address === null
      ? 'Metriken für Prometheus sind an, aber niemand kann sie lesen: MCP über HTTP, an dessen Port sie stehen, ist nicht offen. Unter Einstellungen, Endpunkte im Panel wird es eingeschaltet.'
      : `Metriken für Prometheus sind an: ${address}`,
  prometheusOff: 'Metriken für Prometheus sind aus.',
  telemetrySignal: ({ signal, state, endpoint, sent, dropped, queued, reason, failedAt }) =>
    state === 'off'
      ? `${signal}: aus${endpoint === null ? '' : ` (${endpoint})`}`
      : `${signal}: ${state === 'ok' ? 'läuft' : 'gestört'} ${endpoint ?? ''} - gesendet ${sent}, wartend ${queued}, verworfen ${dropped}${reason === null ? '' : `. Letzte Störung, ${failedAt}: ${reason}`}`,
  telemetryTaken: 'Eine leere Anfrage wurde angenommen.',
  telemetryNoSignal: signal => `Es gibt kein Signal ${signal}; spans, metrics oder logs nennen.`,
  telemetryNothing: 'Es gibt nichts zu ändern; mindestens eine Option nennen, etwa --on oder --endpoint.',
  telemetryHeaderAsked: header => `Wert des Headers ${header}: `,
  prometheusToken: token => `Ihr Token, das nicht noch einmal gezeigt wird: ${token}`,
};
