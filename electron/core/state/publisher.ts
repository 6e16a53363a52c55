// The state that panels show: registries write entities here, panels get a snapshot and then numbered patches.
import type { HubInfo } from '../../../contract/schemas/entities.ts';
import type { CollectionName, Entity, Patch, Snapshot } from '../../../contract/schemas/snapshot.ts';

/** How a registry shows its entities. Values are replaced, never changed in place. */
export interface StateWriter {
  set<N extends CollectionName>(collection: N, id: string, value: Entity<N>): void;
  remove(collection: CollectionName, id: string): void;
}

type Tables = { [N in CollectionName]: Map<string, Entity<N>> };

/** Changes within this time travel as one patch. */
const batchMs = 25;

export class StatePublisher implements StateWriter {
  readonly #tables: Tables = {
    clients: new Map(),
    agents: new Map(),
    browsers: new Map(),
    pageAnswers: new Map(),
    unknownExtensions: new Map(),
    tabs: new Map(),
    servers: new Map(),
    installs: new Map(),
    catalogueSources: new Map(),
    plugins: new Map(),
    tools: new Map(),
    shortcuts: new Map(),
    grants: new Map(),
    prompts: new Map(),
    confirmations: new Map(),
    endpoints: new Map(),
    agentConfigs: new Map(),
    modelProviders: new Map(),
    modelChoices: new Map(),
    sites: new Map(),
    siteQuestions: new Map(),
    fleetHubs: new Map(),
    fleetServers: new Map(),
  };
  readonly #listeners = new Set<(patch: Patch) => void>();
  readonly #dirty = new Map<string, { collection: CollectionName; id: string }>();
  #hub: HubInfo;
  #hubDirty = false;
  #seq = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(hub: HubInfo) {
    this.#hub = hub;
  }

  get hub(): HubInfo {
    return this.#hub;
  }

  setHub(change: Partial<HubInfo>): void {
    this.#hub = { ...this.#hub, ...change };
    this.#hubDirty = true;
    this.#schedule();
  }

  get<N extends CollectionName>(collection: N, id: string): Entity<N> | null {
    return this.#tables[collection].get(id) ?? null;
  }

  /** In the order in which they came. */
  all<N extends CollectionName>(collection: N): IterableIterator<Entity<N>> {
    return this.#tables[collection].values();
  }

  count(collection: CollectionName): number {
    return this.#tables[collection].size;
  }

  set<N extends CollectionName>(collection: N, id: string, value: Entity<N>): void {
    this.#tables[collection].set(id, value);
    this.#mark(collection, id);
  }

  remove(collection: CollectionName, id: string): void {
    if (this.#tables[collection].delete(id)) this.#mark(collection, id);
  }

  /** The full state. Pending changes are sent first, so that `seq` speaks for what is in it. */
  snapshot(): Snapshot {
    this.flush();
    const tables = Object.fromEntries(
      Object.entries(this.#tables).map(([name, table]) => [name, tableOf<unknown>(table)]),
    );
    // Object.fromEntries over a mapped type loses the names; the tables above are exhaustive by their own type.
    return { seq: this.#seq, hub: this.#hub, ...(tables as Omit<Snapshot, 'seq' | 'hub'>) };
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (patch: Patch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#dirty.size === 0 && !this.#hubDirty) return;
    this.#seq += 1;
    const changes = [...this.#dirty.values()].map(({ collection, id }) => ({
      collection,
      id,
      value: this.#tables[collection].get(id) ?? null,
    }));
    const patch: Patch = { seq: this.#seq, changes, ...(this.#hubDirty ? { hub: this.#hub } : {}) };
    this.#dirty.clear();
    this.#hubDirty = false;
    for (const listener of this.#listeners) listener(patch);
  }

  #mark(collection: CollectionName, id: string): void {
    this.#dirty.set(`${collection} ${id}`, { collection, id });
    this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), batchMs);
  }
}

/** Without a prototype, so that whoever looks for an id that came from outside finds no inherited member. */
function tableOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const table = Object.create(null) as Record<string, T>;
  for (const [id, value] of entries) table[id] = value;
  return table;
}
