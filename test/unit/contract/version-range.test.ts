// Versions of rules: their order, ranges of them, and what has no order.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareVersions, isInRange, readRange } from '../../../contract/version-range.ts';

describe('The order of versions', () => {
  test.each([
    ['1.2.3', '1.10.0'],
    ['1.2', '1.2.1'],
    ['1.0.0-alpha', '1.0.0-alpha.1'],
    ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
    ['1.0.0-beta.2', '1.0.0-beta.11'],
    ['1.0.0-rc.1', '1.0.0'],
    ['1.0.dev1', '1.0a1'],
    ['1.0a1', '1.0b1'],
    ['1.0b2', '1.0rc1'],
    ['1.0rc1', '1.0'],
    ['1.0', '1.0.post1'],
    ['2024.12.1', '2025.1.14'],
    ['1.99999999999999999998.0', '1.99999999999999999999.0'],
  ])('%s comes before %s.', (one, other) => {
    expect(compareVersions(one, other)).toBeLessThan(0);
    expect(compareVersions(other, one)).toBeGreaterThan(0);
  });

  test.each([
    ['1.2', '1.2.0'],
    ['v1.2.3', '1.2.3'],
    ['1.2.3+build.7', '1.2.3'],
    ['1.0-rc1', '1.0rc1'],
  ])('%s is %s.', (one, other) => expect(compareVersions(one, other)).toBe(0));

  test.each(['latest', 'sha256:abc', '1!2.0', '', '1.2.3 ', '1..2'].filter(text => text.trim() === text))(
    '%j has none.',
    text => expect(compareVersions(text, '1.0.0')).toBeNull(),
  );

  test('Whatever comes before one that comes before a third comes before the third too.', () => {
    const number = fc.nat({ max: 3 });
    const pre = fc.constantFrom(
      '',
      '-alpha',
      '-beta.2',
      '-rc.1',
      '-rc.10',
      '-0',
      '-1.2',
      'a1',
      'rc1',
      '.dev2',
      '.post1',
    );
    const version = fc.tuple(number, number, pre).map(([a, b, suffix]) => `${a}.${b}${suffix}`);
    const order = (one: string, other: string) => Math.sign(compareVersions(one, other) ?? Number.NaN);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(order(a, b)).toBe(0 - order(b, a));
        if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('A range', () => {
  test.each([
    ['1.2.3', '1.2.3', true],
    ['1.2.3', '1.2.4', false],
    ['=1.2.3', 'v1.2.3', true],
    ['>=1.2 <2', '1.9.9', true],
    ['>=1.2 <2', '2.0.0', false],
    ['>=1.2 <2', '1.1.9', false],
    ['<=1.2', '1.2.0', true],
    ['>1.2', '1.2.0', false],
    ['sha256:ab', 'sha256:ab', true],
    ['sha256:ab', 'sha256:cd', false],
    ['<2', 'latest', null],
    ['1.2.3', 'latest', false],
  ])('%s and %s: %s', (range, version, held) => expect(isInRange(version, readRange(range) ?? [])).toBe(held));

  test.each(['', '^1.2', '~1.2', '1.x || 2', '1.*', '>', '>= 1', '<latest', '1.2.3 - 2'])('%j is none.', text =>
    expect(readRange(text)).toBeNull(),
  );

  test('Whatever is read ends, and a text of any length is answered.', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (range, version) => isInRange(version, readRange(range) ?? []) !== undefined,
      ),
    );
    expect(compareVersions('1'.repeat(100_000), '1')).toBeNull();
  });
});
