// The part of a host that says whose it is; where that is not known for sure, the whole host.
import { expect, test } from 'vitest';
import { hostParts } from '../../../contract/registrable.ts';

test.each([
  ['shop.example', '', 'shop.example'],
  ['app.ledger.test', 'app.', 'ledger.test'],
  ['a.b.shop.com', 'a.b.', 'shop.com'],
  ['www.shop.co.uk', 'www.', 'shop.co.uk'],
  ['shop.co.uk', '', 'shop.co.uk'],
  ['www.bank.de', 'www.', 'bank.de'],
  // Everybody has a name below these: whose it is stands in front.
  ['evil.github.io', '', 'evil.github.io'],
  ['a.b.amazonaws.com', '', 'a.b.amazonaws.com'],
  ['shop.pages.dev', '', 'shop.pages.dev'],
  ['shop.web.app', '', 'shop.web.app'],
  ['a.shop.zz', '', 'a.shop.zz'],
  ['192.168.0.1', '', '192.168.0.1'],
  ['[::1]', '', '[::1]'],
  ['localhost', '', 'localhost'],
])('%s is %j and %j.', (host, before, name) => {
  expect(hostParts(host)).toEqual({ before, name });
});
