// What `pilothouse telemetry` says.

export interface ShownSignal {
  readonly signal: string;
  readonly state: 'ok' | 'failing' | 'off';
  readonly endpoint: string | null;
  readonly sent: number;
  readonly dropped: number;
  readonly queued: number;
  /** In words, of the last failure. */
  readonly reason: string | null;
  /** ISO 8601. */
  readonly failedAt: string;
}

export interface TelemetryWords {
  /** Null while MCP over HTTP, whose port it is on, is not open. */
  readonly prometheusOn: (address: string | null) => string;
  readonly prometheusOff: string;
  readonly prometheusToken: (token: string) => string;
  readonly telemetrySignal: (signal: ShownSignal) => string;
  readonly telemetryTaken: string;
  readonly telemetryNoSignal: (signal: string) => string;
  readonly telemetryNothing: string;
  readonly telemetryHeaderAsked: (header: string) => string;
}
