// The list of conversations: its groups by day, and its pages put together.
import { describe, expect, it } from 'vitest';
import { listItems } from '../../../../../renderer/screens/chat/list/conversation-days.ts';
import { withNewest, withOlder } from '../../../../../renderer/screens/chat/list/conversation-rows.ts';
import { fixtureChatRows } from '../../../../support/panel-fixture/chats.ts';
import type { ChatRow } from '../../../../../contract/schemas/chat.ts';

const noon = (day: number, month = 10, year = 2026) => new Date(year, month, day, 12).getTime();
const template = fixtureChatRows(0)[0]!;
const row = (id: string, updatedAt: number): ChatRow => ({ ...template, id, updatedAt });
const page = (rows: readonly ChatRow[], hasMore: boolean) => ({ rows: [...rows], hasMore, total: 9, bytes: 0 });

describe('the groups', () => {
  const rows = [noon(28), noon(27), noon(3), noon(31, 9), noon(2, 9), noon(1, 10, 2025)].map((at, place) =>
    row(`c${place}`, at),
  );

  it('are today, yesterday, earlier in the month, and each month before', () => {
    const items = listItems(rows, noon(28));
    const titles = items.flatMap(item => (item.kind === 'day' ? [item.title] : []));
    expect(titles).toEqual(['Today', 'Yesterday', 'Earlier', 'October 2026', 'November 2025']);
    expect(items.map(({ kind }) => kind).join(' ')).toBe('day row day row day row day row row day row');
  });

  it('only today and yesterday tell the time of day', () => {
    const recent = listItems(rows, noon(28)).flatMap(item => (item.kind === 'row' ? [item.isRecent] : []));
    expect(recent).toEqual([true, true, false, false, false, false]);
  });
});

describe('the pages', () => {
  const known = page([row('d', 4), row('c', 3), row('b', 2), row('a', 1)], false);
  const ids = ({ rows }: { rows: readonly ChatRow[] }) => rows.map(({ id }) => id).join('');

  it('a newest page keeps the older rows below it', () => {
    expect(ids(withNewest(known, page([row('e', 5), row('d', 4)], true), new Set(['e'])))).toBe('edcba');
    expect(ids(withNewest(null, page([row('e', 5)], true), new Set()))).toBe('e');
  });

  it('what has moved up or was deleted is not kept below', () => {
    expect(ids(withNewest(known, page([row('a', 6), row('d', 4)], true), new Set(['a'])))).toBe('adcb');
    expect(ids(withNewest(known, page([row('d', 4), row('c', 3)], true), new Set(['b'])))).toBe('dca');
  });

  it('a page that is the last has all of them', () => {
    expect(ids(withNewest(known, page([row('d', 4)], false), new Set()))).toBe('d');
  });

  it('an older page comes below, each row once', () => {
    expect(ids(withOlder(page([row('d', 4), row('c', 3)], true), page([row('c', 3), row('b', 2)], false)))).toBe('dcb');
  });
});
