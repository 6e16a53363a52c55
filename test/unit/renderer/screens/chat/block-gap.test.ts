// What of a long thread is in the page.
import { expect, test } from 'vitest';
import { gapAfter } from '../../../../../renderer/screens/chat/thread/block-gap.ts';

const sight = (isIntersecting: boolean, height = 700) => ({ isIntersecting, boundingClientRect: { height } });

test('Of several observations that come at once the newest holds.', () => {
  expect(gapAfter([sight(false), sight(true)], null, false)).toBeNull();
  expect(gapAfter([sight(true), sight(false)], null, false)).toBe(700);
});

test('What is out of sight leaves its height, and stays where something in it would be lost.', () => {
  expect(gapAfter([sight(false, 300)], 700, false)).toBe(700);
  expect(gapAfter([sight(false)], null, true)).toBeNull();
  expect(gapAfter([], null, false)).toBeNull();
});
