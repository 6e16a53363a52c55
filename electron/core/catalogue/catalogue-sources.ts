// The sources of the catalogue as the user has set them, and how each stands: kept in the settings and shown to panels. One writer: the catalogue.
import { z } from 'zod';
import { CatalogueSourceSchema } from '../../../contract/schemas/catalogue.ts';
import { ReasonSchema } from '../../../contract/schemas/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { officialRegistry, sourceAddress } from './source-address.ts';
import type { SourceKind } from '../../../contract/catalogue.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { CatalogueSource } from '../../../contract/schemas/catalogue.ts';
import type { Refreshed } from '../../../contract/schemas/catalogue-worker.ts';
import type { BroughtSource } from '../../../contract/schemas/policy-catalogue.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const KeptSourceSchema = CatalogueSourceSchema.omit({ state: true, leftOut: true }).extend({
  leftOut: ReasonSchema.nullable().default(null),
  failed: z.object({ since: z.number(), reason: ReasonSchema }).nullable().default(null),
});
type KeptSource = z.infer<typeof KeptSourceSchema>;

export interface CatalogueSourcesOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly state: Pick<StateWriter, 'set' | 'remove'>;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** Why the policy forbids a source. */
  readonly forbids: (source: { readonly id: string; readonly name: string; readonly address: string }) => Reason | null;
  /** Sources that the policy brings: nobody changes them or takes them away. */
  readonly brought: () => readonly BroughtSource[];
}

type Progress = Extract<CatalogueSource['state'], { kind: 'refreshing' }>;

const key = 'catalogueSources';
const maxSources = 50;

const brought = { enabled: true, entries: 0, freshAt: null, leftOut: null, failed: null };
const usual: readonly KeptSource[] = [
  { ...brought, id: 'official', kind: 'registry', name: 'Official MCP Registry', address: officialRegistry },
  { ...brought, id: 'harbor', kind: 'harbor', name: 'Harbor', address: '' },
];

export class CatalogueSources {
  readonly #options: CatalogueSourcesOptions;
  readonly #sources = new Map<string, KeptSource>();
  readonly #progress = new Map<string, Progress>();

  constructor(options: CatalogueSourcesOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const kept = await this.#options.settings.get(key, z.array(KeptSourceSchema));
    for (const source of kept ?? usual) this.#sources.set(source.id, source);
    this.follow();
  }

