// Reads a source anew: its pages one after another, each written as it comes. What was stored before stays until something newer has come.
import { reasonOf } from '../../contract/reason.ts';
import { readEntry } from './entries/read-entry.ts';
import { filePages } from './sources/file-pages.ts';
import { harborPage } from './sources/harbor-entries.ts';
import { PoliteAsker } from './sources/polite-asker.ts';
import { registryPages, registryVersions } from './sources/registry-pages.ts';
import { SourceTrouble } from './sources/source-trouble.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { ReadSource, Refreshed } from '../../contract/schemas/catalogue-worker.ts';
import type { LeftOut, ReadEntry } from './entries/read-entry.ts';
import type { SourceLimits } from './sources/source-limits.ts';
import type { SourcePage } from './sources/source-page.ts';
import type { EntryWriter, SourceRow } from './stored/entry-writer.ts';

export interface RefreshParts {
  readonly writer: EntryWriter;
  readonly limits: SourceLimits;
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface RefreshNews {
  readonly done: number;
  readonly total: number | null;
  readonly entries: number;
}

/** From time to time all is read anew: a registry may have forgotten to tell of a change. */
const wholeEveryMs = 30 * 24 * 3_600_000;
/** What a registry wrote while it answered may bear a time just before the newest that it told. */
const overlapMs = 60_000;

/** What a registry answers to a cursor that it does not know any more. One that is down answers otherwise, and knows it later on. */
const refusals: ReadonlySet<number> = new Set([400, 404, 410, 422]);

type RefreshOptions = RefreshParts & { signal: AbortSignal; onNews: (news: RefreshNews) => void };

/** Never rejects for what is wrong with the source. A whole reading goes on where the last one broke off. */
export async function refreshSource(source: ReadSource, options: RefreshOptions): Promise<Refreshed> {
  const { signal, onNews, ...parts } = options;
  const { writer, now } = parts;
  const begun = writer.begin(source.id, source.address);
  const age = now() - (begun.fullAt ?? 0);
  // Before it was begun: the clock was set back since, and nothing is known of its age.
  const isWhole = source.kind !== 'registry' || begun.syncedTo === null || age > wholeEveryMs || age < 0;
  const before = isWhole ? writer.goOn(begun, now()) : null;
  // What is written from here on is of another run: it would be taken for gone where that reading went on.
  if (!before) writer.forgetBrokenOff(begun);
  const row = before ? { ...begun, run: before.run } : begun;
  const taking = new Taking(source, row, writer, before?.done ?? 0);
  const startedAt = before?.startedAt ?? now();
  const newest = () => (before ? before.newest : taking.newest);
  const ended = { leftOut: () => taking.leftOut(), entries: () => writer.count(source.id) };
  try {
    const from = { since: isWhole ? null : row.syncedTo, cursor: before?.cursor };
    for await (const page of pagesOf(source, from, { ...parts, signal })) {
      signal.throwIfAborted();
      taking.take(page, parts.limits.entries);
      if (isWhole && page.next)
        writer.noteBrokenOff(row, {
          ...{ cursor: page.next, run: row.run, startedAt, done: taking.done, newest: newest() },
        });
      onNews({ done: taking.done, total: page.total, entries: ended.entries() });
    }
  } catch (error) {
    const failed = signal.aborted ? null : reasonOf(error);
    if (before && failed && isOfCursor(failed, taking)) {
      writer.forgetBrokenOff(row);
      return refreshSource(source, options);
    }
    return { entries: ended.entries(), failed, stopped: signal.aborted, leftOut: ended.leftOut() };
  }
  const last = newest();
  // What changed on a page that was read already is told the next time, and a time that is still to come would hide every change until then.
  const syncedTo = last === null ? row.syncedTo : new Date(Math.min(last, startedAt) - overlapMs).toISOString();
  writer.end(row, { syncedTo, fullAt: isWhole ? startedAt : null }, isWhole);
  return { entries: ended.entries(), failed: null, stopped: false, leftOut: ended.leftOut() };
}

/** Whether it failed because nothing comes of the place where it went on. */
function isOfCursor(failed: Reason, { pages }: Taking): boolean {
  if (failed.kind === 'catalogue-goes-round') return true;
  return pages === 0 && failed.kind === 'catalogue-answered' && refusals.has(failed.status);
}

/** The versions of one entry, where its source keeps several. */
export async function refreshVersions(
  source: ReadSource,
  name: string,
  { writer, ...parts }: RefreshParts & { signal: AbortSignal },
): Promise<Refreshed> {
  const outcome = (failed: Reason | null): Refreshed => {
    return { entries: writer.count(source.id), failed, stopped: parts.signal.aborted, leftOut: null };
  };
  if (source.kind !== 'registry') return outcome(null);
  try {
    const { address } = source;
    const asker = new PoliteAsker({ address, ...parts });
    const page = await registryVersions({ address, asker, since: null, limits: parts.limits }, name);
    if (!page) return outcome({ kind: 'catalogue-no-entry', entry: name, source: source.name });
    const taking = new Taking(source, writer.join(source.id, address), writer);
    taking.take({ ...page, servers: page.servers.filter(given => isOf(given, name)) }, parts.limits.entries);
    return outcome(null);
  } catch (error) {
    return outcome(parts.signal.aborted ? null : reasonOf(error));
  }
}

/** Whoever answers about one server writes nothing about others. */
function isOf(given: unknown, name: string): boolean {
  const read = readEntry(given);
  return 'entry' in read && read.entry.name === name;
}

function pagesOf(
  { kind, address }: ReadSource,
  { since, cursor }: { readonly since: string | null; readonly cursor: string | undefined },
  { limits, ...parts }: Pick<RefreshParts, 'limits' | 'now' | 'pause'> & { signal: AbortSignal },
): AsyncIterable<SourcePage> | Iterable<SourcePage> {
  switch (kind) {
    case 'harbor':
      return [harborPage()];
    case 'file':
      return filePages(address, limits);
    case 'registry':
      return registryPages({
        address,
        since,
        from: cursor,
        limits,
        asker: new PoliteAsker({ address, limits, ...parts }),
      });
  }
}

/** What has been taken of a source so far. */
class Taking {
  done: number;
  pages = 0;
  /** The newest change that was told of. */
  newest: number | null = null;
  readonly #source: ReadSource;
  readonly #row: SourceRow;
  readonly #writer: EntryWriter;
  #leftOutCount = 0;
  #firstLeftOut: LeftOut | null = null;

