// Diagnostics tell nothing of a person, and the same name has the same mask throughout.
import { expect, test } from 'vitest';
import { NamesMask } from '../../../../electron/core/doctor/names-mask.ts';

const mask = () =>
  new NamesMask({ homeDir: '/home/ana', userName: 'ana', hostName: 'atlas-7.local', hosts: ['bank.example'] });

test.each([
  ['/home/ana/.pilothouse/log', '~/.pilothouse/log'],
  ['/home/bob/file', '/home/user-1/file'],
  ['https://shop.example/orders/7?key=abc', 'https://host-1/path-1'],
  ['http://127.0.0.1:3456/mcp', 'http://127.0.0.1:3456/mcp'],
  ['a page of bank.example', 'a page of host-1'],
  ['Authorization: Bearer abc.def', 'Authorization: ••••'],
  [`ph_codex-1a2b3c_${'0'.repeat(64)}`, '••••'],
  ['mail of ana@example.org', 'mail of mail-1'],
  ['started by ana', 'started by user-1'],
  ['banana', 'banana'],
  ['started on Atlas-7', 'started on host-1'],
  ['atlas-7.local:631', 'host-1:631'],
])('%s becomes %s', (text, masked) => {
  expect(mask().text(text)).toBe(masked);
});

test('a name that comes again has the mask that it had', () => {
  const names = mask();
  expect(names.text('https://a.example/x https://b.example/x https://a.example/y')).toBe(
    'https://host-1/path-1 https://host-2/path-1 https://host-1/path-2',
  );
  expect(names.text('https://b.example/')).toBe('https://host-2/');
});
