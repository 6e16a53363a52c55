// Which servers of this hub are shared, under which name, and with whom. Its owner's word alone, kept in the settings.
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
  readonly #byShare = new Map<string, OwnShare>();
  readonly #listeners = new Set<(share: string) => void>();

  private constructor(store: ShareStore, kept: readonly OwnShare[]) {
    this.#store = store;
    for (const own of kept) this.#byShare.set(own.share, own);
  }

  static async read(store: ShareStore): Promise<ShareRegistry> {
    return new ShareRegistry(store, (await store.get(keptUnder, z.array(OwnShareSchema))) ?? []);
  }

  get(share: string): OwnShare | null {
    return this.#byShare.get(share) ?? null;
  }

  all(): OwnShare[] {
    return [...this.#byShare.values()];
  }

  /** Holds at once; rejects, and then holds as before, where it cannot be kept. A server is shared under one name. */
  share(own: OwnShare): Promise<void> {
    const others = this.all().filter(({ share, serverId }) => share !== own.share && serverId !== own.serverId);
    return this.#change([...others, own]);
  }

  /** False where there is none. */
  async unshare(share: string): Promise<boolean> {
    if (!this.#byShare.has(share)) return false;
    await this.#change(this.all().filter(one => one.share !== share));
    return true;
  }

  async serverRemoved(serverId: string): Promise<void> {
    for (const own of this.all()) if (own.serverId === serverId) await this.unshare(own.share);
  }

  onChange(listener: (share: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #change(next: readonly OwnShare[]): Promise<void> {
    const before = this.all();
    this.#set(next);
    try {
      await this.#store.set(keptUnder, next);
    } catch (error) {
      this.#set(before);
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
