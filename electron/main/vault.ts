// The keychain of the operating system as a vault for secrets, and plain words where it protects nothing.
import type { Reason } from '../../contract/reasons.ts';
import type { Opened, Vault } from '../core/platform/platform.ts';

/**
 * What is used of Electron's `safeStorage`, once the app is ready. The asynchronous half came after Electron 33; it blocks nothing,
 * knows of keys that were changed, and opens what the other half sealed (Electron, "safeStorage").
 */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(sealed: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
  /** Linux only. */
  getSelectedStorageBackend(): string;
}

export interface VaultOptions {
  readonly os: NodeJS.Platform;
  readonly wait: (ms: number) => Promise<void>;
}

/** The three that are used, whichever half of `safeStorage` has them. */
interface Cipher {
  /** How long is waited before each further try. */
  readonly pausesMs: readonly number[];
  isAvailable(): Promise<boolean>;
  seal(text: string): Promise<Buffer>;
  open(sealed: Buffer): Promise<Opened>;
}

/** Resolves when the keychain has said whether it can be used. */
export async function createVault(safeStorage: SafeStorage, { os, wait }: VaultOptions): Promise<Vault> {
  const backend = os === 'linux' ? safeStorage.getSelectedStorageBackend() : null;
  const cipher = asyncCipher(safeStorage) ?? syncCipher(safeStorage);
  const patiently = <T>(act: () => Promise<T>) => tryFor(cipher.pausesMs, act, wait);
  return {
    backend,
    weakness: await weaknessOf(() => patiently(() => expectAvailable(cipher)), backend),
    seal: text => patiently(() => cipher.seal(text)),
    open: sealed => patiently(() => cipher.open(sealed)),
  };
}

function asyncCipher(safeStorage: SafeStorage): Cipher | null {
  const { isAsyncEncryptionAvailable, encryptStringAsync, decryptStringAsync } = safeStorage;
  if (!isAsyncEncryptionAvailable || !encryptStringAsync || !decryptStringAsync) return null;
  return {
    // A keychain may be away for a moment, as after the system woke; what fails for longer has another reason.
    pausesMs: [300, 1_200],
    isAvailable: () => isAsyncEncryptionAvailable.call(safeStorage),
    seal: text => encryptStringAsync.call(safeStorage, text),
    open: async sealed => {
      const { result, shouldReEncrypt } = await decryptStringAsync.call(safeStorage, sealed);
      return { text: result, isStale: shouldReEncrypt };
    },
  };
}

function syncCipher(safeStorage: SafeStorage): Cipher {
  return {
    pausesMs: [],
    isAvailable: async () => safeStorage.isEncryptionAvailable(),
    seal: async text => safeStorage.encryptString(text),
    open: async sealed => ({ text: safeStorage.decryptString(sealed), isStale: false }),
  };
}

/** Rejects as the last try did. */
async function tryFor<T>(pausesMs: readonly number[], act: () => Promise<T>, wait: VaultOptions['wait']): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await act();
    } catch {
      await wait(pauseMs);
    }
  }
  return act();
}

async function expectAvailable(cipher: Cipher): Promise<void> {
  if (!(await cipher.isAvailable())) throw new Error('The keychain is not available.');
}

async function weaknessOf(expect: () => Promise<void>, backend: string | null): Promise<Reason | null> {
  // With a password that is in Chromium's source text: that hides nothing from anybody.
  if (backend === 'basic_text' || backend === 'unknown') return { kind: 'no-keychain' };
  return expect().then(
    () => null,
    () => ({ kind: 'keychain-unusable', backend }),
  );
}
