// One JSON file of a Harbor home: read bounded and without following a link out of it, and held against its schema.
import { faultOf } from '../../../../../contract/schemas/value-fault.ts';
import { readBounded, whyNotRead } from '../read-bounded.ts';
import { refused } from '../read-entry.ts';
import { parseJson } from '../read-server.ts';
import type { z } from 'zod';
import type { Reason } from '../../../../../contract/reasons.ts';

/** What was found on the way through a home. */
export interface HomeNotes {
  readonly files: string[];
  readonly problems: Reason[];
}

/** Null where it is missing, and where it cannot be used, which is noted. */
export async function readHomeFile<T>(
  path: string,
  within: string,
  schema: z.ZodType<T>,
  notes: HomeNotes,
): Promise<T | null> {
  try {
    const text = await readBounded({ path, within });
    if (text === null) return null;
    const value = parseJson(text);
    const found = schema.safeParse(value);
    if (!found.success) throw refused({ kind: 'harbor-file', why: faultOf(found.error, value) });
    notes.files.push(path);
    return found.data;
  } catch (error) {
    notes.problems.push({ kind: 'file-not-read', file: path, why: whyNotRead(error) });
    return null;
  }
}
