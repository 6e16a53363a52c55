// The string pool holds each string once, as long as somebody uses it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StringPool } from '../../../../electron/core/trace/string-pool.ts';

test('equal strings share a number and null is 0', () => {
  const pool = new StringPool('…');
  expect([pool.take('a'), pool.take('b'), pool.take('a'), pool.take(null)]).toEqual([1, 2, 1, 0]);
});

test('a number is used again once every user has dropped its string', () => {
  const pool = new StringPool('…');
  const id = pool.take('a');
  pool.take('a');
  pool.drop(id);
  expect(pool.text(id)).toBe('a');
  pool.drop(id);
  expect([pool.text(id), pool.take('b'), pool.text(id)]).toEqual([null, id, 'b']);
});

test('it never grows beyond what is in use at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 3 }), { maxLength: 300 }),
      fc.integer({ min: 1, max: 20 }),
      (texts, inUse) => {
        const pool = new StringPool('…');
        const held: { id: number; text: string }[] = [];
        for (const text of texts) {
          held.push({ id: pool.take(text), text });
          if (held.length > inUse) pool.drop(held.shift()?.id ?? 0);
          for (const { id, text: expected } of held) expect(pool.text(id)).toBe(expected);
        }
        expect(pool.size).toBeLessThanOrEqual(inUse + 2);
      },
    ),
  );
});

test('beyond its bound a new string is taken as another, and a known one stays itself', () => {
  const pool = new StringPool('(too many)', 1_000);
  const first = pool.take('text 0');
  const ids = Array.from({ length: 50 }, (_, n) => pool.take(`text ${n}`));
  expect([ids[0], pool.text(ids[49] ?? 0), pool.size < 20]).toEqual([first, '(too many)', true]);
  for (const id of ids) pool.drop(id);
  expect(pool.text(pool.take('text 49'))).toBe('text 49');
});
