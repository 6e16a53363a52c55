// Frames in pieces: joined and read as they were before they were cut, whatever was read before.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, joinPieces, textOf } from '../../../../native-host/framing/frame-pieces.ts';
import { cutAt } from '../../../fuzz/framing.ts';

const mib = 1024 * 1024;

/** The pieces of `bytes` when it is cut every `size` bytes. */
function cutEvery(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

describe('textOf', () => {
  test('000 Reading a Message: text that was cut in the middle of characters is read as if it were whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.array(fc.nat()), (text, cuts) => {
        const bytes = Buffer.from(text);
        const pieces = cutAt(bytes, cuts).filter(piece => piece.length > 0);
        return textOf(pieces) === bytes.toString('utf8');
      }),
    );
  });

  test('reads a short frame after a long one without a trace of the long one', () => {
    textOf(cutEvery(Buffer.alloc(2 * mib, 'x'), 65_536));
    expect(textOf([Buffer.from('sho'), Buffer.from('rt')])).toBe('short');
  });

  test.each([[4 * mib], [4 * mib + 1], [9 * mib]])('reads a frame of %i bytes in pieces', length => {
    const bytes = Buffer.alloc(length, 'abcdefg');
    expect(textOf(cutEvery(bytes, 65_536)) === bytes.toString('utf8')).toBe(true);
  });

  test('puts U+FFFD for what is not UTF-8, as Buffer does', () => {
    const bytes = Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62]);
    expect(textOf([bytes.subarray(0, 3), bytes.subarray(3)])).toBe(bytes.toString('utf8'));
  });
});

describe('joinPieces', () => {
  test('gives a single piece as it is', () => {
    const piece = Buffer.from('alone');
    expect(joinPieces([piece])).toBe(piece);
  });

  test('gives several pieces in memory that nothing writes over', () => {
    const joined = joinPieces([Buffer.from('a'.repeat(5)), Buffer.from('b'.repeat(5))]);
    textOf([Buffer.from('zzzzz'), Buffer.from('zzzzz')]);
    expect([joined.toString(), bytesOf([joined])]).toEqual(['aaaaabbbbb', 10]);
  });
});
