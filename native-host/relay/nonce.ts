// Random bytes from the system, without loading node:crypto where the system has them in a file.
import { closeSync, openSync, readSync } from 'node:fs';

const nonceBytes = 32;

/** 32 random bytes as 64 hex characters. */
export function createNonce(): string {
  const nonce = Buffer.alloc(nonceBytes);
  if (!readSystemRandom(nonce)) process.getBuiltinModule('node:crypto').randomFillSync(nonce);
  return nonce.toString('hex');
}

/** False where there is no such file: Windows, or a root directory without devices. */
function readSystemRandom(target: Buffer): boolean {
  if (process.platform === 'win32') return false;
  try {
    const file = openSync('/dev/urandom', 'r');
    try {
      return readSync(file, target) === target.length;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
