// What a line of the audit begins with, wherever it stands: when, and who.
import { formatClock, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { SubjectCell } from '../subject-cell.tsx';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { Column } from '../../../parts/data-table.tsx';

export const timeColumn: Column<AuditEntry> = {
  head: t('Time'),
  width: 84,
  cell: ({ at }) => (
    <time className="mono subtle" title={formatMoment(at)}>
      {formatClock(at)}
    </time>
  ),
};

export const whoColumn: Column<AuditEntry> = {
  head: t('Who'),
  width: 128,
  cell: entry =>
    entry.clientId === null ? (
      <span className="subtle">{isChange(entry) ? t('you or a program') : t('nobody known')}</span>
    ) : (
      <SubjectCell subject={{ kind: 'client', id: entry.clientId }} />
    ),
};

/** No call was decided, but a rule was changed. */
export function isChange({ changedBy }: AuditEntry): boolean {
  return typeof changedBy === 'string';
}
