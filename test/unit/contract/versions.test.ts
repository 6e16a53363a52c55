// Which of two versions is the later one.
import { expect, test } from 'vitest';
import { compareVersions } from '../../../contract/versions.ts';

test.each([
  ['1.9.0', '1.10.0'],
  ['1.0', '1.0.1'],
  ['', '0.0.1'],
  ['2.0.0-beta.2', '2.0.0'],
  ['2.0.0-beta.2', '2.0.0-beta.10'],
  ['nonsense', 'v0.1'],
])('%j comes before %j.', (one, other) => {
  expect([Math.sign(compareVersions(one, other)), Math.sign(compareVersions(other, one))]).toEqual([-1, 1]);
});

test.each([
  ['1.0', '1.0.0'],
  ['1.0.0+build', 'v1.0.0'],
])('%j is as late as %j.', (one, other) => {
  expect(compareVersions(one, other)).toBe(0);
});
