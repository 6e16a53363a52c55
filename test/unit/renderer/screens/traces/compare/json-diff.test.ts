// Two messages side by side.
import { describe, expect, it } from 'vitest';
import { jsonDiff } from '../../../../../../renderer/screens/traces/compare/json-diff.ts';

describe('a comparison', () => {
  const told = (left: unknown, right: unknown) =>
    jsonDiff(left, right).rows.map(({ path, left: l, right: r, kind }) => [path, l, r, kind]);

  it('tells what is the same in one row, and opens what differs', () => {
    expect(told({ a: 1, b: { c: 2 }, d: 3 }, { a: 1, b: { c: 4 }, e: 5 })).toEqual([
      ['', '{ … }', '{ … }', 'changed'],
      ['/a', '1', '1', 'same'],
      ['/b', '{ … }', '{ … }', 'changed'],
      ['/b/c', '2', '4', 'changed'],
      ['/d', '3', null, 'left'],
      ['/e', null, '5', 'right'],
    ]);
  });

  it('puts the same items of lists beside each other', () => {
    const rows = told(['a', 'b', 'c'], ['b', 'x', 'c']).slice(1);
    expect(rows.map(([, l, r, kind]) => [l, r, kind])).toEqual([
      ['"a"', null, 'left'],
      ['"b"', '"b"', 'same'],
      [null, '"x"', 'right'],
      ['"c"', '"c"', 'same'],
    ]);
  });

  it('takes values of different kinds, and members whose names are those of objects', () => {
    expect(told([1], { 0: 1 })).toEqual([['', '[1]', '{"0":1}', 'changed']]);
    expect(
      told(JSON.parse('{"__proto__":1}'), JSON.parse('{"toString":1}'))
        .slice(1)
        .map(([, , , kind]) => kind),
    ).toEqual(['left', 'right']);
    expect(told(null, null)).toEqual([['', 'null', 'null', 'same']]);
  });

  it('ends before it is too long or too deep', () => {
    const deep = (value: unknown) => Array.from({ length: 900 }).reduce<unknown>(inner => [inner], value);
    expect(jsonDiff(deep(1), deep(2)).rows.length).toBeLessThan(70);
    const long = (from: number) => Array.from({ length: 5_000 }, (_, n) => n + from);
    expect(jsonDiff(long(0), long(7))).toMatchObject({ whole: false });
  });
});
