// How much of pictures one answer holds, and whose they are.
import { expect, test } from 'vitest';
import { iconsOf } from '../../../../electron/core/web-agent/icons-of-tabs.ts';

/** Each icon as long as its id says. */
const icons = { of: (ids: readonly string[]) => ids.map(id => ({ id, data: 'a'.repeat(Number(id)) })) };

function iconsOfTabs(...lengths: readonly (number | undefined)[]) {
  return iconsOf(
    icons,
    lengths.map((length, tabId) => ({ tabId, ...(length !== undefined && { icon: String(length) }) })),
  );
}

test('Tabs that share a picture are each told it, and each time it counts.', () => {
  const told = iconsOfTabs(...Array.from({ length: 500 }, () => 10_000));
  expect(told.size).toBe(99);
  expect([...told.values()].join('').length).toBeLessThanOrEqual(1_000_000);
});

test('A picture that does not fit takes no room from smaller ones behind it.', () => {
  expect([...iconsOfTabs(900_000, 200_000, undefined, 300, 90_000).keys()]).toEqual([0, 3, 4]);
});

test('One that is kept no more is none.', () => {
  expect(iconsOf({ of: () => [] }, [{ tabId: 1, icon: 'x' }, { tabId: 2 }])).toEqual(new Map());
});
