// The byte ring gives back whole records or nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRing } from '../../../../electron/core/trace/byte-ring.ts';

test('it keeps the newest records that fit together and has dropped all older ones', () => {
  const record = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(record), fc.integer({ min: 1, max: 200 }), (records, capacity) => {
      const ring = new ByteRing(capacity);
      const written = records.map(parts => ({ bytes: Buffer.concat(parts), start: ring.write(...parts) }));
      let newer = 0;
      const expected = written
        .toReversed()
        .map(({ bytes, start }) => {
          if (start < 0) return null;
          newer += bytes.length;
          return newer <= capacity ? bytes : null;
        })
        .toReversed();
      expect(written.map(({ bytes, start }) => (start < 0 ? null : ring.read(start, bytes.length)))).toEqual(expected);
    }),
  );
});

test('it refuses what is larger than itself and keeps what it has', () => {
  const ring = new ByteRing(8);
  const start = ring.write(Buffer.from('kept'));
  expect([ring.write(Buffer.from('far too'), Buffer.from('long')), ring.read(start, 4)]).toEqual([
    -1,
    Buffer.from('kept'),
  ]);
});

test('it has nothing where nothing was written yet', () => {
  const ring = new ByteRing(8);
  ring.write(Buffer.from('ab'));
  expect(ring.read(0, 3)).toBe(null);
});
