// Which addresses a source may have, and how they are kept.
import { expect, test as it } from 'vitest';
import { sourceAddress } from '../../../../electron/core/catalogue/source-address.ts';

it('an address of a registry is kept without the path of its API', () => {
  for (const given of ['', '/', '/v0.1', '/v0.1/servers', '/v0/servers?limit=3'])
    expect(sourceAddress('registry', `https://Registry.example.com${given}`)).toBe('https://registry.example.com');
  expect(sourceAddress('registry', 'https://example.com/mcp/v0.1/servers')).toBe('https://example.com/mcp');
});

it('http is for this machine alone', () => {
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:3000'])
    expect(sourceAddress('registry', `http://${host}`)).toBe(`http://${host}`);
  for (const host of ['registry.example.com', '10.0.0.1', 'localhost.example.com'])
    expect(() => sourceAddress('registry', `http://${host}`)).toThrow('https address');
});

it('an address holds no password, and the error does not repeat it', () => {
  expect(() => sourceAddress('registry', 'https://ana:secret@example.com')).toThrow(/^(?!.*secret)/);
});

it('what is no address, and no whole path, is refused', () => {
  for (const given of ['registry', 'ftp://example.com', 'javascript:alert(1)'])
    expect(() => sourceAddress('registry', given)).toThrow('no address');
  for (const given of ['servers.json', 'file://host/x', '/a\0b'])
    expect(() => sourceAddress('file', given)).toThrow('path');
  expect(sourceAddress('file', '/srv/servers/')).toBe('/srv/servers');
  expect(sourceAddress('file', 'file:///srv/a%20b.json')).toBe('/srv/a b.json');
});
