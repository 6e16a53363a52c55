// An address that is longer than a message bears: it is cut with a mark, and stays one of its own site.
import { expect, test } from 'vitest';
import { maxUrlChars } from '../../../contract/companion.ts';
import { cutAddress } from '../../../contract/cut-address.ts';
import { originOf } from '../../../contract/sites.ts';

test('One that fits stays as it is, its name and password included.', () => {
  const fits = `https://me:word@shop.example/?q=${'a'.repeat(maxUrlChars - 32)}`;
  expect(fits).toHaveLength(maxUrlChars);
  expect(cutAddress(fits)).toBe(fits);
});

test.each([maxUrlChars + 1, 3_000, 100_000])(
  'One of %i characters ends with a mark that says how much is missing.',
  length => {
    const start = 'https://shop.example/?q=';
    const long = `${start}${'a'.repeat(length - start.length)}`;
    const cut = cutAddress(long);
    const [, kept = '', more = ''] = /^(.*)…\((\d+) more characters\)$/.exec(cut) ?? [];
    expect(long.startsWith(kept)).toBe(true);
    expect(kept.length + Number(more)).toBe(length);
    expect(cut.length).toBeLessThanOrEqual(maxUrlChars);
    expect(cut.length).toBeGreaterThan(maxUrlChars - 10);
  },
);

/** As long as what is kept, so that what is left of it reads as a page of bank.example. */
const bank = Array.from({ length: 40 }, (_, left) => `${'x'.repeat(maxUrlChars - 20 - left)}.bank.example`);

test.each([
  ['a long name', bank.map(name => `https://${name}.more${'y'.repeat(100)}@evil.example/`)],
  ['a long password', [`https://me:${'y'.repeat(3_000)}@evil.example/path`]],
  ['a long path', [`https://evil.example:8443/${'z'.repeat(3_000)}`]],
])('The site of an address with %s stays its own.', (_, addresses) => {
  for (const long of addresses) {
    expect(long.length).toBeGreaterThan(maxUrlChars);
    expect(originOf(cutAddress(long))).toBe(originOf(long));
  }
});

test('What has no host is cut in the same way.', () => {
  for (const long of [`data:text/html,${'a'.repeat(3_000)}`, `https://[${'a'.repeat(3_000)}`])
    expect(cutAddress(long)).toMatch(/^.{1900,1990}…\(\d+ more characters\)$/);
});
