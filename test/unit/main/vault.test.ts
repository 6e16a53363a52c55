// The desktop's keychain: used where it protects, named as weak where it does not, waited for while it is away.
import { describe, expect, test } from 'vitest';
import { createVault } from '../../../electron/main/vault.ts';
import type { SafeStorage } from '../../../electron/main/vault.ts';

/** As Electron 33 has it. */
const storage = (change: Partial<SafeStorage> = {}): SafeStorage => ({
  isEncryptionAvailable: () => true,
  encryptString: text => Buffer.from(`sealed ${text}`),
  decryptString: sealed => sealed.toString().replace('sealed ', ''),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  ...change,
});

const forbidden = () => {
  throw new Error('The blocking half was asked.');
};
/** As later ones have it. */
const later = (change: Partial<SafeStorage> = {}): SafeStorage => ({
  ...storage({ isEncryptionAvailable: forbidden, encryptString: forbidden, decryptString: forbidden }),
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async text => Buffer.from(`sealed ${text}`),
  decryptStringAsync: async sealed => ({ result: sealed.toString().replace('sealed ', ''), shouldReEncrypt: false }),
  ...change,
});

async function open(safeStorage: SafeStorage, os: NodeJS.Platform = 'linux') {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { vault: await createVault(safeStorage, { os, wait }), waits };
}

/** Fails as often, then does as `act`. */
function failing<A extends unknown[], T>(times: number, act: (...args: A) => Promise<T>) {
  let left = times;
  return async (...args: A): Promise<T> => {
    left -= 1;
    if (left >= 0) throw new Error('The keychain is temporarily unavailable.');
    return act(...args);
  };
}

describe.each([
  ['Electron 33', storage],
  ['a later Electron', later],
])('createVault with the safeStorage of %s', (_, made) => {
  test('What it seals it opens.', async () => {
    const { vault, waits } = await open(made());
    expect(await vault.open(await vault.seal('text'))).toEqual({ text: 'text', isStale: false });
    expect(vault.weakness).toBeNull();
    expect([vault.backend, waits]).toEqual(['gnome_libsecret', []]);
  });

  test.each(['basic_text', 'unknown'])('On Linux the backend %s is a weakness.', async backend => {
    const { vault } = await open(made({ getSelectedStorageBackend: () => backend }));
    expect(vault.weakness).toEqual({ kind: 'no-keychain' });
  });

  test('A keychain that is not available is a weakness everywhere.', async () => {
    const none = { isEncryptionAvailable: () => false, isAsyncEncryptionAvailable: async () => false };
    const { vault } = await open(made(made === later ? none : { isEncryptionAvailable: () => false }), 'darwin');
    expect(vault.weakness).toMatchObject({ kind: 'keychain-unusable' });
  });

  test('Elsewhere than on Linux the backend is not asked for, because there is none to ask.', async () => {
    const { vault } = await open(made({ getSelectedStorageBackend: forbidden }), 'win32');
    expect([vault.weakness, vault.backend]).toEqual([null, null]);
  });
});

describe('The asynchronous half', () => {
  test('tells what was sealed with a key that is no longer the newest.', async () => {
    const decryptStringAsync = async () => ({ result: 'text', shouldReEncrypt: true });
    const { vault } = await open(later({ decryptStringAsync }));
    expect(await vault.open(Buffer.from('x'))).toEqual({ text: 'text', isStale: true });
  });

  test('is waited for while the keychain is away for a moment.', async () => {
    const { isAsyncEncryptionAvailable, encryptStringAsync, decryptStringAsync } = later();
    const { vault, waits } = await open(
      later({
        isAsyncEncryptionAvailable: failing(1, isAsyncEncryptionAvailable!),
        encryptStringAsync: failing(2, encryptStringAsync!),
        decryptStringAsync: failing(1, decryptStringAsync!),
      }),
    );
    expect(vault.weakness).toBeNull();
    expect(await vault.open(await vault.seal('text'))).toEqual({ text: 'text', isStale: false });
    expect(waits).toEqual([300, 300, 1_200, 300]);
  });

  test('rejects with its own reason what stays closed.', async () => {
    const { vault, waits } = await open(later({ decryptStringAsync: failing(9, later().decryptStringAsync!) }));
    await expect(vault.open(Buffer.from('x'))).rejects.toThrow('temporarily unavailable');
    expect(waits).toEqual([300, 1_200]);
  });
});

test('What the blocking half cannot open rejects at once.', async () => {
  const decryptString = () => {
    throw new Error('Error while decrypting the ciphertext');
  };
  const { vault, waits } = await open(storage({ decryptString }));
  await expect(vault.open(Buffer.from('x'))).rejects.toThrow('decrypting');
  expect(waits).toEqual([]);
});
