// Messages of D-Bus and their bytes: those of the specification, what comes in pieces, and what is none.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeMessage } from '../../../../electron/core/screen-lock/dbus-message.ts';
import { DbusReader, encodeValues, typesOf, Variant } from '../../../../electron/core/screen-lock/dbus-values.ts';
import type { DbusMessage } from '../../../../electron/core/screen-lock/dbus-message.ts';

const hello: DbusMessage = {
  kind: 'call',
  serial: 1,
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
  destination: 'org.freedesktop.DBus',
  body: [],
};

describe('signatures', () => {
  test.each([
    ['', []],
    ['sa{sv}as', ['s', 'a{sv}', 'as']],
    ['a(susso)', ['a(susso)']],
    ['(uo)v', ['(uo)', 'v']],
    ['aaai', ['aaai']],
  ])('%j is %j.', (signature, types) => {
    expect(typesOf(signature)).toEqual(types);
  });

  test.each(['a', '(', '()', 'a()', '(s', '{sv', 'z', 's)', `${'a'.repeat(200)}i`])('%j is none.', signature => {
    expect(() => typesOf(signature)).toThrow('is no signature of D-Bus');
  });
});

describe('values', () => {
  test('A number stands where its size divides, an entry where eight does (D-Bus specification "Alignment").', () => {
    expect(encodeValues('yu', [1, 2])).toEqual(Buffer.from('0100000002000000', 'hex'));
    expect(encodeValues('a{sv}', [[['k', new Variant('b', true)]]]).toString('hex')).toBe(
      ['10000000', '00000000', '01000000', '6b00', '016200', '000000', '01000000'].join(''),
    );
  });

  test('The numbers that only others send are read in both byte orders.', () => {
    const little = Buffer.from('feff03000000000004000000000000000500000000000000000000000000f03f', 'hex');
    expect(new DbusReader(little, true).all('nqxtd')).toEqual([-2, 3, 4n, 5n, 1]);
    const big = Buffer.from('fffe000300000000000000000000000400000000000000053ff0000000000000', 'hex');
    expect(new DbusReader(big, false).all('nqxtd')).toEqual([-2, 3, 4n, 5n, 1]);
  });

  test('Whatever is written is read again.', () => {
    const pair = fc.tuple(fc.string(), fc.nat());
    fc.assert(
      fc.property(fc.array(pair), fc.string(), fc.boolean(), (pairs, text, flag) => {
        const written = encodeValues('a(su)vb', [pairs, new Variant('s', text), flag]);
        const [gotPairs, gotText, gotFlag] = new DbusReader(written, true).all('a(su)vb');
        expect([gotPairs, gotFlag]).toEqual([pairs.map(([name, n]) => [wellFormed(name), n]), flag]);
        expect(gotText).toBe(wellFormed(text));
      }),
    );
  });
});

describe('messages', () => {
  test('A message that was written is read again, with its length.', () => {
    const signal: DbusMessage = {
      ...{ kind: 'signal', serial: 7, path: '/a', interface: 'b.c', member: 'D', sender: ':1.4', signature: 'sb' },
      body: ['text', true],
    };
    for (const message of [hello, signal]) {
      const bytes = encodeMessage(message);
      expect(decodeMessage(bytes)).toEqual({ message, length: bytes.length });
    }
  });

  test('A message that is not whole is waited for, wherever it was cut.', () => {
    const bytes = encodeMessage(hello);
    for (let cut = 0; cut < bytes.length; cut += 1) expect(decodeMessage(bytes.subarray(0, cut))).toBe(null);
    expect(decodeMessage(Buffer.concat([bytes, bytes]))?.length).toBe(bytes.length);
  });

  test('What claims to be larger than a megabyte is refused before it came.', () => {
    const bytes = encodeMessage(hello);
    bytes.writeUInt32LE(2_000_000, 4);
    expect(() => decodeMessage(bytes)).toThrow('at most 1048576 are read');
  });

  test('Whatever bytes come, they are a message, the beginning of one, or an error; reading them ends.', () => {
    const start = encodeMessage({
      ...hello,
      signature: 'sa{sv}as',
      body: ['x', [['k', new Variant('s', 'v')]], ['y']],
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(start.length - 1), fc.nat(255)), { maxLength: 6 }), changes => {
        const bytes = Buffer.from(start);
        for (const [at, byte] of changes) bytes[at] = byte;
        try {
          decodeMessage(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function wellFormed(text: string): string {
  return Buffer.from(text).toString('utf8');
}
