// Moments of four bytes.
import { expect, test } from 'vitest';
import { TimeColumn } from '../../../../electron/core/trace/time-column.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;

test('moments come back, forwards and backwards from the first one', () => {
  const column = new TimeColumn(4);
  const moments = [now, now + 20 * day, now - 20 * day, now + 1];
  for (const [slot, at] of moments.entries()) column.set(slot, at);
  expect(moments.map((_, slot) => column.get(slot))).toEqual(moments);
});

test('a clock that is put far forwards or back moves older moments to the nearest that fits', () => {
  const column = new TimeColumn(3);
  column.set(0, now);
  column.set(1, now + 300 * day);
  column.set(2, now + 301 * day);
  expect([column.get(1), column.get(2), column.get(0) > now && column.get(0) < now + 300 * day]).toEqual([
    now + 300 * day,
    now + 301 * day,
    true,
  ]);
  column.set(0, 0);
  expect([column.get(0), column.get(1) > 0 && column.get(1) < 50 * day]).toEqual([0, true]);
});
