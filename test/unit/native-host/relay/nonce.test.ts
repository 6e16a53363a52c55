// The random numbers of a handshake.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createNonce } from '../../../../native-host/relay/nonce.ts';

function expectFreshNonces(): void {
  const list = Array.from({ length: 50 }, () => createNonce());
  expect(list.every(nonce => /^[0-9a-f]{64}$/.test(nonce))).toBe(true);
  expect(new Set(list).size).toBe(list.length);
}

test('a nonce is 32 fresh random bytes in hex', expectFreshNonces);

test('a system without a file of random bytes gives as good ones', () => {
  const open = vi.spyOn(fs, 'openSync').mockImplementation(() => {
    throw new Error('ENOENT');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    open.mockRestore();
    syncBuiltinESMExports();
  });
  expectFreshNonces();
  expect(open).toHaveBeenCalled();
});
