// Why live export by OTLP does not get on, and what was changed of it: codes with their facts.

export interface TelemetryReasons {
  'telemetry-secret-in-address': object;
  'telemetry-no-endpoint': { signal: string };
  'telemetry-plain-http': { address: string };
  'telemetry-header-lacks-value': { header: string };
  'telemetry-unreachable': { address: string; said: string };
  /** To be tried again, says the receiver. */
  'telemetry-busy': { address: string; status: number; said: string };
  'telemetry-refused': { address: string; status: number; said: string };
  /** Taken but for some. */
  'telemetry-partly': { address: string; rejected: number; said: string };
  'telemetry-not-written': { said: string };

  // For the audit.
  'telemetry-set': { options: readonly string[] };
}
