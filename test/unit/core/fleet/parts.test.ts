// Messages in parts: whatever their length, and whatever is lost of them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutIntoParts, PartJoiner } from '../../../../electron/core/fleet/link/parts.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

test('What was cut is whole again, with any room for a part.', () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 5 }), fc.integer({ min: 13, max: 120 }), (messages, most) => {
      const joiner = new PartJoiner(1_000);
      const whole = messages.map((message, number) => {
        const parts = cutIntoParts(message, number, most);
        expect(parts.every(part => part.length <= most)).toBe(true);
        return parts.map(part => joiner.take(part)).at(-1);
      });
      expect(whole.map(one => one?.kind === 'whole' && [...one.message])).toEqual(messages.map(one => [...one]));
    }),
  );
});

test('A message of which a part is lost never comes out changed, and the next one is whole.', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 50, maxLength: 300 }), fc.nat(), (message, choice) => {
      const joiner = new PartJoiner(1_000);
      const parts = cutIntoParts(message, 1, 30);
      const lost = choice % parts.length;
      const seen = parts.filter((_, index) => index !== lost).map(part => joiner.take(part).kind);
      expect(seen).not.toContain('whole');
      const [next] = cutIntoParts(new Uint8Array([7]), 2, 30);
      expect(next && joiner.take(next)).toEqual({ kind: 'whole', message: new Uint8Array([7]) });
    }),
  );
});

test('More bytes than are taken, and what is no part, are given up.', () => {
  const joiner = new PartJoiner(40);
  const kinds = cutIntoParts(new Uint8Array(100), 1, 30).map(part => joiner.take(part).kind);
  expect(kinds).toContain('broken');
  expect(kinds).not.toContain('whole');
  expect(joiner.take(new Uint8Array(3)).kind).toBe('broken');
});
