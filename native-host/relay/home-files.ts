// Reads the files of the data home that a peer needs: to find the hub, to prove itself, to know whether and how to start one.
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';

export class NoHubError extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`No hub is running: ${file} does not exist; start Pilothouse.`);
    this.file = file;
  }
}

/** In the data home: how the user started the hub last, and that the user stopped it (`core/home/kept-start.ts` writes both). */
export const startFile = 'start.json';
export const stopFile = 'stopped.json';

/** What an agent is told of a hub that the user ended: nobody else is to start one. */
export const stoppedByUser =
  'Pilothouse was stopped by its user and stays so until they start it again: its app, or `pilothouse serve`. Ask them to, then call again.';

/** Whether the user stopped the hub of this home since the machine was started: a new start of it begins anew. */
export function isStopped(home: string, bootedAt = Date.now() - uptime() * 1_000): boolean {
  const at = readValue(join(home, stopFile))?.at;
  return typeof at === 'number' && at >= bootedAt;
}

/** The options of `serve` by which a hub gets the ports of the one that the user started last. */
export function portOptions(home: string): string[] {
  const { panel, mcp } = readValue(join(home, startFile)) ?? {};
  const option = (name: string, port: unknown) =>
    Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535 ? [name, String(port)] : [];
  return [...option('--port', panel), ...option('--mcp-port', mcp)];
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

/** Null for a file that is not there or holds something else: nothing depends on it alone. */
function readValue(file: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
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
