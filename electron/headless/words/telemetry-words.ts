// What `pilothouse telemetry` says.

export interface TelemetryWords {
  /** Null while MCP over HTTP, whose port it is on, is not open. */
  readonly prometheusOn: (address: string | null) => string;
  readonly prometheusOff: string;
  readonly prometheusToken: (token: string) => string;
}