  /** `done` is what an earlier part has brought. */
  constructor(source: ReadSource, row: SourceRow, writer: EntryWriter, done = 0) {
    this.done = done;
    this.#source = source;
    this.#row = row;
    this.#writer = writer;
  }

  take({ servers, unread }: SourcePage, most: number): void {
    const { address, official, vouches } = this.#source;
    if (this.done + servers.length > most)
      throw new SourceTrouble({ kind: 'catalogue-too-many', place: address, most });
    if (unread !== undefined) this.#leave({ name: unread, at: null });
    const entries: ReadEntry[] = [];
    for (const given of servers) {
      const read = readEntry(given);
      if ('entry' in read) entries.push(read.entry);
      else this.#leave(read.leftOut);
    }
    for (const { changedAt } of entries) this.newest = Math.max(this.newest ?? 0, changedAt ?? 0) || null;
    this.#writer.write(this.#row, entries, ({ saidVerified }) => official || (vouches && saidVerified));
    this.done += servers.length;
    this.pages += 1;
  }

  leftOut(): Reason | null {
    const first = this.#firstLeftOut;
    return first && { kind: 'catalogue-left-out', count: this.#leftOutCount, first: first.name, at: first.at };
  }

  #leave(leftOut: LeftOut): void {
    this.#leftOutCount += 1;
    this.#firstLeftOut ??= leftOut;
  }
}
