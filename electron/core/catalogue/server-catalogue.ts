// The catalogue of servers: searches what is stored, and reads sources anew when the user wants that. Nothing is fetched otherwise.
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { CatalogueSources } from './catalogue-sources.ts';
import { officialRegistry } from './source-address.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { CatalogueSource, Entry } from '../../../contract/schemas/catalogue.ts';
import type { ReadSource, StoredOffer } from '../../../contract/schemas/catalogue-worker.ts';
import type { PanelParsedParams, PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { CatalogueProcess } from './catalogue-process.ts';
import type { CatalogueSourcesOptions } from './catalogue-sources.ts';

export interface ServerCatalogueOptions extends Omit<CatalogueSourcesOptions, 'forbids' | 'brought'> {
  readonly process: Pick<CatalogueProcess, 'ask' | 'begin' | 'stop'>;
  /** The rules of the user's company. */
  readonly policy: Pick<CataloguePolicy, 'judge' | 'sources'>;
  /** Hears why something that nobody waits for did not work. */
  readonly failed: (reason: Reason) => void;
}

export class ServerCatalogue {
  readonly #options: ServerCatalogueOptions;
  readonly #sources: CatalogueSources;
  readonly #refreshes = new Map<string, { readonly ending: AbortController; readonly done: Promise<void> }>();
  #stopped = false;

  constructor(options: ServerCatalogueOptions) {
    this.#options = options;
    this.#sources = new CatalogueSources({
      ...options,
      forbids: source => this.#forbidsSource(source),
      brought: options.policy.sources,
    });
  }

  load(): Promise<void> {
    return this.#sources.load();
  }

  /** Of a source; null where there is none of that id. */
  addressOf(sourceId: string): string | null {
    return this.#sources.has(sourceId) ? this.#sources.expect(sourceId).address : null;
  }

  /** The rules are others: what is shown of sources follows them. */
  rulesChanged(): void {
    for (const id of this.#sources.follow()) void this.#aside(this.#letGo(id));
  }

  async search(params: PanelParsedParams<'catalogue:search'>): Promise<PanelResult<'catalogue:search'>> {
    const shown = this.#shown();
    if (shown.length === 0) return { total: 0, rows: [], hidden: [] };
    const { rows, ...found } = await this.#options.process.ask('search', { ...params, shown });
    return {
      ...found,
      rows: rows.map(({ offers, ...row }) => ({ ...this.#vouched(row), forbidden: this.#forbids(row, offers) })),
    };
  }

  /** All that is stored of a version of an entry. Rejects with `catalogue-no-entry` or `catalogue-no-version`. */
  async entryOf(sourceId: string, name: string, version?: string): Promise<Entry> {
    const source = this.#sources.expect(sourceId);
    const shown = [{ id: source.id, name: source.name }];
    const found = await this.#options.process.ask('entry', { sourceId, name, version: version ?? null, shown });
    if (found.entry) return { ...this.#vouched(found.entry), forbidden: this.#forbids(found.entry, found.entry.ways) };
    throw hubError(
      'ERR_INVALID_ARGUMENTS',
      found.isStored && version !== undefined
        ? { kind: 'catalogue-no-version', entry: name, version }
        : { kind: 'catalogue-no-entry', entry: name, source: source.name },
    );
  }

  /** Asks its source for the versions of an entry, which the user has to want. Rejects with why it could not. */
  async lookFor(sourceId: string, name: string): Promise<Entry> {
    const source = this.#readable(sourceId);
    const { signal } = new AbortController();
    const params = { source: readSource(source), only: name };
    const { failed } = await this.#options.process.begin('refresh', params, { signal, onNews: () => {} });
    if (failed) throw hubError('ERR_INTERNAL', failed);
    return this.entryOf(sourceId, name);
  }

  /** Begins to read them anew; how far it is shows in the sources. All that are enabled where none is named. */
  refresh(ids?: readonly string[]): void {
    const wanted = ids?.map(id => this.#readable(id)) ?? this.#sources.list().filter(canBeRead);
    for (const source of wanted) {
      // One that shows how it ended may still be storing that.
      if (source.state.kind !== 'refreshing') this.#beginRefresh(source, this.#refreshes.get(source.id)?.done);
    }
  }

  #beginRefresh(source: CatalogueSource, before = Promise.resolve()): void {
    const { id } = source;
    this.#sources.refreshing(id, { done: 0, total: null });
    const ending = new AbortController();
    const read = before.then(() => this.#refreshOne(source, ending.signal));
    const done = this.#aside(read).finally(() => {
      if (this.#refreshes.get(id)?.ending === ending) this.#refreshes.delete(id);
    });
    this.#refreshes.set(id, { ending, done });
  }

  stopRefresh(): void {
    for (const { ending } of this.#refreshes.values()) ending.abort();
  }

  add({ kind, name, address }: PanelParsedParams<'catalogue:add-source'>): Promise<string> {
    return this.#sources.add(kind, name, address);
  }

  async change({ sourceId, ...changes }: PanelParsedParams<'catalogue:change-source'>): Promise<void> {
    const isElsewhere = await this.#sources.change(sourceId, changes);
    if (isElsewhere || changes.enabled === false) await this.#endRefresh(sourceId);
    if (isElsewhere) await this.#options.process.ask('forget', { sourceId });
  }

  async remove(sourceId: string): Promise<void> {
    await this.#sources.remove(sourceId);
    await this.#letGo(sourceId);
  }

  /** What was stored is gone. */
  emptied(reason: Reason): void {
    void this.#aside(this.#sources.emptied(reason));
  }

  /** What a refresh has written until now stays. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.stopRefresh();
    const ends = [...this.#refreshes.values()].map(({ done }) => done);
    await this.#options.process.stop();
    await Promise.all(ends);
  }

  async #refreshOne(source: CatalogueSource, signal: AbortSignal): Promise<void> {
    const { id, name } = source;
    try {
      const params = { source: readSource(source), only: null };
      const onNews = (news: { done: number; total: number | null; entries: number }) =>
        this.#sources.refreshing(id, news);
      const outcome = await this.#options.process.begin('refresh', params, { signal, onNews });
      if (!this.#stopped) await this.#sources.refreshed(id, outcome);
    } catch (error) {
      if (this.#stopped) return;
      const why = reasonOf(error);
      const reason: Reason =
        why.kind === 'catalogue-process-gone' ? { kind: 'catalogue-process-ended', source: name } : why;
      await this.#sources.failed(id, reason);
    }
  }

  /** For what nobody waits for: a store that cannot be written or a process that cannot be started must not end the hub. */
  #aside(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      if (!this.#stopped) this.#options.failed(reasonOf(error));
    });
  }

  /** Of a source that is gone; what is stored of it is offered by nobody any more. */
  async #letGo(sourceId: string): Promise<void> {
    await this.#endRefresh(sourceId);
    await this.#options.process.ask('forget', { sourceId });
  }

  async #endRefresh(sourceId: string): Promise<void> {
    const running = this.#refreshes.get(sourceId);
    running?.ending.abort();
    await running?.done;
  }

  /** Those whose entries are offered, in each state but a forbidden one. */
  #shown(): { id: string; name: string }[] {
    return this.#sources
      .list()
      .filter(canBeRead)
      .map(({ id, name }) => ({ id, name }));
  }

  #readable(id: string): CatalogueSource {
    const source = this.#sources.expect(id);
    if (source.state.kind === 'forbidden') throw hubError('ERR_PERMISSION_DENIED', source.state.reason);
    if (source.enabled) return source;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'catalogue-source-off', source: source.name });
  }

  #forbidsSource({ id, address }: { readonly id: string; readonly address: string }): Reason | null {
    const { judge } = this.#options.policy;
    const nothing = {
      entry: null,
      kind: 'remote',
      identifier: '',
      version: null,
      registry: null,
      sha256: null,
    } as const;
    return judge({ ...nothing, source: address, sourceId: id, isUnsigned: false });
  }

  /** What was stored may be of a time when its source had more of a say. */
  #vouched<T extends { readonly sourceId: string; readonly verified: boolean }>(row: T): T {
    if (!row.verified || (this.#sources.has(row.sourceId) && vouches(this.#sources.expect(row.sourceId)))) return row;
    return { ...row, verified: false };
  }

  /** It is forbidden where each way to run it is. */
  #forbids(
    { sourceId, name }: { readonly sourceId: string; readonly name: string },
    offers: readonly StoredOffer[],
  ): Reason | null {
    if (!this.#sources.has(sourceId)) return null;
    const { address: source } = this.#sources.expect(sourceId);
    const judged = offers.map(offer =>
      this.#options.policy.judge({ ...offer, source, sourceId, entry: name, isUnsigned: false }),
    );
    return judged.every(reason => reason !== null) ? (judged[0] ?? null) : null;
  }
}

function canBeRead({ enabled, state }: CatalogueSource): boolean {
  return enabled && state.kind !== 'forbidden';
}

function readSource(source: CatalogueSource): ReadSource {
  const { id, kind, name, address } = source;
  return { id, kind, name, address, official: isOfficial(source), vouches: vouches(source) };
}

function isOfficial({ kind, address }: CatalogueSource): boolean {
  return kind === 'registry' && address === officialRegistry;
}

/** Any other may say of anything that its publisher was verified: nobody but it knows by what. */
function vouches(source: CatalogueSource): boolean {
  return source.byPolicy === true || source.kind === 'harbor' || isOfficial(source);
}
