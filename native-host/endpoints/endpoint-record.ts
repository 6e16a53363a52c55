// The file `endpoint.json` in the data home, which tells peers where the running hub listens.
import { lstat, readFile, unlink } from 'node:fs/promises';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { type EndpointRecord, EndpointRecordSchema } from '../../contract/schemas/endpoint.ts';
import { writePrivateFile } from './private-file.ts';
import { answers, hasCode } from './well-known-socket.ts';

/** The record of `home`, or null when there is none. Throws a sentence when the file cannot be read or is no record. */
export async function readEndpointRecord(home: string): Promise<EndpointRecord | null> {
  const file = endpointFile(home);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return EndpointRecordSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is no endpoint record of version 1; restart Pilothouse, which writes it anew.`);
  }
}

/** Replaces the record as a whole (0600): a reader sees the old one or the new one, and a planted link is not followed. */
export async function publishEndpointRecord(home: string, record: EndpointRecord): Promise<void> {
  await writePrivateFile(endpointFile(home), `${JSON.stringify(record)}\n`);
}

/** Removes the record if it still speaks of `path`; another hub's record stays. */
export async function withdrawEndpointRecord(home: string, path: string): Promise<void> {
  const record = await readEndpointRecord(home).catch(() => null);
  if (record?.path === path) await unlink(endpointFile(home)).catch(() => {});
}

/** Removes the socket that a killed hub left in `runtimeDir`. A socket that still answers, and anything else, stays. */
export async function removeStaleSocket(home: string, runtimeDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const record = await readEndpointRecord(home).catch(() => null);
  if (!record || dirname(record.path) !== resolvePath(runtimeDir)) return;
  const stats = await lstat(record.path).catch(() => null);
  if (!stats?.isSocket() || (await answers(record.path))) return;
  await unlink(record.path).catch(() => {});
}

function endpointFile(home: string): string {
  return join(home, 'endpoint.json');
}
