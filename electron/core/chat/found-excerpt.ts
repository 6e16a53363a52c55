// The part of a text in which something was found, with a little around it.
import { searchText } from '../store/chats-table.ts';

const charsBefore = 30;
const charsInAll = 120;

/** '' where it is not in there. */
export function foundExcerpt(text: string, wanted: string): string {
  const line = text.replace(/\s+/g, ' ');
  const at = searchText(line).indexOf(searchText(wanted.replace(/\s+/g, ' ')));
  if (at < 0) return '';
  const from = Math.max(0, at - charsBefore);
  const cut = line.slice(from, from + charsInAll);
  return `${from > 0 ? '…' : ''}${cut.trim()}${from + charsInAll < line.length ? '…' : ''}`;
}
