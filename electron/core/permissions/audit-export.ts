// The audit as text for other programs: one JSON object or one CSV row for each decision.
import type { AuditEntry, AuditFormat } from '../../../contract/schemas/audit.ts';

const columns = [
  'id',
  'at',
  'clientId',
  'agentId',
  'what',
  'scope',
  'where',
  'rule',
  'outcome',
  'changedBy',
  'decision',
  'ended',
] as const;

/** `first` is the piece that carries the head of a CSV. Times are ISO 8601 in UTC. */
export function auditText(entries: readonly AuditEntry[], format: AuditFormat, first: boolean): string {
  if (format === 'jsonl') return entries.map(entry => `${JSON.stringify(timed(entry))}\n`).join('');
  const rows = entries.map(entry => csvRow(columns.map(column => timed(entry)[column] ?? null)));
  return [...(first ? [csvRow(columns)] : []), ...rows].join('');
}

function timed(entry: AuditEntry) {
  // Other programs read `where` and `changedBy`.
  return { ...entry, place: undefined, why: undefined, at: new Date(entry.at).toISOString() };
}

/** RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe: tools and places are named by others. */
function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(value => csvField(value === null ? '' : String(value))).join(',')}\r\n`;
}

function csvField(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
