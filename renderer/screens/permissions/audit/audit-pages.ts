// Decisions that were read from the audit in pieces, joined to one list, the newest first.
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';

export interface AuditPages {
  readonly entries: readonly AuditEntry[];
  /** All that fit the filter, also those that are not here. */
  readonly matched: number;
}

export const noPages: AuditPages = { entries: [], matched: 0 };

/**
 * Puts the newest decisions before what is here, with what became of their calls meanwhile. Where some between them are missing,
 * only the newest stay.
 */
export function withNewer(pages: AuditPages, window: AuditPages): AuditPages {
  const newest = pages.entries[0]?.id ?? -1;
  const fresh = window.entries.filter(({ id }) => id > newest);
  const joins = fresh.length < window.entries.length;
  if (!joins) return window;
  const ends = new Map(
    window.entries.flatMap(({ id, ended, decision, outcome }) => [[id, ended] as const, [decision, outcome] as const]),
  );
  const known = pages.entries.map(entry => endedIn(entry, ends));
  const isSame = fresh.length === 0 && window.matched === pages.matched;
  return isSame && known.every((entry, at) => entry === pages.entries[at])
    ? pages
    : { entries: [...fresh, ...known], matched: window.matched };
}

function endedIn(entry: AuditEntry, ends: ReadonlyMap<AuditEntry['decision'], AuditEntry['ended']>): AuditEntry {
  const ended = ends.get(entry.id);
  return typeof ended !== 'string' || ended === entry.ended ? entry : { ...entry, ended };
}

/** Puts older decisions behind what is here. */
export function withOlder(pages: AuditPages, window: AuditPages): AuditPages {
  const oldest = pages.entries.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const more = window.entries.filter(({ id }) => id < oldest);
  // What is gone from the end of the audit is not waited for any more.
  const matched = more.length === 0 ? pages.entries.length : Math.max(window.matched, pages.matched);
  return { entries: [...pages.entries, ...more], matched };
}
