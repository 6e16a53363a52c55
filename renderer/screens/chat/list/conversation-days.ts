// Conversations in groups by when they changed last: today, yesterday, earlier this month, and each month before. Pure.
import { formatMonth } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ChatRow } from '../../../../contract/schemas/chat.ts';

/** What stands in the list, one below the other. */
export type ListItem =
  | { readonly kind: 'day'; readonly title: string }
  | { readonly kind: 'row'; readonly row: ChatRow; readonly isRecent: boolean };

/** `rows` come with the newest first. Days are those of this machine's time zone. */
export function listItems(rows: readonly ChatRow[], now: number): ListItem[] {
  const items: ListItem[] = [];
  const today = startOfDay(now);
  let before = '';
  for (const row of rows) {
    const title = groupOf(row.updatedAt, today);
    if (title !== before) items.push({ kind: 'day', title });
    before = title;
    items.push({ kind: 'row', row, isRecent: row.updatedAt >= startOfDay(today - 1) });
  }
  return items;
}

function groupOf(at: number, today: number): string {
  if (at >= today) return t('Today');
  if (at >= startOfDay(today - 1)) return t('Yesterday');
  return isSameMonth(at, today) ? t('Earlier') : formatMonth(at);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function isSameMonth(at: number, other: number): boolean {
  const [one, two] = [new Date(at), new Date(other)];
  return one.getMonth() === two.getMonth() && one.getFullYear() === two.getFullYear();
}
