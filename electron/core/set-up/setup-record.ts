// What a set-up has done in this data home, so that what its file names no more is taken back and what has not changed is left alone.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../../contract/json.ts';
import { SetupRecordSchema } from '../../../contract/schemas/hub-setup.ts';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';
import type { SetupRecord } from '../../../contract/schemas/hub-setup.ts';

const name = 'set-up.json';

/** An empty one where there is none, or where it cannot be read: then nothing is taken back, and all that the file names is done anew. */
export async function readRecord(home: string, randomBytes: (size: number) => Buffer): Promise<SetupRecord> {
  const text = await readFile(join(home, name), 'utf8').catch(() => null);
  const read = text === null ? null : SetupRecordSchema.safeParse(jsonIn(text));
  if (read?.success) return read.data;
  const salt = randomBytes(16).toString('hex');
  return {
    version: 1,
    salt,
    fleet: null,
    secrets: {},
    servers: {},
    shares: [],
    grants: [],
    telemetry: null,
    metrics: null,
  };
}

export function writeRecord(home: string, record: SetupRecord): Promise<void> {
  return writePrivateFile(join(home, name), JSON.stringify(record));
}

export function digestOf({ salt }: Pick<SetupRecord, 'salt'>, value: unknown): string {
  return createHmac('sha256', salt).update(JSON.stringify(value)).digest('hex');
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
