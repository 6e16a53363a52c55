// An entry of the audit as the fleet has it: as the export has it, and what whoever it is about is called at its hub, whose ids mean nothing elsewhere.
import { auditText } from '../../permissions/audit-export.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';

/** Null where nobody has a name, such as for a change of the rules. */
export type NameOf = (who: Pick<AuditEntry, 'agentId' | 'clientId'>) => string | null;

/** How it ended is an entry of its own. */
export function auditLine(
  row: Omit<AuditEntry, 'ended'>,
  { mask, nameOf }: { mask<T>(value: T): T; readonly nameOf: NameOf },
): string {
  const entry = { ...row, changedBy: row.changedBy ?? null, decision: row.decision ?? null, name: nameOf(row) };
  return auditText([{ ...mask(entry), ended: null }], 'jsonl', false);
}
