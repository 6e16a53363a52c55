// Where the window opens, for the displays there are.
import { expect, test } from 'vitest';
import { placeWindow } from '../../../electron/main/window-place.ts';

const left = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 2560, height: 1400 };
const saved = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height, maximized: false });

test('the first time it has its usual size, no larger than the primary display', () => {
  expect(placeWindow(null, [left])).toEqual({ width: 1360, height: 860 });
  expect(placeWindow(null, [{ x: 0, y: 0, width: 1280, height: 760 }])).toEqual({ width: 1280, height: 760 });
});

test('it comes back to the display where it stood', () => {
  expect(placeWindow(saved(2500, 300), [left, right])).toEqual({ x: 2500, y: 300, width: 1000, height: 700 });
  expect(placeWindow(saved(-900, 50), [right, { ...left, x: -1920 }])).toMatchObject({ x: -900, y: 50 });
});

test.each([
  ['its display is gone', saved(2500, 300)],
  ['only a sliver of it would be seen', saved(1900, 300)],
  ['its top edge lies above the display', saved(100, -300)],
  ['its top edge lies below the display', saved(100, 1035)],
])('when %s, it opens where the desktop wants, as large as it was', (_, place) => {
  expect(placeWindow(place, [left])).toEqual({ width: 1000, height: 700 });
});

test('on a smaller display it shrinks', () => {
  expect(placeWindow(saved(10, 10, 2500, 1300), [left])).toEqual({ x: 10, y: 10, width: 1920, height: 1040 });
});

test('without any display it has its usual size', () => {
  expect(placeWindow(saved(0, 0), [])).toEqual({ width: 1360, height: 860 });
});
