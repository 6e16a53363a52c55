// What `pilothouse fleet audit` and its neighbours say, in German.
import { counted } from '../counted.ts';
import type { FleetAuditWords } from '../fleet-audit-words.ts';

const time = (days: number) => (days === 0 ? 'ohne Ende' : `${counted(days, 'Tag', 'Tage')} lang`);

export const fleetAuditCliWords: FleetAuditWords = {
  noMoment: found => `${found} ist kein Zeitpunkt; 2026-11-30, 2026-11-30T08:00Z, 30m, 2h oder 7d schreiben.`,
  noDays: found => `${found} ist keine Anzahl von Tagen zwischen 1 und 3650.`,
  fleetTrace: trace => `Trace ${trace}`,
  fleetNoTrace: trace =>
    `Hier ist kein Aufruf aus einem Trace ${trace}… bekannt; --since sucht weiter zurück, und ein Aufruf außerhalb jedes Trace hat keine Kennung.`,
  fleetKept: (auditDays, traceDays) =>
    `Die Flotte bewahrt das Audit ${time(auditDays)} auf, Traces ${time(traceDays)}.`,
};
