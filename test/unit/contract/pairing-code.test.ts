// The code that pairs a browser: written so that a person can type it, read as persons type.
import { expect, test } from 'vitest';
import {
  formatPairingCode,
  pairingSecret,
  pairingSecretBytes,
  parsePairingCode,
} from '../../../contract/pairing-code.ts';

const code = { port: 27123, secret: 'K4QF7XPM2ABC' };

test('It names the port, then three groups of four signs.', () => {
  expect(formatPairingCode(code)).toBe('27123-K4QF-7XPM-2ABC');
});

test.each([
  '27123-K4QF-7XPM-2ABC',
  ' 27123-k4qf-7xpm-2abc ',
  '27123 K4QF 7XPM 2ABC',
  '27123–K4QF–7XPM–2ABC',
  '27123: K4QF7XPM2ABC',
])('%j is read as what was meant.', text => {
  expect(parsePairingCode(text)).toEqual(code);
});

test.each([
  '',
  'hello',
  '27123',
  'K4QF-7XPM-2ABC',
  '27123K4QF7XPM2ABC',
  '27123-K4QF-7XPM-2AB',
  '27123-K4QF-7XPM-2ABCD',
  '27123-K4QF-7XPM-2AB0',
  '27123-KIQF-7XPM-2ABC',
  '0-K4QF-7XPM-2ABC',
  '99999-K4QF-7XPM-2ABC',
  '127.0.0.1:27123-K4QF-7XPM-2ABC',
  `27123-${'A-'.repeat(10_000)}`,
])('%.40j is none.', text => {
  expect(parsePairingCode(text)).toBeNull();
});

test('Every byte gives a sign, each sign as often as any other, and none looks like another.', () => {
  const signs = Array.from(pairingSecret(Array.from({ length: 256 }, (_, byte) => byte)));
  expect(new Set(signs.map(sign => signs.filter(other => other === sign).length))).toEqual(new Set([8]));
  expect(signs).not.toEqual(expect.arrayContaining(['0']));
  expect(signs.join('')).not.toMatch(/[01IO]/);
  expect(pairingSecretBytes * Math.log2(new Set(signs).size)).toBeGreaterThanOrEqual(50);
});

test('What was made is read as the same.', () => {
  const secret = pairingSecret(crypto.getRandomValues(new Uint8Array(pairingSecretBytes)));
  expect(parsePairingCode(formatPairingCode({ port: 65_535, secret }))).toEqual({ port: 65_535, secret });
});
