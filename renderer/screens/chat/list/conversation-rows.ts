// The rows of the list as they are known here: its newest page, and older ones as far as they were asked for. Pure.

import type { ChatRow } from '../../../../contract/schemas/chat.ts';
import type { PanelResult } from '../../../../contract/schemas/panel-requests.ts';

export type RowsPage = PanelResult<'chat:list'>;

/** The newest page anew, in place of what it covers; `changed` are those that have moved or gone since. */
export function withNewest(before: RowsPage | null, page: RowsPage, changed: ReadonlySet<string>): RowsPage {
  const last = page.rows.at(-1);
  if (!before || !page.hasMore || !last) return page;
  const fresh = new Set(page.rows.map(({ id }) => id));
  const older = before.rows.filter(row => !fresh.has(row.id) && !changed.has(row.id) && isOlder(row, last));
  return { ...page, rows: [...page.rows, ...older], hasMore: older.length === 0 || before.hasMore };
}

/** A further page below those that are known. */
export function withOlder(before: RowsPage, page: RowsPage): RowsPage {
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...page, rows: [...before.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}

function isOlder(row: ChatRow, than: ChatRow): boolean {
  return row.updatedAt < than.updatedAt || (row.updatedAt === than.updatedAt && row.id < than.id);
}
