// When each companion was last heard from, and in which browser of this machine: noted while it is connected, kept over a restart.
import { z } from 'zod';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { SettingsTable } from '../../store/settings-table.ts';

const SightingsSchema = z.record(
  z.string(),
  z.object({
    machineBrowser: z.string().nullable(),
    seenAt: z.number().int(),
    profile: z.string().nullable().default(null),
  }),
);
type Sighting = z.infer<typeof SightingsSchema>[string];

const key = 'browserSightings';

/** When each was last heard from before this start, by its id. */
export async function lastSeen(settings: Pick<SettingsTable, 'get'>): Promise<ReadonlyMap<string, number>> {
  const kept = (await settings.get(key, SightingsSchema)) ?? {};
  return new Map(Object.entries(kept).map(([id, { seenAt }]) => [id, seenAt]));
}

export interface SightingsOptions {
  readonly state: Pick<StatePublisher, 'subscribe'>;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly now: () => number;
  /** The browser whose process started this relay, and its only profile; null where that cannot be told. */
  readonly startedBy: (relayPid: number) => Promise<{ readonly id: string; readonly profile: string | null } | null>;
  readonly onChange: () => void;
}

export class Sightings {
  readonly #options: SightingsOptions;
  readonly #all = new Map<string, Sighting>();
  /** Those that are connected: only they can leave, while a start shows all that are known as away. */
  readonly #here = new Set<string>();

  constructor(options: SightingsOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const kept = (await this.#options.settings.get(key, SightingsSchema)) ?? {};
    for (const [id, sighting] of Object.entries(kept)) this.#all.set(id, sighting);
  }

  get(browserId: string): Sighting | undefined {
    return this.#all.get(browserId);
  }

  /** Notes what changes from now on. Returns the function that ends it. */
  follow(): () => void {
    return this.#options.state.subscribe(({ changes }) => {
      for (const { collection, id, value } of changes) {
        if (collection !== 'browsers') continue;
        const noted = value === null ? this.#forget(id) : this.#note(value as Browser);
        // What cannot be kept is known until the hub ends.
        noted.catch(() => {});
        this.#options.onChange();
      }
    });
  }

  async #note({ id, state }: Browser): Promise<void> {
    const before = this.#all.get(id);
    const seenAt = this.#options.now();
    if (state.kind === 'connected') {
      this.#here.add(id);
      // Over a WebSocket no relay tells which browser started it.
      const by = state.relayPid === null ? null : await this.#options.startedBy(state.relayPid);
      const now = { machineBrowser: by?.id ?? null, profile: by?.profile ?? null };
      this.#all.set(id, { ...(by === null && before ? before : now), seenAt });
      this.#options.onChange();
    } else if (state.kind === 'away' && before && this.#here.delete(id)) {
      this.#all.set(id, { ...before, seenAt });
    } else return;
    await this.#keep();
  }

  async #forget(id: string): Promise<void> {
    if (this.#all.delete(id)) await this.#keep();
  }

  #keep(): Promise<void> {
    return this.#options.settings.set(key, Object.fromEntries(this.#all));
  }
}
