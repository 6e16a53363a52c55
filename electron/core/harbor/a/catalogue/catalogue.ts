// The catalogue of servers: the curated ones, which are always there, and what the registry said when it was asked last, which is kept.

import { z } from 'zod';
import { curatedServers } from '../../../../../contract/curated-servers.ts';
import { CatalogEntrySchema } from '../../../../../contract/schemas/harbor-a.ts';
import { curatedEntry } from './curated-servers.ts';
import { officialRegistry, readRegistry, registryId } from './registry-provider.ts';
import type { CatalogEntry } from '../../../../../contract/schemas/harbor-a.ts';
import type { SettingsTable } from '../../../store/settings-table.ts';

export interface ProviderStatus {
  readonly id: string;
  readonly name: string;
  readonly ok: boolean;
  readonly count: number | null;
  readonly error: string | null;
  readonly fetchedAt: number | null;
}

export interface CatalogueAnswer {
  readonly servers: readonly Readonly<Record<string, unknown>>[];
  readonly providerStatus: readonly ProviderStatus[];
  readonly fetchedAt: number;
  readonly isStale: boolean;
}

export interface CatalogueOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly now: () => number;
  /** Where the registry is; the official one when absent. */
  readonly registry?: string;
}

const key = 'harborCatalogue';
const staleMs = 60 * 60_000;
const maxServers = 1_000;

const KeptSchema = z.object({ fetchedAt: z.number(), servers: z.array(CatalogEntrySchema) });
type Kept = z.infer<typeof KeptSchema>;

export class Catalogue {
  readonly #options: CatalogueOptions;
  #kept: Promise<Kept | null> | null = null;
  #error: string | null = null;
  /** One asks for all. */
  #fetching: Promise<void> | null = null;

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** What is known. The registry is asked where it is wanted, and where nothing was fetched within the last hour. Never rejects. */
  async get({
    force,
    query,
    signal,
  }: {
    force: boolean;
    query?: string | undefined;
    signal: AbortSignal;
  }): Promise<CatalogueAnswer> {
    const kept = await this.#read();
    if (force || !kept || this.#isStale(kept)) await this.#fetch(signal);
    return this.#answer(query);
  }

  /** Without asking anybody. */
  async search(query: string): Promise<CatalogueAnswer> {
    return this.#answer(query);
  }

  async find(id: string): Promise<CatalogEntry | null> {
    const rows = [...curatedServers.map(curatedEntry), ...((await this.#read())?.servers ?? [])];
    return rows.find(row => row.id === id) ?? null;
  }

  async #answer(query?: string): Promise<CatalogueAnswer> {
    const kept = await this.#read();
    const curated = curatedServers.map(server => ({
      ...rowOf(curatedEntry(server)),
      isFeatured: true,
      tags: server.tags,
    }));
    const listed = (kept?.servers ?? []).map(rowOf);
    const wanted = query?.trim().toLowerCase() ?? '';
    const servers = [...curated, ...listed].filter(row => wanted === '' || textOf(row).includes(wanted));
    return {
      servers,
      providerStatus: [this.#curatedStatus(), this.#registryStatus(kept)],
      fetchedAt: kept?.fetchedAt ?? 0,
      isStale: !kept || this.#isStale(kept),
    };
  }

  #curatedStatus(): ProviderStatus {
    const fetchedAt = this.#options.now();
    return { id: 'curated', name: 'Curated servers', ok: true, count: curatedServers.length, error: null, fetchedAt };
  }

  #registryStatus(kept: Kept | null): ProviderStatus {
    const ok = this.#error === null && kept !== null;
    const count = kept?.servers.length ?? null;
    const fetchedAt = kept?.fetchedAt ?? null;
    return { id: registryId, name: 'Official MCP Registry', ok, count, error: this.#error, fetchedAt };
  }

  #fetch(signal: AbortSignal): Promise<void> {
    this.#fetching ??= this.#fetchNow(signal).finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  async #fetchNow(signal: AbortSignal): Promise<void> {
    const { registry = officialRegistry, now, settings } = this.#options;
    try {
      const servers = (await readRegistry(registry, undefined, signal)).slice(0, maxServers);
      const kept: Kept = { fetchedAt: now(), servers };
      this.#kept = Promise.resolve(kept);
      this.#error = null;
      await settings.set(key, kept);
    } catch (error) {
      this.#error = sentenceOf(error);
    }
  }

  #read(): Promise<Kept | null> {
    return (this.#kept ??= this.#options.settings.get(key, KeptSchema));
  }

  #isStale({ fetchedAt }: Kept): boolean {
    return this.#options.now() - fetchedAt > staleMs;
  }
}

function rowOf(entry: CatalogEntry) {
  const tags = [entry.endpointUrl === '' ? 'installable_only' : 'remote'];
  return { ...entry, installableOnly: entry.endpointUrl === '', tags: tags as readonly string[] };
}

function textOf({ name, description, tags }: ReturnType<typeof rowOf>): string {
  return [name, description, ...tags].join(' ').toLowerCase();
}

/** What is behind a failed fetch says more than that. */
function sentenceOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
