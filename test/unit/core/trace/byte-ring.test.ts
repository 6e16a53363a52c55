// The byte ring gives back whole texts or nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRing } from '../../../../electron/core/trace/byte-ring.ts';

test('it keeps the newest texts that fit together and has dropped all older ones', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 30 })),
      fc.integer({ min: 1, max: 200 }),
      (texts, capacity) => {
        const ring = new ByteRing(capacity);
        const written = texts.map(text => ({ text, place: ring.write(text) }));
        let newer = 0;
        const expected = written
          .toReversed()
          .map(({ text, place }) => {
            if (!place) return null;
            newer += place.length;
            return newer <= capacity ? text : null;
          })
          .toReversed();
        expect(written.map(({ place }) => place && ring.read(place))).toEqual(expected);
      },
    ),
  );
});

test('it refuses a text that is larger than itself and keeps what it has', () => {
  const ring = new ByteRing(8);
  const place = ring.write('kept');
  expect([ring.write('far too long'), place && ring.read(place)]).toEqual([null, 'kept']);
});
