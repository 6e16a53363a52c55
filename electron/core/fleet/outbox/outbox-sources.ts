// What the lanes send: the audit from its own table, and traces from the outbox; masked, as lines of JSON.
import { auditLine, type NameOf } from './audit-line.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { AuditTable } from '../../store/audit-table.ts';
import type { OutboxKind, OutboxTable, OutboxTrace } from '../../store/outbox-table.ts';
import type { LaneSource } from './lane.ts';
import type { Batch, LanePosition } from './lane-state.ts';

export interface SourceOptions {
  readonly membership: string;
  readonly outbox: OutboxTable;
  readonly audit: Pick<AuditTable, 'following' | 'lastId'>;
  /** Hides secrets in a value of JSON. */
  mask<T>(value: T): T;
  readonly nameOf: NameOf;
}

/** Entries of one message. */
const maxEntries = 500;

export function auditSource(options: SourceOptions): LaneSource {
  const { outbox, audit } = options;
  const lineOf = (entry: AuditEntry) => auditLine(entry, options);
  return {
    read: async (after, maxBytes) => {
      const entries = await audit.following(after, maxEntries);
      return batchOf(entries, lineOf, maxBytes);
    },
    own: ids => outbox.own('audit', ids),
    lastId: () => audit.lastId,
    keep: keeper('audit', options),
  };
}

export function traceSource(options: SourceOptions): LaneSource {
  const { outbox } = options;
  const keep = keeper('trace', options);
  return {
    read: async (after, maxBytes) => batchOf(await outbox.traces(after, maxEntries), lineOfTrace, maxBytes),
    own: ids => outbox.own('fleetTraces', ids),
    lastId: () => outbox.lastTrace,
    keep: async (position, isSure) => {
      await keep(position, isSure);
      await outbox.removeTraces(position.sequence);
    },
  };
}

/** They were masked before they were stored. */
function lineOfTrace({ id, at, summary, payload }: OutboxTrace): string {
  const head = JSON.stringify({ id, at: new Date(at).toISOString() }).slice(0, -1);
  const rest = payload === null ? summary : `${summary.slice(0, -1)},"payload":${payload}}`;
  return `${head},${rest.slice(1)}\n`;
}

/** As many as fit, and at least one. */
function batchOf<T extends { readonly id: number; readonly at: number }>(
  rows: readonly T[],
  lineOf: (row: T) => string,
  maxBytes: number,
): Batch | null {
  const lines: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const line = lineOf(row);
    bytes += Buffer.byteLength(line);
    if (bytes > maxBytes && lines.length > 0) break;
    lines.push(line);
  }
  if (lines.length === 0) return null;
  const entries = rows.slice(0, lines.length).map(({ id, at }) => ({ id, at: Math.trunc(at) }));
  return { entries, text: lines.join('') };
}

function keeper(kind: OutboxKind, { outbox, membership }: SourceOptions) {
  return async (position: LanePosition, isSure: boolean): Promise<void> => {
    const row = { ...position, kind, membership };
    if (isSure) await outbox.keep(row);
    else outbox.keepSoon(row);
  };
}
