// What `pilothouse fleet audit` and its neighbours say, in English.
import { counted } from '../counted.ts';
import type { FleetAuditWords } from '../fleet-audit-words.ts';

const time = (days: number) => (days === 0 ? 'without end' : `for ${counted(days, 'day', 'days')}`);

export const fleetAuditCliWords: FleetAuditWords = {
  noMoment: found => `${found} is no moment; write 2026-11-30, 2026-11-30T08:00Z, 30m, 2h or 7d.`,
  noDays: found => `${found} is no number of days from 1 to 3650.`,
  fleetTrace: trace => `Trace ${trace}`,
  fleetNoTrace: trace =>
    `No call of a trace ${trace}… is known here; --since looks further back, and a call outside any trace has no id.`,
  fleetKept: (auditDays, traceDays) => `The fleet keeps the audit ${time(auditDays)}, and traces ${time(traceDays)}.`,
};
