// What we have started and not yet seen end, on disk, so that the next hub finds what a killed one left behind.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const RecordSchema = z.object({
  /** Null for a child of which only the intention was written. */
  pid: z.number().int().positive().nullable(),
  /** `ProcessRow.started`; null until it was read. */
  started: z.string().nullable(),
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  /** Milliseconds since the epoch, shortly before the child was started. */
  at: z.number(),
  serverId: z.string(),
  /** The control group in which that of the child lies, where it has one (`own-cgroup.ts`). */
  cgroup: z.string().startsWith('/').optional(),
});
export type ChildRecord = z.infer<typeof RecordSchema>;

const LedgerSchema = z.object({ children: z.array(RecordSchema) });

/** More than servers may exist, each with a few agents. The oldest go first. */
const maxRecords = 2_000;

export class ChildLedger {
  readonly #file: string;
  readonly #now: () => number;
  #records: readonly ChildRecord[];
  /** What an earlier hub did not see end. */
  readonly left: readonly ChildRecord[];

  /** Reads what was left; a file that is not there or cannot be read is an empty one. */
  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
    this.left = readLedger(file);
    this.#records = this.left;
  }

  /** The pids of a server's children that this hub has started and that it has not seen end. */
  pidsOf(serverId: string): number[] {
    const own = this.#records.filter(record => record.serverId === serverId && !this.left.includes(record));
    return own.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  }

  /** Written before the child exists, so that no moment is left in which it could be missed. */
  intend(serverId: string, nonce = randomBytes(16).toString('hex'), cgroup: string | null = null): ChildRecord {
    const where = cgroup === null ? {} : { cgroup };
    const record: ChildRecord = { pid: null, started: null, nonce, at: this.#now(), serverId, ...where };
    this.#write([...this.#records, record].slice(-maxRecords));
    return record;
  }

  /** Writes what is known now. Returns the record that stands in its place, or it itself when it has ended. */
  learn(record: ChildRecord, known: Partial<Pick<ChildRecord, 'pid' | 'started'>>): ChildRecord {
    if (!this.#records.includes(record)) return record;
    const learnt = { ...record, ...known };
    this.#write(this.#records.map(other => (other === record ? learnt : other)));
    return learnt;
  }

  ended(record: ChildRecord): void {
    if (this.#records.includes(record)) this.#write(this.#records.filter(other => other !== record));
  }

  /** At once and as a whole: a hub that is killed in the middle leaves the file from before. */
  #write(records: readonly ChildRecord[]): void {
    this.#records = records;
    const draft = `${this.#file}.tmp`;
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify({ children: records }), { mode: 0o600 });
    renameSync(draft, this.#file);
  }
}

function readLedger(file: string): readonly ChildRecord[] {
  try {
    return LedgerSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).children;
  } catch {
    return [];
  }
}
