// What each part of the settings of live export has: what is set, and what changes it.
import type { StoredTelemetry, TelemetryChange, TelemetrySignal } from '../../../contract/schemas/telemetry.ts';

export interface ExportPart {
  readonly settings: StoredTelemetry;
  readonly live: boolean;
  /** Resolves to whether the hub has taken it. */
  set(change: TelemetryChange, done?: string): Promise<boolean>;
}

export interface SignalPart extends ExportPart {
  readonly signal: TelemetrySignal;
}
