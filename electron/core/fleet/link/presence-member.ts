// Presence in the fleet: tells of this hub every 5 s, more seldom in a large fleet, and soon after each change; and hears of the others.
import { errors } from '@nats-io/transport-node';
import { within } from './bounded-waits.ts';
import { readPresence } from './fleet-hubs.ts';
import { presenceTtlMs } from './fleet-set-up.ts';
import { steadyPart } from './hub-facts.ts';
import { everyMsFor, leastEveryMs } from './presence-pace.ts';
import type { KV } from '@nats-io/kv';
import type { FleetPresence } from '../../../../contract/schemas/fleet.ts';
import type { FleetHubs } from './fleet-hubs.ts';
import type { FleetMember, FleetMembership, FleetWire } from './fleet-wire.ts';

export interface PresenceOptions {
  readonly hubs: FleetHubs;
  facts(): FleetPresence;
  /** Calls back after each change of the hub's state; returns the function that ends that. */
  onHubChange(listener: () => void): () => void;
  readonly isOnline: () => boolean;
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** Null: what was told is over. */
  onFault(error: unknown): void;
  /** Another hub with a copy of this data home is here, and was here first. */
  onTwin(): void;
  /** One that is not this hub has told something under its name. */
  onOther(): void;
  /** What is told is not answered, again and again, though the server is there. */
  onSilence(): void;
}

/** Changes are told so often at most. */
const leastMs = 1_000;
const sweepMs = 2_500;
/** A watch that has brought nothing for so much longer than twice the time between two tellings of this hub, not even those, is broken. */
const silentMs = 1_000;
/** So many tellings without an answer, each of which has 5 s for it. */
const mostUnanswered = 3;
/** How long an end waits for a server that may not be there. */
const awayMs = 500;

export class PresenceMember implements FleetMember {
  readonly #options: PresenceOptions;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  async begin(wire: FleetWire): Promise<FleetMembership> {
    const presence = new Presence(this.#options, wire, await wire.kv('presence'));
    presence.start();
    return presence;
  }
}

class Presence implements FleetMembership {
  readonly #options: PresenceOptions;
  readonly #wire: FleetWire;
  readonly #bucket: KV;
  readonly #unfollow: () => void;
  #every: NodeJS.Timeout | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #told = '';
  /** How often this hub tells. */
  #everyMs = leastEveryMs;
  /** How long the server keeps what is told. */
  #keptMs = presenceTtlMs;
  #heardAt = 0;
  #watch: { stop(): void } | null = null;
  /** Rises with each beginning of the watch, so that an older one ends. */
  #run = 0;
  /** Of what was told last, as far as the server has answered. */
  #revision: number | null = null;
  #unanswered = 0;
  #isFaulty = false;
  #ended = false;

  constructor(options: PresenceOptions, wire: FleetWire, bucket: KV) {
    this.#options = options;
    this.#wire = wire;
    this.#bucket = bucket;
    this.#unfollow = options.onHubChange(() => this.#changed());
  }

  start(): void {
    // Of those that an earlier run has seen nobody is away for having been silent while nobody listened.
    this.#options.hubs.hearAgain();
    this.#tell();
    this.#sweep = setInterval(() => this.#sweepOnce(), sweepMs);
    void this.#learnKept();
    void this.#follow();
  }

  reconnected(): void {
    void this.#learnKept();
    this.#options.hubs.hearAgain();
    this.#tell();
    void this.#follow();
  }

