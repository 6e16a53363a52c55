// What the export of a signal is made with, and what it consists of.
import type { SignalHealth, StoredTelemetry, TelemetrySignal } from '../../../contract/schemas/telemetry.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { AuditTable } from '../store/audit-table.ts';
import type { TraceFollower } from '../trace/tap.ts';
import type { MetricsPart } from './metrics-part.ts';
import type { SignalSenderOptions } from './signal-sender.ts';

export interface LiveExportOptions {
  readonly stored: StoredTelemetry;
  /** The value of a header, as it is now. */
  header(signal: TelemetrySignal, name: string): string | undefined;
  readonly trace: { follow(follower: TraceFollower): () => void };
  readonly audit: Pick<AuditTable, 'following' | 'lastId'>;
  readonly servers: { onLine(listener: (serverId: string, line: string) => void): () => void };
  readonly metrics: Pick<MetricsPart, 'want' | 'collect'>;
  readonly mask: Pick<SecretMask, 'text' | 'message'>;
  readonly version: string;
  /** Tells this run of the hub from others. */
  readonly instanceId: string;
  now(): number;
  randomBytes(size: number): Buffer;
  onHealth(signal: TelemetrySignal, health: SignalHealth): void;
}

/** What takes part in the export of one signal. */
export interface SignalExport {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How rows become what a serializer takes: one by one, then all together. */
export interface Writing<Row, Made>
  extends Pick<SignalSenderOptions<Row, Made>, 'written' | 'bounds' | 'isNewestAlone'> {}
