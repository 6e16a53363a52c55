// Reads the two files of the data home that a peer needs to find the hub and to prove itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export class NoHubError extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`No hub is running: ${file} does not exist; start Pilothouse.`);
    this.file = file;
  }
}

/** The socket path or pipe name in `<home>/endpoint.json`. Throws a sentence that names the file. */
export function readEndpointPath(home: string): string {
  const file = join(home, 'endpoint.json');
  const text = readText(file, code =>
    code === 'ENOENT'
      ? new NoHubError(file)
      : new Error(`${file} cannot be read (${code}); make it readable for your account.`),
  );
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record === 'object' && record !== null && 'v' in record && 'path' in record) {
      if (record.v === 1 && typeof record.path === 'string') return record.path;
    }
  } catch {
    // Falls through to the one sentence for a record that cannot be used.
  }
  throw new Error(`${file} is no endpoint record of version 1; restart Pilothouse, which writes it anew.`);
}

/** The 32 bytes in `<home>/secrets/hub.key` (64 hex characters). Throws a sentence that names the file. */
export function readHubKey(home: string): Buffer {
  const file = join(home, 'secrets', 'hub.key');
  const problem = (code: string) =>
    new Error(`The hub's key ${file} cannot be read (${code}); start Pilothouse once, which makes it.`);
  const key = hubKeyIn(readText(file, problem));
  if (key) return key;
  throw new Error(
    `The hub's key ${file} is not 64 hex characters; remove it and restart Pilothouse, which makes a new one.`,
  );
}

/** Both files are small and local; waiting for them costs a relay less than loading what would not wait. */
function readText(file: string, problem: (code: string) => Error): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw problem(String((error as NodeJS.ErrnoException).code));
  }
}

/** 64 hex characters, with or without a newline behind them, as 32 bytes; null for anything else. */
export function hubKeyIn(text: string): Buffer | null {
  const hex = text.trim();
  return /^[0-9a-f]{64}$/.test(hex) ? Buffer.from(hex, 'hex') : null;
}
