// What `pilothouse telemetry` says, in German.
import type { TelemetryWords } from '../telemetry-words.ts';

export const telemetryCliWords: TelemetryWords = {
  prometheusOn: address =>
    address === null
      ? 'Metriken für Prometheus sind an, aber niemand kann sie lesen: MCP über HTTP, an dessen Port sie stehen, ist nicht offen. Unter Einstellungen, Endpunkte im Panel wird es eingeschaltet.'
      : `Metriken für Prometheus sind an: ${address}`,
  prometheusOff: 'Metriken für Prometheus sind aus.',
  prometheusToken: token => `Ihr Token, das nicht noch einmal gezeigt wird: ${token}`,
};
