// What `pilothouse telemetry` says, in English.
import type { TelemetryWords } from '../telemetry-words.ts';

export const telemetryCliWords: TelemetryWords = {
  prometheusOn: address =>
    address === null
      ? 'Metrics for Prometheus are on, and nobody can read them: MCP over HTTP, whose port they are on, is not open. Switch it on under Settings, Endpoints, in the panel.'
      : `Metrics for Prometheus are on: ${address}`,
  prometheusOff: 'Metrics for Prometheus are off.',
  prometheusToken: token => `Their token, which is not shown again: ${token}`,
};
