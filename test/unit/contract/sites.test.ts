// The one form of a site, whatever way it was written, and which sites speak of an origin.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf, siteOf, sitesAbove } from '../../../contract/sites.ts';

describe('siteOf', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['Example.COM', 'https://example.com'],
    [' https://example.com/ ', 'https://example.com'],
    ['https://example.com.', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['http://example.com:80', 'http://example.com'],
    ['http://example.com:443', 'http://example.com:443'],
    ['HTTP://EXAMPLE.com', 'http://example.com'],
    ['*.Example.com', 'https://*.example.com'],
    ['http://*.example.com:8080', 'http://*.example.com:8080'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['*.BÜCHER.example', 'https://*.xn--bcher-kva.example'],
    ['localhost:3000', 'https://localhost:3000'],
    ['http://[::1]:80', 'http://[::1]'],
    ['127.0.0.1', 'https://127.0.0.1'],
    ['0x7f.1', 'https://127.0.0.1'],
  ])('%j is %j.', (text, site) => {
    expect(siteOf(text)).toBe(site);
  });

  test.each([
    '',
    '*',
    '*.',
    'a.*.example',
    '*.127.0.0.1',
    '*.[::1]',
    'https://example.com/path',
    'https://user@example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'two words',
    'example.com?x',
  ])('%j is no site.', text => {
    expect(siteOf(text)).toBeNull();
  });

  test('What it writes it reads as the same.', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), fc.boolean(), (url, wild) => {
        const origin = originOf(url);
        if (origin === null) return;
        const site = siteOf(wild ? origin.replace('//', '//*.') : origin);
        if (site !== null) expect(siteOf(site)).toBe(site);
      }),
    );
  });
});

describe('originOf', () => {
  test.each([
    ['https://Example.com./x?y', 'https://example.com'],
    ['http://example.com:8080/x', 'http://example.com:8080'],
    ['file:///etc/passwd', null],
    ['chrome://settings', null],
    ['about:blank', null],
  ])('Of %j it is %j.', (address, origin) => {
    expect(originOf(address)).toBe(origin);
  });
});

describe('sitesAbove', () => {
  test('They go from the site itself to its topmost domain.', () => {
    expect(sitesAbove('https://a.b.example:8443')).toEqual([
      'https://a.b.example:8443',
      'https://*.a.b.example:8443',
      'https://*.b.example:8443',
      'https://*.example:8443',
    ]);
  });

  test.each(['http://127.0.0.1:80', 'http://[::1]:3000'])('Above %j there is nothing.', origin => {
    expect(sitesAbove(origin)).toEqual([origin]);
  });
});