  /** Follows the policy, which has changed. Returns the ids of sources that it brought and does no longer, or has elsewhere. */
  follow(): string[] {
    const wanted = new Map(this.#options.brought().map(source => [source.id, source]));
    const gone = [...this.#sources.values()].filter(
      source => source.byPolicy && !isSame(source, wanted.get(source.id)),
    );
    for (const { id } of gone) {
      this.#sources.delete(id);
      this.#progress.delete(id);
      this.#show(id);
    }
    // One of the user's own stays what it is where the policy brings another of that id.
    for (const source of wanted.values())
      if (!this.#sources.has(source.id)) this.#sources.set(source.id, { ...brought, ...source, byPolicy: true });
    this.show();
    return gone.map(({ id }) => id);
  }

  /** Shows them anew. */
  show(): void {
    for (const { id } of this.#sources.values()) this.#show(id);
  }

  list(): CatalogueSource[] {
    return [...this.#sources.values()].map(source => this.#shown(source));
  }

  /** Throws HubError where there is none. */
  expect(id: string): CatalogueSource {
    return this.#shown(this.#expect(id));
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  async add(kind: SourceKind, name: string, given: string): Promise<string> {
    const address = sourceAddress(kind, given);
    this.#expectNew(kind, address, null);
    if (this.#sources.size >= maxSources)
      throw hubError('ERR_TOO_LARGE', { kind: 'catalogue-too-many-sources', most: maxSources });
    const known = usual.find(source => source.kind === kind && source.address === address);
    const id = known?.id ?? this.#options.randomBytes(8).toString('hex');
    this.#sources.set(id, { ...brought, id, kind, name, address });
    await this.#changed(id);
    return id;
  }

  /** Whether it is read from elsewhere now: what was stored of it is another's then. */
  async change(
    id: string,
    {
      name,
      address: given,
      enabled,
    }: { name?: string | undefined; address?: string | undefined; enabled?: boolean | undefined },
  ): Promise<boolean> {
    const source = this.#expectOwn(id);
    const address = given === undefined ? source.address : sourceAddress(source.kind, given);
    const isElsewhere = address !== source.address;
    // Rules of the policy name these by their ids, and people know them by their names.
    const isUsual = usual.some(own => own.id === id);
    if (isUsual && (isElsewhere || (name !== undefined && name !== source.name)))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'catalogue-source-usual', source: source.name });
    if (isElsewhere) this.#expectNew(source.kind, address, id);
    const next = { ...source, name: name ?? source.name, address, enabled: enabled ?? source.enabled };
    this.#sources.set(id, isElsewhere ? { ...next, entries: 0, freshAt: null, leftOut: null, failed: null } : next);
    await this.#changed(id);
    return isElsewhere;
  }

  async remove(id: string): Promise<void> {
    this.#expectOwn(id);
    this.#sources.delete(id);
    this.#progress.delete(id);
    await this.#changed(id);
  }

  refreshing(id: string, progress: { done: number; total: number | null; entries?: number }): void {
    const source = this.#sources.get(id);
    if (!source) return;
    const { done, total, entries = source.entries } = progress;
    const since = this.#progress.get(id)?.since ?? this.#options.now();
    this.#progress.set(id, { kind: 'refreshing', since, done, total });
    this.#sources.set(id, { ...source, entries });
    this.#show(id);
  }

  /** It may have been removed meanwhile. */
  async refreshed(id: string, { entries, failed, stopped, leftOut }: Refreshed): Promise<void> {
    this.#progress.delete(id);
    const source = this.#sources.get(id);
    if (!source) return;
    const now = this.#options.now();
    const failure = failed && { since: source.failed?.since ?? now, reason: failed };
    const isWhole = failed === null && !stopped;
    this.#sources.set(id, {
      ...source,
      entries,
      freshAt: isWhole ? now : source.freshAt,
      leftOut: isWhole ? leftOut : source.leftOut,
      failed: stopped ? source.failed : failure,
    });
    await this.#changed(id);
  }

  /** It could not be asked at all; what is stored of it is as it was. */
  failed(id: string, reason: Reason): Promise<void> {
    const entries = this.#sources.get(id)?.entries ?? 0;
    return this.refreshed(id, { entries, failed: reason, stopped: false, leftOut: null });
  }

  /** Nothing is stored any more. */
  async emptied(reason: Reason): Promise<void> {
    const since = this.#options.now();
    for (const [id, source] of this.#sources)
      this.#sources.set(id, {
        ...source,
        entries: 0,
        freshAt: null,
        failed: source.freshAt === null ? source.failed : { since, reason },
      });
    await this.#options.settings.set(key, [...this.#sources.values()]);
    this.show();
  }

  #expect(id: string): KeptSource {
    const source = this.#sources.get(id);
    if (!source) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'catalogue-no-source', source: id });
    return source;
  }

  /** One that the user may change. */
  #expectOwn(id: string): KeptSource {
    const source = this.#expect(id);
    if (source.byPolicy)
      throw hubError('ERR_PERMISSION_DENIED', { kind: 'catalogue-source-of-policy', source: source.name });
    return source;
  }

  #expectNew(kind: SourceKind, address: string, but: string | null): void {
    const same = [...this.#sources.values()].find(
      source => source.kind === kind && source.address === address && source.id !== but,
    );
    if (same) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'catalogue-source-twice', source: same.name });
  }

  async #changed(id: string): Promise<void> {
    this.#show(id);
    await this.#options.settings.set(key, [...this.#sources.values()]);
  }

  #show(id: string): void {
    const source = this.#sources.get(id);
    if (source) this.#options.state.set('catalogueSources', id, this.#shown(source));
    else this.#options.state.remove('catalogueSources', id);
  }

  #shown({ failed, ...source }: KeptSource): CatalogueSource {
    const reason = this.#options.forbids(source);
    if (reason) return { ...source, state: { kind: 'forbidden', reason } };
    const progress = this.#progress.get(source.id);
    return { ...source, state: progress ?? (failed ? { kind: 'failed', ...failed } : { kind: 'idle' }) };
  }
}

function isSame(one: KeptSource, other: BroughtSource | undefined): boolean {
  return other?.kind === one.kind && other.address === one.address && other.name === one.name;
}
