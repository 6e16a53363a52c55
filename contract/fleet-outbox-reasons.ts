// Why audit and traces do not get on in their way to the fleet: codes with their facts.
export type FleetOutboxKind = 'audit' | 'trace';

export interface FleetOutboxReasons {
  /** The server has refused it; `said` is what it says. */
  'fleet-outbox-refused': { of: FleetOutboxKind; stream: string; said: string };
  'fleet-outbox-full': { of: FleetOutboxKind; stream: string; said: string };
  'fleet-outbox-no-stream': { of: FleetOutboxKind; stream: string };
  'fleet-outbox-too-large': { of: FleetOutboxKind; stream: string; bytes: number };
  'fleet-outbox-silent': { of: FleetOutboxKind; stream: string };
  /** More than would be kept here if it were sent. */
  'fleet-audit-waits': { entries: number };
  /** Restored from a backup, or copied. */
  'fleet-outbox-branched': { of: FleetOutboxKind; epoch: number };
  'fleet-retention-refused': { stream: string; said: string };
  'fleet-read-silent': { stream: string };
  'fleet-read-refused': { stream: string; said: string };

  // For the audit. Null: as it was.
  'fleet-retention-set': { auditDays: number | null; traceDays: number | null };
  'fleet-outbox-set': { options: readonly string[] };
}
