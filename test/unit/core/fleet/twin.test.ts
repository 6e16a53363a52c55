// When what a hub reads under its own name comes of another one that runs.
import { expect, test } from 'vitest';
import { isTwin } from '../../../../electron/core/fleet/link/presence-member.ts';

const own = { startedAt: 1_000 };

test('What an earlier run of this hub has left is no other hub.', () => {
  expect(isTwin(null, own)).toBe(false);
  expect(isTwin({ startedAt: 100, at: 999 }, own)).toBe(false);
});

test('Of two hubs that both run the one that began later finds the other, and not the other way round.', () => {
  expect(isTwin({ startedAt: 100, at: 1_001 }, own)).toBe(true);
  expect(isTwin({ startedAt: 1_000, at: 1_001 }, { startedAt: 100 })).toBe(false);
});

test('What this hub says itself comes back to it.', () => {
  expect(isTwin({ startedAt: 1_000, at: 1_001 }, own)).toBe(false);
});
