// A budget is shared so that little is given whole and nobody gets more than there is.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut } from '../../../../resources/extension/tools/share-out.ts';

test.each([
  [[10, 20, 30], 100, [10, 20, 30]],
  [[10, 500, 500], 110, [10, 50, 50]],
  [[500, 10, 60], 110, [50, 10, 50]],
  [[5, 5], -10, [0, 0]],
  [[], 100, []],
])('%j of %i characters get %j.', (needs, budget, shares) => {
  expect(shareOut(needs, budget)).toEqual(shares);
});

test('Nobody gets more than is needed, and all together no more than there is.', () => {
  const needs = fc.array(fc.nat({ max: 1_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(needs, fc.nat({ max: 20_000 }), (wanted, budget) => {
      const shares = shareOut(wanted, budget);
      expect(shares.every((share, at) => share >= 0 && share <= (wanted[at] ?? 0))).toBe(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(budget);
    }),
  );
});
