// Which servers of this hub are shared, under which name, and with whom. Its owner's word alone, kept in the settings.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { FleetNameSchema } from '../../../../contract/schemas/fleet.ts';
import { ServerIdSchema } from '../../../../contract/schemas/servers.ts';

export const OwnShareSchema = z.object({
  serverId: ServerIdSchema,
  share: FleetNameSchema,
  hubs: z.array(FleetNameSchema).max(500),
  roles: z.array(FleetNameSchema).max(50),
  /** Null: all of its tools. */
  tools: z.array(z.string().max(200)).max(1_000).nullable(),
  readOnly: z.boolean(),
  description: z.string().max(500),
});
export type OwnShare = z.infer<typeof OwnShareSchema>;

const keptUnder = 'fleetShares';

export interface ShareStore {
  get<T>(key: string, schema: z.ZodType<T>): Promise<T | null>;
  set(key: string, value: unknown): Promise<void>;
}

export class ShareRegistry {
  readonly #store: ShareStore;
  readonly #isServer: (serverId: string) => boolean;
  readonly #byShare = new Map<string, OwnShare>();
  readonly #listeners = new Set<(share: string) => void>();
  #clears = 0;

  private constructor(store: ShareStore, isServer: (serverId: string) => boolean, kept: readonly OwnShare[]) {
    this.#store = store;
    this.#isServer = isServer;
    for (const own of kept) this.#byShare.set(own.share, own);
  }

  /** What is no server any more is not shared: whoever gets its id later is another. */
  static async read(store: ShareStore, isServer: (serverId: string) => boolean): Promise<ShareRegistry> {
    const kept = (await store.get(keptUnder, z.array(OwnShareSchema))) ?? [];
    const here = kept.filter(({ serverId }) => isServer(serverId));
    // Where it cannot be written the next change writes it.
    if (here.length < kept.length) await store.set(keptUnder, here).catch(() => {});
    return new ShareRegistry(store, isServer, here);
  }

  get(share: string): OwnShare | null {
    return this.#byShare.get(share) ?? null;
  }

  all(): OwnShare[] {
    return [...this.#byShare.values()];
  }

  /**
   * Holds at once; rejects, and then holds as before, where it cannot be kept. A server is shared under one name. What is shared so already ends
   * no call.
   */
  async share(own: OwnShare): Promise<void> {
    if (isDeepStrictEqual(own, this.get(own.share))) return;
    const others = this.all().filter(({ share, serverId }) => share !== own.share && serverId !== own.serverId);
    await this.#change([...others, own]);
  }

  /** False where there is none. Rejects, and is shared still, where it cannot be kept. */
  async unshare(share: string): Promise<boolean> {
    if (!this.#byShare.has(share)) return false;
    await this.#change(this.all().filter(one => one.share !== share));
    return true;
  }

  /** Rejects where it cannot be kept; it is shared no more all the same. */
  async serverRemoved(serverId: string): Promise<void> {
    const rest = this.all().filter(one => one.serverId !== serverId);
    if (rest.length < this.#byShare.size) await this.#end(rest);
  }

  /** All of them, as of a fleet that was left: the hubs that they name are others in the next one. Rejects as `serverRemoved` does. */
  async clear(): Promise<void> {
    this.#clears += 1;
    if (this.#byShare.size > 0) await this.#end([]);
  }

  onChange(listener: (share: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #end(rest: readonly OwnShare[]): Promise<void> {
    this.#set(rest);
    return this.#store.set(keptUnder, rest);
  }

  async #change(next: readonly OwnShare[]): Promise<void> {
    const before = this.all();
    const clears = this.#clears;
    this.#set(next);
    try {
      await this.#store.set(keptUnder, next);
    } catch (error) {
      // Only this change is undone: what has ended for good meanwhile does not come back with it.
      const made = next.filter(one => !before.includes(one));
      const ended = before.filter(one => !next.includes(one) && this.#isServer(one.serverId));
      this.#set([...(clears === this.#clears ? ended : []), ...this.all().filter(one => !made.includes(one))]);
      throw error;
    }
  }

  #set(next: readonly OwnShare[]): void {
    const before = new Map(this.#byShare);
    this.#byShare.clear();
    for (const own of next) this.#byShare.set(own.share, own);
    for (const share of new Set([...before.keys(), ...this.#byShare.keys()]))
      if (before.get(share) !== this.#byShare.get(share)) for (const listener of this.#listeners) listener(share);
  }
}
