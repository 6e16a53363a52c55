// Names that no two browsers have, also where they only look alike, and colours in order.
import { describe, expect, test } from 'vitest';
import { freeColour, freeName, namedApart, readsTheSame } from '../../../../electron/core/browsers/browser-names.ts';

describe('The name of a new browser', () => {
  test.each([
    [[], 'Chromium'],
    [['Firefox'], 'Chromium'],
    [['Chromium'], 'Chromium 2'],
    [['chromium ', 'Chromium 2'], 'Chromium 3'],
    [['Chromium 2'], 'Chromium'],
  ])('beside %j is %s.', (taken, name) => {
    expect(freeName('Chromium', taken)).toBe(name);
  });

  test('is another one where a person could not see the difference, and not where one can.', () => {
    expect(readsTheSame('Work', ' work')).toBe(true);
    expect(readsTheSame('My  Work', 'My Work')).toBe(true);
    expect(readsTheSame('Work', 'Work 2')).toBe(false);
  });
});

test('Names of before are told apart, the first of each keeps its own, and none takes that of a later one.', () => {
  const rows = ['Chromium', 'Chromium', 'Chromium 2', 'Work'].map((name, at) => ({ name, colour: at + 1 }));
  expect(namedApart(rows).map(({ name }) => name)).toEqual(['Chromium', 'Chromium 3', 'Chromium 2', 'Work']);
});

test('Colours are given out in order, and then again to those that the fewest have.', () => {
  const given: number[] = [];
  for (let browser = 0; browser < 12; browser += 1) given.push(freeColour(given));
  expect(given).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2]);
  expect(freeColour([1, 3])).toBe(2);
});
