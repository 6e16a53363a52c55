// The list of what the hubs of the fleet share, as this one sees it.
import { FleetShareSchema } from '../../../../contract/schemas/fleet.ts';
import { KeptWatch } from '../link/kept-watch.ts';
import { mayUse } from './share-rules.ts';
import type { KvWatchEntry } from '@nats-io/kv';
import type { FleetServer, FleetShare } from '../../../../contract/schemas/fleet.ts';
import type { FleetWire } from '../link/fleet-wire.ts';
import type { ShareFacts } from './share-rules.ts';

export interface SeenSharesOptions extends Pick<ShareFacts, 'rolesOf'> {
  /** As it changes; null for what is not shared any more. */
  show(key: string, share: Omit<FleetServer, 'serverId' | 'groupServerId'> | null): void;
  /** Something stands under a key of this hub itself. */
  own?(share: string, revision: number): void;
  /** The list cannot be read; null once it can. */
  onFault(error: unknown): void;
}

/** Of what one hub shares no more is shown. */
const maxOfHub = 100;

export class SeenShares {
  readonly #options: SeenSharesOptions;
  readonly #self: string;
  readonly #watch: KeptWatch;
  readonly #seen = new Map<string, FleetShare>();
  /** Those that are there in this reading of the list. */
  #found = new Set<string>();

  constructor(wire: FleetWire, options: SeenSharesOptions) {
    this.#options = options;
    this.#self = wire.subjects.hub;
    this.#watch = new KeptWatch({
      wire,
      bucket: 'shares',
      begun: () => {
        this.#found = new Set();
      },
      take: entry => this.#take(entry),
      allRead: () => this.#allRead(),
      onFault: error => options.onFault(error),
    });
  }

  begin(): void {
    this.#watch.begin();
  }

  restart(): void {
    this.#watch.restart();
  }

  /** Roles have become others: what this hub may use too. */
  showAgain(): void {
    for (const share of this.#seen.values()) this.#show(share);
  }

  end(): void {
    this.#watch.end();
    for (const key of [...this.#seen.keys()]) this.#unsee(key);
  }

  #take({ key, operation, value, revision }: KvWatchEntry): void {
    const ownKey = `${this.#self}.`;
    if (operation === 'PUT' && key.startsWith(ownKey)) this.#options.own?.(key.slice(ownKey.length), revision);
    const share = operation === 'PUT' ? readShare(key, value) : null;
    const shown = key.replace('.', '/');
    if (!share) return this.#unsee(shown);
    if (!this.#seen.has(shown) && this.#countOf(share.hub) >= maxOfHub) return;
    this.#found.add(shown);
    this.#seen.set(shown, share);
    this.#show(share);
  }

  /** What was taken back while nobody was listening is gone too. */
  #allRead(): void {
    for (const shown of [...this.#seen.keys()]) if (!this.#found.has(shown)) this.#unsee(shown);
  }

  #unsee(shown: string): void {
    if (this.#seen.delete(shown)) this.#options.show(shown, null);
  }

  #countOf(hub: string): number {
    let count = 0;
    for (const seen of this.#seen.values()) if (seen.hub === hub) count += 1;
    return count;
  }

  #show(share: FleetShare): void {
    const isForUs = mayUse(share, this.#self, this.#options);
    this.#options.show(`${share.hub}/${share.server}`, { ...share, isOwn: share.hub === this.#self, isForUs });
  }
}

/** Null for what another than the hub of the key has told, or what is no share. */
function readShare(key: string, value: Uint8Array): FleetShare | null {
  try {
    const parsed = FleetShareSchema.safeParse(JSON.parse(Buffer.from(value).toString('utf8')));
    return parsed.success && key === `${parsed.data.hub}.${parsed.data.server}` ? parsed.data : null;
  } catch {
    return null;
  }
}
