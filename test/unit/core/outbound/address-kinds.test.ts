// What kind of place each address is, also in the forms that hide another one.
import { expect, test } from 'vitest';
import { kindOfAddress } from '../../../../electron/core/outbound/address-kinds.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['0.0.0.0', 'private'],
  ['::', 'private'],
  ['::127.0.0.1', 'private'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['224.0.0.1', 'private'],
  ['255.255.255.255', 'private'],
  ['fd00::1', 'private'],
  ['fc00::1', 'private'],
  ['fec0::1', 'private'],
  ['ff02::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['2002:7f00:1::', 'private'],
  ['2001::1', 'private'],
  ['2001:db8::1', 'private'],
  ['169.254.169.254', 'link-local'],
  ['::ffff:169.254.169.254', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['1.1.1.1', 'public'],
  ['172.32.0.1', 'public'],
  ['100.128.0.1', 'public'],
  ['2606:4700::1111', 'public'],
  ['64:ff9b::1.1.1.1', 'public'],
  ['::ffff:1.1.1.1', 'public'],
  ['no address', 'private'],
])('%s is %s.', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind);
});
