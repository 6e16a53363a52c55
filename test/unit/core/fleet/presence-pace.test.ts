// How often hubs tell that they are here: what each hears a second is bounded, as far as the server keeps what is told.
import { expect, test } from 'vitest';
import { everyMsFor, goneAfterMs } from '../../../../electron/core/fleet/link/presence-pace.ts';

const usualTtl = 15_000;
const longTtl = 180_000;

test('Up to 100 hubs tell every 5 s, and are gone after three times that.', () => {
  for (const hubs of [0, 1, 50, 100]) expect(everyMsFor(hubs, longTtl)).toBe(5_000);
  expect(goneAfterMs()).toBe(15_000);
});

test.each([
  [500, 25_000],
  [1_000, 50_000],
  [1_200, 60_000],
  // Three tellings are to find room in what is kept.
  [10_000, 60_000],
])('Of %i hubs each tells every %i ms where what it tells is kept for three minutes.', (hubs, everyMs) => {
  expect(everyMsFor(hubs, longTtl)).toBe(everyMs);
});

test('Where what is told is kept for 15 s, as usual, it is told every 5 s by however many.', () => {
  expect(everyMsFor(10_000, usualTtl)).toBe(5_000);
  expect(everyMsFor(10_000, 6_000)).toBe(5_000);
});
