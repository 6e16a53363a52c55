// How values that a page wrote to its console are shown in Firefox.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { shownValue } from '../../../../resources/extension/page/console-values.ts';

beforeAll(() => {
  vi.stubGlobal('Element', vi.fn());
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['a text', 'a text'],
  [12, '12'],
  [12n, '12n'],
  [null, 'null'],
  [undefined, 'undefined'],
  [Symbol('s'), 'Symbol(s)'],
  [function named() {}, 'function named'],
  [[1, 'two', { a: 1 }], '[1, "two", Object]'],
  [Array.from({ length: 12 }, (_, index) => index), '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … 12 in all]'],
  [{ a: 1, b: { c: 2 }, d: [1] }, '{a: 1, b: Object, d: Array}'],
  [Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 0])), /^\{k0: 0, .*k9: 0, …\}$/],
  [new Map(), 'Map'],
  ['x'.repeat(10_000), /^x{4000}$/],
])('%s', (value, shown) => {
  expect(shownValue(value)).toMatch(shown instanceof RegExp ? shown : new RegExp(`^${escaped(shown)}$`));
});

test('No code of the page is run to show a value.', () => {
  const asked = vi.fn(() => 'run');
  const value = Object.defineProperties({}, { computed: { get: asked, enumerable: true }, toString: { value: asked } });
  expect(shownValue(value)).toBe('{computed: (…), toString: function Mock}');
  expect(asked).not.toHaveBeenCalled();
});

test('An error is shown with where it was made.', () => {
  expect(shownValue(new TypeError('told'))).toMatch(/^TypeError: told \(.+\)$/);
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
