// Reads the two files of the data home that a peer needs to find the hub and to prove itself.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The socket path or pipe name in `<home>/endpoint.json`. Throws a sentence that names the file. */
export async function readEndpointPath(home: string): Promise<string> {
  const file = join(home, 'endpoint.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`No hub is running: ${file} does not exist; start Pilothouse.`);
    throw new Error(`${file} cannot be read (${error.code}); make it readable for your account.`);
  });
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
export async function readHubKey(home: string): Promise<Buffer> {
  const file = join(home, 'secrets', 'hub.key');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The hub's key ${file} cannot be read (${error.code}); start Pilothouse once, which makes it.`);
  });
  return parseHubKey(text, file);
}

/** 64 hex characters, with or without a newline behind them, as 32 bytes; `file` is named when they are something else. */
export function parseHubKey(text: string, file: string): Buffer {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new Error(
      `The hub's key ${file} is not 64 hex characters; remove it and restart Pilothouse, which makes a new one.`,
    );
  }
  return Buffer.from(hex, 'hex');
}