  /** The others see at once that it is gone, where there is a way to tell them. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#every);
    clearInterval(this.#sweep);
    clearTimeout(this.#soon);
    this.#unfollow();
    this.#run += 1;
    this.#watch?.stop();
    this.#solved();
    if (this.#revision === null || !this.#options.isOnline()) return;
    // Only in the place of what this run has told: another may have begun by now.
    await within(awayMs, this.#bucket.delete(this.#wire.subjects.hub, { previousSeq: this.#revision }));
  }

  #sweepOnce(): void {
    if (!this.#options.isOnline()) return;
    if (this.#options.monotonic() - this.#heardAt <= 2 * this.#everyMs + silentMs) return this.#options.hubs.sweep();
    // What this hub says itself has not come back: its watch went with a server, so nobody is away yet for having been silent.
    this.#options.hubs.hearAgain();
    void this.#follow();
  }

  #changed(): void {
    if (this.#soon !== undefined || this.#ended) return;
    const wait = Math.max(0, this.#toldAt + leastMs - this.#options.monotonic());
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      if (steadyPart(this.#options.facts()) !== this.#told) this.#tell();
    }, wait);
  }

  #tell(): void {
    const { facts, hubs, monotonic, isOnline } = this.#options;
    const own = facts();
    this.#told = steadyPart(own);
    this.#toldAt = monotonic();
    hubs.showSelf(own);
    this.#everyMs = everyMsFor(hubs.here, this.#keptMs);
    this.#tellAgain(this.#everyMs);
    if (!isOnline()) return;
    const told: FleetPresence = this.#everyMs === leastEveryMs ? own : { ...own, everyMs: this.#everyMs };
    this.#bucket.put(own.name, JSON.stringify(told)).then(
      revision => {
        this.#revision = revision;
        this.#unanswered = 0;
        this.#solved();
      },
      (error: unknown) => {
        this.#failed(error);
        if (error instanceof errors.TimeoutError) this.#missed();
      },
    );
  }

  #tellAgain(afterMs: number): void {
    clearTimeout(this.#every);
    if (!this.#ended) this.#every = setTimeout(() => this.#tell(), afterMs);
  }

  /** Told only once for what may be the tenth: whoever hears of it ends this. */
  #missed(): void {
    this.#unanswered += 1;
    if (this.#everyMs > leastEveryMs) this.#tellAgain(0);
    if (this.#unanswered === mostUnanswered && !this.#ended) this.#options.onSilence();
  }

  /** Told once until it is over. */
  #failed(error: unknown): void {
    if (this.#ended || this.#isFaulty || !this.#options.isOnline()) return;
    this.#isFaulty = true;
    this.#options.onFault(error);
  }

  #solved(): void {
    if (this.#isFaulty) this.#options.onFault(null);
    this.#isFaulty = false;
  }

  /** True where this hub is the copy of another one that was here first. */
  #heardOwn(said: FleetPresence | null, operation: string): boolean {
    const own = this.#options.facts();
    if (isTwin(said, own)) {
      this.#options.onTwin();
      return true;
    }
    if (said && said.hubId !== own.hubId) this.#options.onOther();
    // Of several gateways under one name one has ended: the others are here.
    if (operation === 'DEL' && !this.#ended) this.#tell();
    return false;
  }

  /** Whoever set the fleet up may have given it longer than usual. */
  async #learnKept(): Promise<void> {
    try {
      const { ttl } = await this.#bucket.status();
      this.#keptMs = ttl > 0 ? ttl : presenceTtlMs;
    } catch {
      // It holds what held before; what is in the way is told by what is put.
    }
  }

  /** From the beginning each time: what was missed in an outage is among what is there now. */
  async #follow(): Promise<void> {
    this.#watch?.stop();
    this.#watch = null;
    this.#run += 1;
    const run = this.#run;
    this.#heardAt = this.#options.monotonic();
    const { hubs } = this.#options;
    const self = this.#wire.subjects.hub;
    try {
      const entries = await this.#bucket.watch();
      // Another has begun while this one was opened.
      if (run !== this.#run) return entries.stop();
      this.#watch = entries;
      for await (const { key, operation, value } of entries) {
        if (run !== this.#run) return;
        this.#heardAt = this.#options.monotonic();
        if (key === self && this.#heardOwn(operation === 'PUT' ? readPresence(value) : null, operation)) return;
        if (operation === 'PUT') hubs.heard(key, value, self);
        else if (operation === 'DEL') hubs.stopped(key, self);
        else hubs.left(key, self);
      }
    } catch (error) {
      if (run === this.#run) this.#failed(error);
    }
  }
}

type Said = Pick<FleetPresence, 'at' | 'startedAt' | 'hubId'>;

/**
 * Whether `said`, under this hub's own name, comes of a copy of it that runs: what an earlier run of this hub has left there was said before this
 * one began. Of the two the one that began first stays. One with another id is no copy: whose the name is says its claim.
 */
export function isTwin(said: Said | null, own: Omit<Said, 'at'>): boolean {
  return said !== null && said.hubId === own.hubId && said.at > own.startedAt && said.startedAt < own.startedAt;
}

/** Whether another hub is there under this one's name. What it has said lasts a few seconds longer than itself. */
export async function findTwin(wire: FleetWire, own: FleetPresence): Promise<boolean> {
  const entry = await (await wire.kv('presence')).get(wire.subjects.hub);
  return entry?.operation === 'PUT' && isTwin(readPresence(entry.value), own);
}

/** Takes this hub's row away for the others: it leaves or is called otherwise from now on. */
export async function takePresence(wire: FleetWire): Promise<void> {
  await (await wire.kv('presence')).purge(wire.subjects.hub);
}
