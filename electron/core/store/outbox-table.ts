// What waits for the fleet: how far each stream has come, and the traces that are not sent yet. The audit waits in its own table.
import { z } from 'zod';
import { insertOf, upsertSql } from './rows.ts';
import type { SqlValue } from './database.ts';
import type { TableAccess } from './table-access.ts';

export const outboxKinds = ['audit', 'trace'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/** The tables whose entries are sent. */
export type OutboxSource = 'audit' | 'fleetTraces';

/** How far a stream has come: the newest entry that is known to be in it. */
export const OutboxPositionSchema = z.object({
  kind: z.enum(outboxKinds),
  /** Which joining of a fleet this belongs to; after another one it begins anew. */
  membership: z.string(),
  /** The subject that it was sent on, which a renaming changes. */
  subject: z.string(),
  /** Rises when the history of this hub has branched off: it was restored from a backup. */
  epoch: z.number(),
  /** Id of the newest entry in the stream, and its time, which tells it from another one of that id; null of none. */
  sequence: z.number(),
  at: z.number().nullable(),
  /** Nothing up to this id is of this fleet. */
  floor: z.number(),
  /** Sequence in the stream of the message that holds it; 0 of none. */
  stream: z.number(),
});
export type OutboxPosition = z.infer<typeof OutboxPositionSchema>;

export interface OutboxTrace {
  readonly id: number;
  readonly at: number;
  /** JSON, as it is sent. */
  readonly summary: string;
  readonly payload: string | null;
}

export interface OutboxBounds {
  readonly rows: number;
  readonly bytes: number;
}

const columns = Object.keys(OutboxPositionSchema.shape);
const putSql = upsertSql('fleetOutbox', columns);
const insertTrace = insertOf('fleetTraces', ['id', 'at', 'summary', 'payload', 'bytes', 'payloadBytes']);

const TraceRow = z.object({ id: z.number(), at: z.number(), summary: z.string(), payload: z.string().nullable() });
const sizesUpTo =
  'SELECT count(*) AS rows, coalesce(sum(bytes + payloadBytes), 0) AS bytes FROM fleetTraces WHERE id <= ?';
const Sizes = z.object({ rows: z.number(), bytes: z.number() });

/** So much is freed at once, so that a full outbox is not looked through for each entry. */
const freedShare = 0.9;

export class OutboxTable {
  readonly #at: TableAccess;
  #lastTrace: number;
  #size = { rows: 0, bytes: 0 };
  /** Of `#size`, what was added since the counting began. */
  #added = { rows: 0, bytes: 0 };
  #turn: Promise<unknown> = Promise.resolve();

  /** `lastTrace` is the highest id that was ever given. */
  constructor(at: TableAccess, lastTrace: number) {
    this.#at = at;
    this.#lastTrace = lastTrace;
  }

  get lastTrace(): number {
    return this.#lastTrace;
  }

  get waitingTraces(): number {
    return this.#size.rows;
  }

  async position(kind: OutboxKind): Promise<OutboxPosition | null> {
    const sql = 'SELECT * FROM fleetOutbox WHERE kind = ?';
    return (await this.#at.reader.rows('fleetOutbox', OutboxPositionSchema, sql, kind))[0] ?? null;
  }

  /** Written within 50 ms: the stream itself says what came after. */
  keepSoon(position: OutboxPosition): void {
    this.#at.later.add({ sql: putSql, values: valuesOf(position) }, `fleetOutbox/${position.kind}`);
  }

  /** On disk when it resolves. */
  keep(position: OutboxPosition): Promise<void> {
    return this.#at.later.commit({ sql: putSql, values: valuesOf(position) }, `fleetOutbox/${position.kind}`);
  }

  /** After leaving: nothing is held back for a fleet any more. */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#at.later.flush();
      await this.#at.database.transaction('full', async transaction => {
        await transaction.run('DELETE FROM fleetOutbox');
        await transaction.run('DELETE FROM fleetTraces');
      });
      await this.#count();
    });
  }

  /** Counts what an earlier run has left. */
  measure(): Promise<void> {
    return this.#inTurn(() => this.#count());
  }

  appendTrace({ at, summary, payload }: Omit<OutboxTrace, 'id'>): void {
    this.#lastTrace += 1;
    const [bytes, payloadBytes] = [Buffer.byteLength(summary), Buffer.byteLength(payload ?? '')];
    const row: SqlValue[] = [this.#lastTrace, at, summary, payload, bytes, payloadBytes];
    this.#at.later.append(insertTrace, () => row);
    for (const sum of [this.#size, this.#added]) {
      sum.rows += 1;
      sum.bytes += bytes + payloadBytes;
    }
  }

  isOver({ rows, bytes }: OutboxBounds): boolean {
    return this.#size.rows > rows || this.#size.bytes > bytes;
  }

  /** Takes the oldest payloads away first, then the oldest traces, until a tenth is free. Tells how many traces have lost something. */
  shrink(bounds: OutboxBounds): Promise<{ payloads: number; traces: number }> {
    return this.#inTurn(() => this.#shrink(bounds));
  }

  async #shrink(bounds: OutboxBounds): Promise<{ payloads: number; traces: number }> {
    await this.#at.later.flush();
    const goal = { rows: Math.floor(bounds.rows * freedShare), bytes: Math.floor(bounds.bytes * freedShare) };
    const excess = Math.max(0, this.#size.bytes - goal.bytes);
    const payloads = this.#size.bytes > bounds.bytes ? await this.#dropPayloads(excess) : 0;
    await this.#count();
    const tooMany = this.#size.rows > bounds.rows ? this.#size.rows - goal.rows : 0;
    const traces = await this.#dropTraces(tooMany, Math.max(0, this.#size.bytes - bounds.bytes));
    await this.#count();
    return { payloads, traces };
  }

  /** What follows `after`, the oldest first. */
  traces(after: number, count: number): Promise<OutboxTrace[]> {
    const sql = 'SELECT id, at, summary, payload FROM fleetTraces WHERE id > ? ORDER BY id LIMIT ?';
    return this.#at.reader.rows('fleetTraces', TraceRow, sql, after, count);
  }

  /** What is in the stream is kept here no longer. */
  removeTraces(upTo: number): Promise<void> {
    return this.#inTurn(async () => {
      const [gone] = await this.#at.reader.rows('fleetTraces', Sizes, sizesUpTo, upTo);
      if (!gone || gone.rows === 0) return;
      await this.#at.database.run('normal', 'DELETE FROM fleetTraces WHERE id <= ?', upTo);
      this.#size = { rows: this.#size.rows - gone.rows, bytes: this.#size.bytes - gone.bytes };
    });
  }

  /** The times of some entries in whole milliseconds, for comparing them with what is in the stream, and the highest id that was ever written. */
  async own(
    table: OutboxSource,
    ids: readonly number[],
  ): Promise<{ times: ReadonlyMap<number, number>; lastId: number }> {
    const row = z.object({ id: z.number(), at: z.number() });
    const sql = `SELECT id, at FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`;
    const rows = await this.#at.reader.rows(table, row, sql, JSON.stringify(ids));
    const [last] = await this.#at.database.all('SELECT seq FROM sqlite_sequence WHERE name = ?', table);
    const lastId = typeof last?.seq === 'number' ? last.seq : 0;
    return { times: new Map(rows.map(({ id, at }) => [id, Math.trunc(at)])), lastId };
  }

  /** The highest id of an entry of the audit from before that moment; 0 of none. */
  async auditBefore(at: number): Promise<number> {
    await this.#at.later.flush();
    const row = z.object({ id: z.number() });
    const sql = 'SELECT coalesce(max(id), 0) AS id FROM audit WHERE at < ?';
    return (await this.#at.reader.rows('audit', row, sql, at))[0]?.id ?? 0;
  }

  /** What counts and what takes away comes one after the other, or one would undo what the other has counted. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Traces come on meanwhile, and may be in the table or not yet: they are added by their ids. */
  async #count(): Promise<void> {
    this.#added = { rows: 0, bytes: 0 };
    const upTo = this.#lastTrace;
    await this.#at.later.flush();
    const [counted] = await this.#at.reader.rows('fleetTraces', Sizes, sizesUpTo, upTo);
    if (!counted) return;
    this.#size = { rows: counted.rows + this.#added.rows, bytes: counted.bytes + this.#added.bytes };
  }

  async #dropPayloads(bytes: number): Promise<number> {
    const sized = await this.#sized('payloadBytes', 'payload IS NOT NULL', bytes);
    if (sized.count > 0) {
      const sql = 'UPDATE fleetTraces SET payload = NULL, payloadBytes = 0 WHERE id <= ?';
      await this.#at.database.run('normal', sql, sized.upTo);
    }
    return sized.count;
  }

  async #dropTraces(rows: number, bytes: number): Promise<number> {
    const byBytes = bytes > 0 ? await this.#sized('bytes + payloadBytes', 'true', bytes) : { upTo: 0, count: 0 };
    const ofRows = await this.#at.database.all('SELECT id FROM fleetTraces ORDER BY id LIMIT ?', rows);
    const upTo = Math.max(byBytes.upTo, Number(ofRows.at(-1)?.id ?? 0));
    const count = Math.max(byBytes.count, ofRows.length);
    if (count > 0) await this.#at.database.run('normal', 'DELETE FROM fleetTraces WHERE id <= ?', upTo);
    return count;
  }

  /** The oldest that have so many bytes together. */
  async #sized(of: string, where: string, bytes: number): Promise<{ upTo: number; count: number }> {
    const sql = `SELECT coalesce(max(id), 0) AS upTo, count(*) AS count FROM (
      SELECT id, sum(${of}) OVER (ORDER BY id) - (${of}) AS before FROM fleetTraces WHERE ${where}) WHERE before < ?`;
    const [row] = bytes > 0 ? await this.#at.database.all(sql, bytes) : [];
    return { upTo: Number(row?.upTo ?? 0), count: Number(row?.count ?? 0) };
  }
}

export async function openOutboxTable(at: TableAccess): Promise<OutboxTable> {
  const [row] = await at.database.all("SELECT seq FROM sqlite_sequence WHERE name = 'fleetTraces'");
  return new OutboxTable(at, typeof row?.seq === 'number' ? row.seq : 0);
}

function valuesOf(position: OutboxPosition): SqlValue[] {
  return columns.map(column => position[column as keyof OutboxPosition]);
}
