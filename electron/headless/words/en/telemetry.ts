// What `pilothouse telemetry` says, in English.
import type { TelemetryWords } from '../telemetry-words.ts';

export const telemetryCliWords: TelemetryWords = {
  prometheusOn: address =>
    address === null
      ? 'Metrics for Prometheus are on, and nobody can read them: MCP over HTTP, whose port they are on, is not open. Switch it on under Settings, Endpoints, in the panel.'
      : `Metrics for Prometheus are on: ${address}`,
  prometheusOff: 'Metrics for Prometheus are off.',
  telemetrySignal: ({ signal, state, endpoint, sent, dropped, queued, reason, failedAt }) =>
    state === 'off'
      ? `${signal}: off${endpoint === null ? '' : ` (${endpoint})`}`
      : `${signal}: ${state} ${endpoint ?? ''} - sent ${sent}, waiting ${queued}, dropped ${dropped}${reason === null ? '' : `. Last failure, ${failedAt}: ${reason}`}`,
  telemetryTaken: 'An empty request was taken.',
  telemetryNoSignal: signal => `There is no signal ${signal}; name spans, metrics or logs.`,
  telemetryNothing: 'There is nothing to change; name at least one option, such as --on or --endpoint.',
  telemetryHeaderAsked: header => `Value of the header ${header}: `,
  prometheusToken: token => `Their token, which is not shown again: ${token}`,
};
