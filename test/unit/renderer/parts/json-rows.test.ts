// A JSON value becomes the rows of a tree, and no value is too large for it.
import { describe, expect, it } from 'vitest';
import { childrenStep, jsonRows, type TreeState } from '../../../../renderer/parts/json-rows.ts';

const untouched: TreeState = { turned: new Set(), more: new Map() };
const shape = (value: unknown, state = untouched) =>
  jsonRows(value, state).map(({ path, level, text }) => [path, level, text]);

describe('jsonRows', () => {
  it('lists the members of an object with their kinds', () => {
    expect(
      jsonRows({ a: 'x', b: 1, c: null, d: true, e: {}, f: [] }, untouched).map(({ key, kind, text }) => [
        key,
        kind,
        text,
      ]),
    ).toEqual([
      ['a', 'string', 'x'],
      ['b', 'number', '1'],
      ['c', 'word', 'null'],
      ['d', 'word', 'true'],
      ['e', 'word', '{}'],
      ['f', 'word', '[]'],
    ]);
  });

  it('draws a bare value as its only row', () => {
    expect(jsonRows('text', untouched)).toEqual([
      { path: '', level: 1, key: null, kind: 'string', text: 'text', open: false, place: [1, 1] },
    ]);
  });

  it('opens three levels and leaves the deeper ones closed with a summary', () => {
    expect(shape({ a: { b: { c: { d: 1, e: 2, f: 3, g: 4 } } } })).toEqual([
      ['/a', 1, '{ b }'],
      ['/a/b', 2, '{ c }'],
      ['/a/b/c', 3, '{ d, e, f, … }'],
      ['/a/b/c/d', 4, '1'],
      ['/a/b/c/e', 4, '2'],
      ['/a/b/c/f', 4, '3'],
      ['/a/b/c/g', 4, '4'],
    ]);
    expect(shape([[[[[1]]]]]).at(-1)).toEqual(['/0/0/0/0', 4, 'array of 1']);
  });

  it('closes an open node that was turned', () => {
    expect(shape({ a: [1, 2] }, { turned: new Set(['/a']), more: new Map() })).toEqual([['/a', 1, 'array of 2']]);
  });

  it('keeps nodes apart whose keys contain slashes', () => {
    expect(shape({ 'a/b': 1, a: { b: 2 }, '~': 3 }).map(([path]) => path)).toEqual(['/a~1b', '/a', '/a/b', '/~0']);
  });

  it('draws a hundred children and offers the rest', () => {
    const rows = jsonRows(
      Array.from({ length: 250 }, (_, index) => index),
      untouched,
    );
    expect(rows).toHaveLength(childrenStep + 1);
    expect(rows.at(-1)).toMatchObject({ path: '/+', kind: 'more', text: '150 more' });
  });

  it('draws further children for each time they were asked for', () => {
    const value = Array.from({ length: 250 }, (_, index) => index);
    expect(jsonRows(value, { turned: new Set(), more: new Map([['', 2]]) })).toHaveLength(250);
  });

  it('tells each row its place among its siblings', () => {
    expect(jsonRows({ a: 1, b: [5, 6] }, untouched).map(({ place }) => place)).toEqual([
      [1, 2],
      [2, 2],
      [1, 2],
      [2, 2],
    ]);
  });
});
