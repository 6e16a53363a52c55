// How far a source was read that was to be read whole, so that the next time goes on there.
import type { Statements } from './statements.ts';

/** A source, by its number. */
interface Kept {
  readonly key: number;
}

export interface BrokenOff {
  /** Of the page that comes next. */
  readonly cursor: string;
  /** Of all its parts, so that what the first has brought does not count as gone. */
  readonly run: number;
  readonly startedAt: number;
  readonly done: number;
  /** The newest change that its first part told of: what changed while nobody read is after it. */
  readonly newest: number | null;
}

/** A cursor is good for that long. */
const goodForMs = 24 * 3_600_000;

/** Null where it begins anew. The source is then at the run of its first part. */
export function goOn(at: Statements, { key }: Kept, now: number): BrokenOff | null {
  const row = at.first('SELECT cursor, run, startedAt, done, newest FROM brokenOff WHERE source = ?', key);
  if (!row) return null;
  const found: BrokenOff = {
    cursor: String(row['cursor']),
    run: Number(row['run']),
    startedAt: Number(row['startedAt']),
    done: Number(row['done']),
    newest: typeof row['newest'] === 'number' ? row['newest'] : null,
  };
  const age = now - found.startedAt;
  if (age < 0 || age > goodForMs) return null;
  at.run('UPDATE sources SET run = ? WHERE key = ?', found.run, key);
  return found;
}

export function noteBrokenOff(at: Statements, { key }: Kept, note: BrokenOff): void {
  at.run(
    'INSERT OR REPLACE INTO brokenOff (source, cursor, run, startedAt, done, newest) VALUES (?, ?, ?, ?, ?, ?)',
    ...[key, note.cursor, note.run, note.startedAt, note.done, note.newest],
  );
}

export function forgetBrokenOff(at: Statements, key: number): void {
  at.run('DELETE FROM brokenOff WHERE source = ?', key);
}
