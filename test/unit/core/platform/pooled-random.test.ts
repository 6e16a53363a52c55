// Bytes out of a pool: of the size that was asked for, never the same ones twice, and nobody else's to change.
import { expect, test } from 'vitest';
import { pooledRandom } from '../../../../electron/core/platform/pooled-random.ts';

test('Each value has its size and is given once, also where the pool ends and where one is too large for it.', () => {
  const random = pooledRandom();
  const sizes = Array.from({ length: 3_000 }, (_, index) => [8, 12, 16, 64, 65, 5_000][index % 6] as number);
  const values = sizes.map(size => random(size));
  expect(values.map(({ length }) => length)).toEqual(sizes);
  expect(new Set(values.map(value => value.toString('hex'))).size).toBe(values.length);
  // Eight bytes of zeros would come once in 10^19.
  expect(values.filter(value => value.every(byte => byte === 0))).toEqual([]);
  expect(random(0)).toHaveLength(0);
});

test('A value does not change afterwards, whoever else is given one or writes into theirs.', () => {
  const random = pooledRandom();
  const [first, second] = [random(16), random(16)];
  const kept = Buffer.from(second);
  first.fill(1);
  for (let count = 0; count < 1_000; count++) random(16).fill(2);
  expect(second).toEqual(kept);
  expect(new Uint8Array(second.buffer, second.byteOffset, 16)).toEqual(new Uint8Array(kept));
});
