// How hosts in punycode read, and which of them can be taken for another.
import { domainToASCII } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksLikeAnother, readsAs } from '../../../contract/host-reading.ts';

test.each([
  ['shop.example', null],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['www.xn--pypal-4ve.example', 'www.pаypal.example'],
  ['xn--fiqs8s', '中国'],
  ['xn--.example', '.example'],
  ['xn--99999999999', null],
  ['xn--a-_.example', null],
])('%s reads %s', (host, text) => {
  expect(readsAs(host)).toBe(text);
});

test('Whatever Node writes in punycode reads as it was.', () => {
  const letters = fc.constantFrom(...'abcz019äöüßéñабвгдежзпαβγδ中国日本語한국');
  const label = fc.array(letters, { minLength: 1, maxLength: 12 }).map(all => all.join(''));
  fc.assert(
    fc.property(label, text => {
      const host = domainToASCII(`${text}.example`);
      fc.pre(host.startsWith('xn--'));
      expect(domainToASCII(readsAs(host) ?? '')).toBe(host);
    }),
  );
});

test('No text of any kind makes it throw.', () => {
  fc.assert(fc.property(fc.string(), text => void readsAs(`xn--${text}`)));
});

test.each([
  ['pаypal.example', true],
  ['ѕсоре.example', true],
  ['googlе-жук.example', true],
  ['bücher.example', false],
  ['пример.example', false],
  ['中国.example', false],
  ['shop.example', false],
])('%s: looks like another, %s', (text, looks) => {
  expect(looksLikeAnother(text)).toBe(looks);
});
