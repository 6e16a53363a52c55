// The keychain of the operating system as a vault for secrets, and plain words where it protects nothing.
import type { Vault } from '../core/platform.ts';

/** What is used of Electron's `safeStorage`; it can be asked once the app is ready. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
  /** Linux only. */
  getSelectedStorageBackend(): string;
}

export function createVault(safeStorage: SafeStorage, os: NodeJS.Platform): Vault {
  const backend = os === 'linux' ? safeStorage.getSelectedStorageBackend() : null;
  return {
    backend,
    weakness: weaknessOf(safeStorage, backend),
    // Async, so that the hub does not depend on how a version of Electron does it.
    seal: text => Promise.resolve().then(() => safeStorage.encryptString(text)),
    open: sealed => Promise.resolve().then(() => safeStorage.decryptString(sealed)),
  };
}

function weaknessOf(safeStorage: SafeStorage, backend: string | null): string | null {
  // With a password that is in Chromium's source text: that hides nothing from anybody.
  if (backend === 'basic_text' || backend === 'unknown')
    return 'No keychain runs in this desktop session; start GNOME Keyring or KWallet, then start Pilothouse again.';
  if (!safeStorage.isEncryptionAvailable())
    return `The keychain of your system${backend === null ? '' : ` (${backend})`} cannot be used: it is locked or does not run. Unlock it, then start Pilothouse again.`;
  return null;
}
