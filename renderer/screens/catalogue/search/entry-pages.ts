// The rows of a search as they come in: pages by their place, of which only those in sight are asked for.

import type { EntryRow } from '../../../../contract/schemas/catalogue.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

type Answer = PanelResult<'catalogue:search'>;

/** Rows of one page. */
export const pageRows = 100;

export interface EntryPages {
  readonly total: number;
  readonly hidden: Answer['hidden'];
  /** By number of the page. */
  readonly pages: Readonly<Record<number, readonly EntryRow[]>>;
}

export const noPages: EntryPages = { total: 0, hidden: [], pages: {} };

export function firstPage({ total, hidden, rows }: Answer): EntryPages {
  return { total, hidden, pages: { 0: rows } };
}

export function withPage(before: EntryPages, page: number, { total, rows }: Answer): EntryPages {
  return { ...before, total, pages: { ...before.pages, [page]: rows } };
}

/** Undefined while it has not come. */
export function rowAt({ pages }: EntryPages, index: number): EntryRow | undefined {
  return pages[Math.floor(index / pageRows)]?.[index % pageRows];
}

/** Pages that the rows from `from`, before `to`, need and that are not here. */
export function missingPages({ pages, total }: EntryPages, from: number, to: number): number[] {
  const last = Math.floor((Math.min(to, total) - 1) / pageRows);
  const wanted: number[] = [];
  for (let page = Math.floor(from / pageRows); page <= last; page += 1) if (!(page in pages)) wanted.push(page);
  return wanted;
}

/** Where an entry stands among the rows that are here; -1 where it is not. */
export function placeOf({ pages }: EntryPages, isIt: (row: EntryRow) => boolean): number {
  for (const [page, rows] of Object.entries(pages)) {
    const at = rows.findIndex(isIt);
    if (at >= 0) return Number(page) * pageRows + at;
  }
  return -1;
}
