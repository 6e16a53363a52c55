// Who provides models: what the user added, the state of each, the models that it listed. The only writer of what panels see of them.

import { maxProviders, providerFacts } from '../../../contract/models.ts';
import { hubError } from '../../../words/hub-error.ts';
import { kindOfAddress } from '../outbound/address-kinds.ts';
import { isLocalName } from '../outbound/reach.ts';
import { bestModel } from './best-model.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { ListedModel, ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type {
  Model,
  ModelLimits,
  ModelProgram,
  ModelProvider,
  ModelTotals,
  ProviderState,
} from '../../../contract/schemas/models.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { StateWriter } from '../state/publisher.ts';

export interface ModelRegistryOptions {
  readonly state: StateWriter;
  readonly rows: readonly ProviderRecord[];
  readonly persist: { putProvider(record: ProviderRecord): Promise<void>; removeProvider(id: string): Promise<void> };
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'remove'>;
  now(): number;
  randomBytes(size: number): Buffer;
}

/** What other parts know of a provider, for its row. */
export interface RowFacts {
  today(providerId: string): ModelTotals;
  program(providerId: string): ModelProgram | null;
  /** The model that the user chose for its type, where that is one of this provider. */
  chosen(providerId: string): string | null;
}

export type ProviderChange = Partial<
  Pick<ProviderRecord, 'name' | 'baseUrl' | 'isOn' | 'limits' | 'program' | 'browserId'>
>;

interface Entry {
  record: ProviderRecord;
  state: ProviderState;
  checkedAt: number | null;
  version: string | null;
  /** Ends a limited rate. */
  timer: NodeJS.Timeout | null;
}

const firstLimits: ModelLimits = { atOnce: 4, timeoutSeconds: 120, tokensPerDay: null };
const nobody: RowFacts = {
  today: () => ({ input: 0, output: 0, calls: 0, cost: null }),
  program: () => null,
  chosen: () => null,
};

export class ModelRegistry {
  readonly #options: ModelRegistryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(providerId: string) => void>();
  #facts = nobody;

  constructor(options: ModelRegistryOptions) {
    this.#options = options;
    for (const record of options.rows)
      this.#entries.set(record.id, newEntry(record, firstState(record, options.now())));
  }

