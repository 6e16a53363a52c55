// The hubs of the fleet as this one knows them: rows of others by their presence, the own one first; those that vanish stay, as offline.
import { z } from 'zod';
import { jsonIn } from '../../../../contract/json.ts';
import { type FleetHub, type FleetPresence, FleetPresenceSchema } from '../../../../contract/schemas/fleet.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { steadyPart } from './hub-facts.ts';
import { goneAfterMs } from './presence-pace.ts';
import type { StateWriter } from '../../state/publisher.ts';

export interface FleetHubsOptions {
  readonly state: StateWriter;
  /** Milliseconds that only grow. */
  monotonic(): number;
  now(): number;
  /** Who is here has changed, or what is known of one: what is kept is written in time. */
  onChange(): void;
  /** Null: what was reported of it is solved. */
  problem(part: string, error: unknown): void;
}

const maxHubs = 10_000;
/** Figures change with each presence: they are shown no more often than each hub tells them, those of all hubs at once. */
const figuresEveryMs = 5_000;
const maxPresenceBytes = 200_000;
/** Of hubs that cannot be read: enough to see that there are many. */
const maxTold = 5;

/** What a hub of any version says of itself. */
const NamedSchema = z.object({ name: z.string(), version: z.string().regex(/^[\w.+-]{1,40}$/) });

interface Known {
  hub: FleetHub;
  /** Monotonic. */
  heardAt: number;
  /** By its own clock, what was heard last in this run; null for one that was not heard in it. */
  toldAt: number | null;
}

export class FleetHubs {
  readonly #options: FleetHubsOptions;
  readonly #known = new Map<string, Known>();
  /** Whose figures are not shown yet. */
  readonly #unshown = new Set<string>();
  #shownAt = 0;
  /** Those that are here and cannot be read, with their versions, as it was told. */
  readonly #unread = new Map<string, string>();

  constructor(options: FleetHubsOptions) {
    this.#options = options;
  }

  get rows(): FleetHub[] {
    return [...this.#known.values()].map(({ hub }) => hub);
  }

  /** How many are here, with this one. */
  get here(): number {
    let here = 0;
    for (const { hub } of this.#known.values()) if (hub.offlineSince === null) here += 1;
    return here;
  }

  /** Before all others, so that it stands first. */
  showSelf(presence: FleetPresence): void {
    this.#set({ ...presence, isSelf: true, offlineSince: null });
  }

  /** As they were last seen by an earlier run: whoever was here then is away only once it was listened for. */
  restore(rows: readonly FleetHub[], self: string): void {
    for (const row of rows.slice(0, maxHubs)) if (row.name !== self && !row.isSelf) this.#set(row);
  }

  /** The sender is the key that its account could write; what does not fit is passed over. */
  heard(key: string, value: Uint8Array, self: string): void {
    if (key === self) return;
    const presence = readPresence(value);
    if (presence === null) this.#tellUnread(key, value);
    if (presence?.name !== key) return;
    this.#forgetUnread(key);
    const known = this.#known.get(key);
    // What was told by one that has been silent since is read again with each new beginning of the watch: no sign of life.
    if (known && known.hub.offlineSince !== null && known.toldAt === presence.at) return;
    if (known) known.heardAt = this.#options.monotonic();
    else if (this.#known.size >= maxHubs && !this.#dropOldest()) return;
    this.#set({ ...presence, isSelf: false, offlineSince: null });
    const heard = this.#known.get(key);
    if (heard) heard.toldAt = presence.at;
  }

  /** It is away, and says so itself. */
  stopped(key: string, self: string): void {
    const known = this.#known.get(key);
    if (key !== self && known?.hub.offlineSince === null)
      this.#set({ ...known.hub, offlineSince: this.#options.now() }, known.heardAt);
  }

  /** It has left, or was renamed: it is not away, it is gone. */
  left(key: string, self: string): void {
    this.#forgetUnread(key);
    if (key === self || !this.#known.delete(key)) return;
    this.#options.state.remove('fleetHubs', key);
    this.#options.onChange();
  }

  /** After an outage of our own nobody is away only because nothing was heard. */
  hearAgain(): void {
    const at = this.#options.monotonic();
    for (const known of this.#known.values()) if (known.hub.offlineSince === null) known.heardAt = at;
  }

  /** Those that have missed several of the moments at which they tell. */
  sweep(): void {
    const { monotonic, now } = this.#options;
    const at = monotonic();
    for (const { hub, heardAt } of this.#known.values())
      if (!hub.isSelf && hub.offlineSince === null && at - heardAt > goneAfterMs(hub.everyMs))
        this.#set({ ...hub, offlineSince: now() }, heardAt);
    if (at - this.#shownAt >= figuresEveryMs) this.#showFigures(at);
  }

  clear(): void {
    for (const name of this.#known.keys()) this.#options.state.remove('fleetHubs', name);
    this.#known.clear();
    this.#unshown.clear();
    for (const name of [...this.#unread.keys()]) this.#forgetUnread(name);
  }

  /** Once for each version of it. What names itself otherwise, or nothing, is no hub. */
  #tellUnread(key: string, value: Uint8Array): void {
    if (value.length > maxPresenceBytes) return;
    const { data } = NamedSchema.safeParse(jsonIn(new TextDecoder().decode(value)));
    if (data?.name !== key || this.#unread.get(key) === data.version) return;
    if (this.#unread.size >= maxTold && !this.#unread.has(key)) return;
    this.#unread.set(key, data.version);
    const reason = { kind: 'fleet-hub-unread', hub: key, version: data.version } as const;
    this.#options.problem(`hub ${key}`, hubError('ERR_INTERNAL', reason));
  }

  #forgetUnread(key: string): void {
    if (this.#unread.delete(key)) this.#options.problem(`hub ${key}`, null);
  }

  #showFigures(at: number): void {
    this.#shownAt = at;
    for (const name of this.#unshown) {
      const known = this.#known.get(name);
      if (known) this.#options.state.set('fleetHubs', name, known.hub);
    }
    this.#unshown.clear();
  }

  /** Shown at once, and kept, only where more has changed than figures: 10,000 hubs say theirs every few seconds. */
  #set(hub: FleetHub, heardAt = this.#options.monotonic()): void {
    const known = this.#known.get(hub.name);
    const isSteady = known !== undefined && steadyOf(known.hub) === steadyOf(hub);
    if (isSteady && !hub.isSelf) {
      if (!isSame(known.hub, hub)) this.#unshown.add(hub.name);
      known.hub = hub;
      return;
    }
    if (known && isSame(known.hub, hub)) return;
    if (known) Object.assign(known, { hub, heardAt });
    else this.#known.set(hub.name, { hub, heardAt, toldAt: null });
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

/** Of its presence; and whether it is here. */
function steadyOf(hub: FleetHub): string {
  return `${hub.offlineSince} ${steadyPart(hub)}`;
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
