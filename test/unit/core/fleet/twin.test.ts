// When what a hub reads under its own name comes of another one that runs.
import { expect, test } from 'vitest';
import { isTwin } from '../../../../electron/core/fleet/link/presence-member.ts';

const own = { hubId: 'mia', startedAt: 1_000 };
const said = (startedAt: number, at: number) => ({ hubId: 'mia', startedAt, at });

test('What an earlier run of this hub has left is no other hub.', () => {
  expect(isTwin(null, own)).toBe(false);
  expect(isTwin(said(100, 999), own)).toBe(false);
});

test('Of two hubs that both run the one that began later finds the other, and not the other way round.', () => {
  expect(isTwin(said(100, 1_001), own)).toBe(true);
  expect(isTwin(said(1_000, 1_001), { ...own, startedAt: 100 })).toBe(false);
});

test('What this hub says itself comes back to it.', () => {
  expect(isTwin(said(1_000, 1_001), own)).toBe(false);
});

test('Another hub under this name is no copy of this one, however long it has been there.', () => {
  expect(isTwin({ ...said(100, 1_001), hubId: 'joe' }, own)).toBe(false);
});
