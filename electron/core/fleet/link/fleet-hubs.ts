// The hubs of the fleet as this one knows them: rows of others by their presence, the own one first; those that vanish stay, as offline.
import { type FleetHub, type FleetPresence, FleetPresenceSchema } from '../../../../contract/schemas/fleet.ts';
import type { StateWriter } from '../../state/publisher.ts';

export interface FleetHubsOptions {
  readonly state: StateWriter;
  /** Milliseconds that only grow. */
  monotonic(): number;
  now(): number;
  /** Who is here has changed, or what is known of one: what is kept is written in time. */
  onChange(): void;
}

const maxHubs = 10_000;
const maxPresenceBytes = 200_000;

interface Known {
  hub: FleetHub;
  /** Monotonic. */
  heardAt: number;
}

export class FleetHubs {
  readonly #options: FleetHubsOptions;
  readonly #known = new Map<string, Known>();
  readonly #ttlMs: number;

  constructor(options: FleetHubsOptions, ttlMs: number) {
    this.#options = options;
    this.#ttlMs = ttlMs;
  }

  get rows(): FleetHub[] {
    return [...this.#known.values()].map(({ hub }) => hub);
  }

  /** Before all others, so that it stands first. */
  showSelf(presence: FleetPresence): void {
    this.#set({ ...presence, isSelf: true, offlineSince: null });
  }

  /** As they were last seen by an earlier run. */
  restore(rows: readonly FleetHub[], self: string): void {
    const { now } = this.#options;
    for (const row of rows.slice(0, maxHubs))
      if (row.name !== self && !row.isSelf) this.#set({ ...row, offlineSince: row.offlineSince ?? now() });
  }

  /** The sender is the key that its account could write; what does not fit is passed over. */
  heard(key: string, value: Uint8Array, self: string): void {
    if (key === self) return;
    const presence = readPresence(value);
    if (presence?.name !== key) return;
    const known = this.#known.get(key);
    if (known) known.heardAt = this.#options.monotonic();
    else if (this.#known.size >= maxHubs && !this.#dropOldest()) return;
    this.#set({ ...presence, isSelf: false, offlineSince: null });
  }

  /** It is away, and says so itself. */
  stopped(key: string, self: string): void {
    const known = this.#known.get(key);
    if (key !== self && known?.hub.offlineSince === null)
      this.#set({ ...known.hub, offlineSince: this.#options.now() }, known.heardAt);
  }

  /** It has left, or was renamed: it is not away, it is gone. */
  left(key: string, self: string): void {
    if (key === self || !this.#known.delete(key)) return;
    this.#options.state.remove('fleetHubs', key);
    this.#options.onChange();
  }

  /** After an outage of our own nobody is away only because nothing was heard. */
  hearAgain(): void {
    const at = this.#options.monotonic();
    for (const known of this.#known.values()) if (known.hub.offlineSince === null) known.heardAt = at;
  }

  /** Those that have not been heard for longer than the server keeps what they said. */
  sweep(): void {
    const { monotonic, now } = this.#options;
    const at = monotonic();
    for (const { hub, heardAt } of this.#known.values())
      if (!hub.isSelf && hub.offlineSince === null && at - heardAt > this.#ttlMs)
        this.#set({ ...hub, offlineSince: now() }, heardAt);
  }

  clear(): void {
    for (const name of this.#known.keys()) this.#options.state.remove('fleetHubs', name);
    this.#known.clear();
  }

  /** Shown only where more has changed than when it was said: 10,000 hubs say so every few seconds. */
  #set(hub: FleetHub, heardAt = this.#options.monotonic()): void {
    const known = this.#known.get(hub.name);
    if (known && isSame(known.hub, hub)) return;
    if (known) Object.assign(known, { hub, heardAt });
    else this.#known.set(hub.name, { hub, heardAt });
    this.#options.state.set('fleetHubs', hub.name, hub);
    if (!hub.isSelf) this.#options.onChange();
  }

  #dropOldest(): boolean {
    const offline = [...this.#known.values()].filter(({ hub }) => hub.offlineSince !== null);
    const [oldest] = offline.toSorted((one, other) => (one.hub.offlineSince ?? 0) - (other.hub.offlineSince ?? 0));
    if (!oldest) return false;
    this.#known.delete(oldest.hub.name);
    this.#options.state.remove('fleetHubs', oldest.hub.name);
    return true;
  }
}

function isSame({ at: _at, ...one }: FleetHub, { at: _other, ...other }: FleetHub): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Null for what is too large, or is none. */
export function readPresence(value: Uint8Array): FleetPresence | null {
  if (value.length > maxPresenceBytes) return null;
  try {
    return FleetPresenceSchema.parse(JSON.parse(new TextDecoder().decode(value)));
  } catch {
    return null;
  }
}
