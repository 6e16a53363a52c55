// Writes what a source gives, a page at a time: searches in between see what has come so far.
import { forgetBrokenOff, goOn, noteBrokenOff } from './broken-off.ts';
import { runsCode, statusCode } from './codes.ts';
import { nameWords, plainName } from './search-words.ts';
import type { Way } from '../../../contract/schemas/catalogue.ts';
import type { StoredOffer } from '../../../contract/schemas/catalogue-worker.ts';
import type { EntryStatus, ReadEntry } from '../entries/read-entry.ts';
import type { BrokenOff } from './broken-off.ts';
import type { Statements } from './statements.ts';

export interface SourceRow {
  readonly key: number;
  readonly syncedTo: string | null;
  readonly fullAt: number | null;
  /** Counts its refreshes: entries that a whole one did not bring are gone from the source. */
  readonly run: number;
}

interface KnownVersion {
  readonly version: string;
  readonly status: number;
  readonly latest: number;
  readonly publishedAt: number | null;
  readonly detail: string;
}

/** Of each entry this many versions are kept, the newest. */
const maxVersions = 200;

export class EntryWriter {
  readonly #at: Statements;

  constructor(statements: Statements) {
    this.#at = statements;
  }

  /** A source at another address than before is another one: what was stored of it goes. */
  begin(sourceId: string, address: string): SourceRow {
    return this.#at.whole(() => {
      const known = this.#at.first('SELECT key, address, syncedTo, fullAt, run FROM sources WHERE id = ?', sourceId);
      if (known && known['address'] !== address) this.#forget(sourceId);
      if (known && known['address'] === address) {
        this.#at.run('UPDATE sources SET run = run + 1 WHERE id = ?', sourceId);
        const { key, syncedTo, fullAt, run } = known;
        return {
          key: Number(key),
          syncedTo: typeof syncedTo === 'string' ? syncedTo : null,
          fullAt: typeof fullAt === 'number' ? fullAt : null,
          run: Number(run) + 1,
        };
      }
      this.#at.run(
        'INSERT INTO sources (id, address, syncedTo, fullAt, run) VALUES (?, ?, NULL, NULL, 1)',
        sourceId,
        address,
      );
      const made = this.#at.first('SELECT key FROM sources WHERE id = ?', sourceId);
      return { key: Number(made?.['key']), syncedTo: null, fullAt: null, run: 1 };
    });
  }

  /** The source as it is, for what does not read all of it. */
  join(sourceId: string, address: string): SourceRow {
    const known = this.#at.first('SELECT key, run FROM sources WHERE id = ? AND address = ?', sourceId, address);
    if (!known) return this.begin(sourceId, address);
    return { key: Number(known['key']), run: Number(known['run']), syncedTo: null, fullAt: null };
  }

  write(source: SourceRow, entries: readonly ReadEntry[], verified: (entry: ReadEntry) => boolean): void {
    this.#at.whole(() => {
      for (const entry of entries) this.#put(source, entry, verified(entry));
    });
  }

  /** It was read to its end. `gone`: what did not come is not there any more. */
  end(
    { key, run }: SourceRow,
    done: { readonly syncedTo: string | null; readonly fullAt: number | null },
    gone: boolean,
  ): void {
    this.#at.whole(() => {
      if (gone) this.#remove('source = ? AND run <> ?', key, run);
      forgetBrokenOff(this.#at, key);
      this.#at.run(
        'UPDATE sources SET syncedTo = ?, fullAt = coalesce(?, fullAt) WHERE key = ?',
        ...[done.syncedTo, done.fullAt, key],
      );
    });
  }

  /** Where a whole reading of it broke off; null where it begins anew. */
  goOn(source: SourceRow, now: number): BrokenOff | null {
    return this.#at.whole(() => goOn(this.#at, source, now));
  }

  noteBrokenOff(source: SourceRow, note: BrokenOff): void {
    this.#at.whole(() => noteBrokenOff(this.#at, source, note));
  }

  forgetBrokenOff({ key }: SourceRow): void {
    this.#at.whole(() => forgetBrokenOff(this.#at, key));
  }

  /** With all its entries. */
  forget(sourceId: string): void {
    this.#at.whole(() => this.#forget(sourceId));
  }

  count(sourceId: string): number {
    const row = this.#at.first(
      'SELECT count(*) AS entries FROM entries WHERE source = (SELECT key FROM sources WHERE id = ?)',
      sourceId,
    );
    return Number(row?.['entries'] ?? 0);
  }

  #put(source: SourceRow, entry: ReadEntry, verified: boolean): void {
    const id = this.#idOf(source, entry.name);
    const { name, version, status, publishedAt, latest } = entry;
    if (latest === true) this.#at.run('UPDATE versions SET latest = 0 WHERE entry = ?', id);
    this.#at.run(
      'INSERT OR REPLACE INTO versions (entry, version, status, latest, publishedAt, detail) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, version, statusCode(status), latest === true ? 1 : 0, publishedAt, JSON.stringify(entry)],
    );
    const shown = this.#newest(id);
    if (!shown) return;
    this.#show(id, shown, { verified, run: source.run });
    const words = nameWords(name);
    this.#at.run('DELETE FROM words WHERE rowid = ?', id);
    this.#at.run(
      'INSERT INTO words (rowid, name, owner, title, description) VALUES (?, ?, ?, ?, ?)',
      ...[id, words.name, words.owner, shown.title, shown.description],
    );
  }

  #idOf({ key, run }: SourceRow, name: string): number {
    const known = this.#at.first('SELECT id FROM entries WHERE source = ? AND name = ?', key, name);
    if (known) return Number(known['id']);
    this.#at.run(
      `INSERT INTO entries (source, name, plain, run, status, verified, runs, secrets, asked, title, description, version, offers)
       VALUES (?, ?, ?, ?, 2, 0, 0, 0, 0, '', '', '', '[]')`,
      ...[key, name, plainName(name), run],
    );
    return Number(this.#at.first('SELECT id FROM entries WHERE source = ? AND name = ?', key, name)?.['id']);
  }

  /** Which version stands for the entry: of those that are active what the source calls the newest. */
  #newest(id: number): ReadEntry | null {
    const rows = this.#at.all(
      'SELECT version, status, latest, publishedAt, detail FROM versions WHERE entry = ?',
      id,
    ) as unknown as KnownVersion[];
    const [best, ...rest] = rows.toSorted(
      (one, other) =>
        one.status - other.status ||
        other.latest - one.latest ||
        (other.publishedAt ?? 0) - (one.publishedAt ?? 0) ||
        other.version.localeCompare(one.version, 'en', { numeric: true }),
    );
    for (const { version } of rest.slice(maxVersions - 1))
      this.#at.run('DELETE FROM versions WHERE entry = ? AND version = ?', id, version);
    return best ? (JSON.parse(best.detail) as ReadEntry) : null;
  }

  #show(id: number, entry: ReadEntry, { verified, run }: { readonly verified: boolean; readonly run: number }): void {
    const { status, ways, changedAt, publishedAt, uses, title, description, version } = entry;
    const fields = ways[0]?.fields ?? [];
    this.#at.run(
      `UPDATE entries SET status = ?, verified = ?, runs = ?, secrets = ?, asked = ?, changedAt = ?, publishedAt = ?,
        uses = ?, run = ?, title = ?, description = ?, version = ?, offers = ? WHERE id = ?`,
      ...[statusCode(status satisfies EntryStatus), verified ? 1 : 0, runsCode(ways.map(({ kind }) => kind))],
      ...[fields.filter(({ secret }) => secret).length, fields.length, changedAt, publishedAt],
      ...[uses, run, title, description, version, JSON.stringify(ways.map(offerOf)), id],
    );
  }

  #forget(sourceId: string): void {
    const known = this.#at.first('SELECT key FROM sources WHERE id = ?', sourceId);
    if (!known) return;
    const key = Number(known['key']);
    this.#remove('source = ?', key);
    forgetBrokenOff(this.#at, key);
    this.#at.run('DELETE FROM sources WHERE key = ?', key);
  }

  #remove(which: string, ...values: readonly number[]): void {
    const chosen = `SELECT id FROM entries WHERE ${which}`;
    this.#at.run(`DELETE FROM words WHERE rowid IN (${chosen})`, ...values);
    this.#at.run(`DELETE FROM versions WHERE entry IN (${chosen})`, ...values);
    this.#at.run(`DELETE FROM entries WHERE ${which}`, ...values);
  }
}

/** What rules of the user's company may be about. */
function offerOf({ kind, identifier, version, registry, sha256 }: Way): StoredOffer {
  return { kind, identifier, version, registry, sha256 };
}
