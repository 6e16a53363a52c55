// The desktop's keychain: used where it protects, named as weak where it does not.
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../electron/main/vault.ts';
import type { SafeStorage } from '../../../electron/main/vault.ts';

const storage = (change: Partial<SafeStorage> = {}): SafeStorage => ({
  isEncryptionAvailable: () => true,
  encryptString: text => Buffer.from(`sealed ${text}`),
  decryptString: sealed => sealed.toString().replace('sealed ', ''),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  ...change,
});

describe('createVault', () => {
  test('What it seals it opens.', async () => {
    const vault = createVault(storage(), 'linux');
    expect(await vault.open(await vault.seal('text'))).toBe('text');
    expect([vault.weakness, vault.backend]).toEqual([null, 'gnome_libsecret']);
  });

  test.each(['basic_text', 'unknown'])('On Linux the backend %s is a weakness.', backend => {
    const vault = createVault(storage({ getSelectedStorageBackend: () => backend }), 'linux');
    expect(vault.weakness).toMatch(/^No keychain runs in this desktop session/);
  });

  test('A keychain that is not available is a weakness everywhere.', () => {
    expect(createVault(storage({ isEncryptionAvailable: () => false }), 'darwin').weakness).toMatch(/cannot be used/);
  });

  test('Elsewhere than on Linux the backend is not asked for, because there is none to ask.', () => {
    const getSelectedStorageBackend = () => {
      throw new Error('not implemented');
    };
    const vault = createVault(storage({ getSelectedStorageBackend }), 'win32');
    expect([vault.weakness, vault.backend]).toEqual([null, null]);
  });

  test('What cannot be opened rejects.', async () => {
    const decryptString = () => {
      throw new Error('Error while decrypting the ciphertext');
    };
    await expect(createVault(storage({ decryptString }), 'linux').open(Buffer.from('x'))).rejects.toThrow('decrypting');
  });
});