  /** To be called once the parts are there that rows tell of. */
  begin(facts: RowFacts): void {
    this.#facts = facts;
    for (const id of this.#entries.keys()) this.refresh(id);
  }

  /** Hears of each change of a provider, its models or its state, and of its end. */
  onChanged(listener: (providerId: string) => void): void {
    this.#listeners.add(listener);
  }

  list(): ProviderRecord[] {
    return [...this.#entries.values()].map(({ record }) => record);
  }

  find(id: string): ProviderRecord | null {
    return this.#entries.get(id)?.record ?? null;
  }

  /** Throws HubError where there is none. */
  get(id: string): ProviderRecord {
    return this.#entry(id).record;
  }

  state(id: string): ProviderState {
    return this.#entry(id).state;
  }

  /** What is shown of it. */
  row(id: string): ModelProvider {
    const { record, state, checkedAt, version } = this.#entry(id);
    const { type, name, baseUrl, browserId, models, limits } = record;
    const place = placeOf(record);
    return {
      ...{ id, type, name, baseUrl, ...place, browserId, state, checkedAt, version, limits },
      hasKey: this.key(id) !== null,
      modelCount: models?.length ?? null,
      defaultModel: this.defaultModel(id),
      today: this.#facts.today(id),
      program: this.#facts.program(id),
    };
  }

  models(id: string): Model[] {
    const { models } = this.get(id);
    const chosen = this.defaultModel(id);
    return (models ?? []).map(model => ({ ...model, isDefault: model.name === chosen }));
  }

  defaultModel(id: string): string | null {
    return this.#facts.chosen(id) ?? bestModel(this.get(id).models ?? []);
  }

  key(id: string): string | null {
    return this.#options.secrets.get(secretName(id)) ?? null;
  }

  async setKey(id: string, key: string | null): Promise<void> {
    const { secrets } = this.#options;
    await (key === null ? secrets.remove(secretName(id)) : secrets.set(secretName(id), key));
    this.refresh(id);
  }

  /** Its key is kept before it is, so that nothing is there without what it needs. */
  async add(
    given: Pick<ProviderRecord, 'type' | 'name' | 'baseUrl' | 'browserId' | 'program'>,
    { key = null, id = this.newId(given.type) }: { readonly key?: string | null; readonly id?: string } = {},
  ): Promise<ProviderRecord> {
    if (this.#entries.size >= maxProviders)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-too-many', most: maxProviders });
    const { persist, secrets, now } = this.#options;
    const kept = { isOn: true, limits: firstLimits, addedAt: now(), lastSeenAt: null, models: null };
    const record: ProviderRecord = { ...given, ...kept, id, name: this.#freeName(given.name) };
    if (key !== null) await secrets.set(secretName(id), key);
    await persist.putProvider(record);
    this.#entries.set(id, newEntry(record, firstState(record, now())));
    this.refresh(id);
    return record;
  }

  async set(id: string, change: ProviderChange): Promise<void> {
    const entry = this.#entry(id);
    await this.#keep(entry, { ...entry.record, ...change });
    if (change.isOn === undefined) return this.refresh(id);
    this.setState(id, change.isOn ? firstState(entry.record, this.#options.now()) : off(this.#options.now()));
  }

  async remove(id: string): Promise<void> {
    const entry = this.#entry(id);
    if (entry.timer) clearTimeout(entry.timer);
    // What is found out of it meanwhile would write it again.
    this.#entries.delete(id);
    await this.#options.persist.removeProvider(id);
    this.#options.state.remove('modelProviders', id);
    await this.#options.secrets.remove(secretName(id));
    this.#tell(id);
  }

  /** Of one that is gone or switched off nothing is heard any more. */
  setState(id: string, state: ProviderState): void {
    const entry = this.#entries.get(id);
    if (!entry || (!entry.record.isOn && state.kind !== 'off')) return;
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    const stays = entry.state.kind === state.kind && 'since' in entry.state && state.kind !== 'rate-limited';
    entry.state = stays ? ({ ...state, since: (entry.state as { since: number }).since } as ProviderState) : state;
    if (state.kind === 'rate-limited') this.#waitFor(entry, state.until);
    this.refresh(id);
  }

  async listed(id: string, found: { models: readonly ListedModel[]; version: string | null }): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const at = this.#options.now();
    entry.checkedAt = at;
    entry.version = found.version;
    await this.#keep(entry, { ...entry.record, models: [...found.models], lastSeenAt: at });
    this.refresh(id);
  }

  checked(id: string): void {
    const entry = this.#entries.get(id);
    if (entry) entry.checkedAt = this.#options.now();
  }

  /** Shows it as it is now. */
  refresh(id: string): void {
    if (!this.#entries.has(id)) return;
    this.#options.state.set('modelProviders', id, this.row(id));
    this.#tell(id);
  }

  stop(): void {
    for (const { timer } of this.#entries.values()) if (timer) clearTimeout(timer);
  }

  newId(type: ProviderType): string {
    return `${type}-${this.#options.randomBytes(3).toString('hex')}`;
  }

  async #keep(entry: Entry, record: ProviderRecord): Promise<void> {
    entry.record = record;
    await this.#options.persist.putProvider(record);
  }

  #waitFor(entry: Entry, until: number): void {
    const { id } = entry.record;
    const now = this.#options.now();
    entry.timer = setTimeout(
      () => this.setState(id, { kind: 'ready', since: this.#options.now(), answersInMs: null }),
      Math.max(0, until - now),
    );
    entry.timer.unref();
  }

  #freeName(name: string): string {
    const taken = new Set(this.list().map(record => record.name));
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${name} ${number}`;
      if (!taken.has(free)) return free;
    }
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-provider-gone', provider: id });
    return entry;
  }

  #tell(id: string): void {
    for (const listener of this.#listeners) listener(id);
  }
}

/** Its name among the secrets. */
function secretName(id: string): string {
  return `model_key.${id}`;
}

function newEntry(record: ProviderRecord, state: ProviderState): Entry {
  return { record, state, checkedAt: null, version: null, timer: null };
}

function firstState(record: ProviderRecord, since: number): ProviderState {
  if (!record.isOn) return off(since);
  if (!record.program) return { kind: 'unknown' };
  return record.program.sha256 === null ? { kind: 'unapproved', since } : { kind: 'stopped', since };
}

function off(since: number): ProviderState {
  return { kind: 'off', since };
}

/** Where it is, by its address: that of a name is not looked up. */
function placeOf({ type, baseUrl, program }: ProviderRecord): Pick<ModelProvider, 'isLocal' | 'goesTo'> {
  const url = baseUrl ?? providerFacts[type].baseUrl;
  if (program || type === 'chrome' || url === null) return { isLocal: true, goesTo: null };
  const { hostname, host } = new URL(url);
  const isLocal = isLocalName(hostname) || kindOfAddress(hostname) === 'loopback';
  return { isLocal, goesTo: isLocal ? null : host };
}
