// The clients of a gateway as the fleet's bucket has them: what was verified is in force until something signed, its end or a deletion says otherwise. A part of the fleet.
import { GatewayClientSchema, maxGatewayClientChars } from '../../../../contract/schemas/fleet-gateway.ts';
import { KeptWatch } from '../link/kept-watch.ts';
import { OtherKeys } from './other-keys.ts';
import { clientFault, clientOfKey, readSignedClient } from './signed-client.ts';
import type { KvWatchEntry } from '@nats-io/kv';
import type { GatewayClientFault } from '../../../../contract/fleet-gateway-reasons.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { GatewayClient } from '../../../../contract/schemas/fleet-gateway.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';

export interface GatewayClientsOptions {
  readonly signers: readonly FleetSigner[];
  readonly now: () => number;
  /** Resolves when what else has to hold for clients was read. */
  first(wire: FleetWire): Promise<void>;
  /** In force from here on, in the place of what was before; `null` is gone, and nothing of it goes on. */
  taken(id: string, client: GatewayClient | null): void;
  /** Null: what was refused is gone. */
  refused(id: string, so: GatewayClientFault | null): void;
  /** More than so many are refused, of which no more is told one by one. */
  refusedMany(count: number): void;
  /** The bucket has keys that are no client's, of which this is one, written as JSON; null once there is none any more. */
  other(key: string | null): void;
  /** The bucket cannot be watched; null once it can. */
  onFault(error: unknown): void;
}

/** Nothing in KV changes when one expires, or when a clock is set. */
const sweepMs = 1_000;
/** Keys with nothing signed under them are remembered up to this: whoever brings more makes this process no larger. */
const maxJunk = 1_000;
/** So many are told one by one, and then that there are more. */
const maxTold = 20;

interface Known {
  /** The newest that was verified, also a removed one: none that is older comes back while this gateway runs. */
  newest: GatewayClient | null;
  /** Taken out of the bucket after that. */
  isGone: boolean;
  /** Signed at a moment that has not come here. */
  early: GatewayClient | null;
  /** Of what came last, where it was not taken. */
  fault: GatewayClientFault | null;
  /** What is in force. */
  inForce: GatewayClient | null;
  told: GatewayClientFault | null;
}

export class GatewayClients implements FleetMember {
  readonly #options: GatewayClientsOptions;
  readonly #known = new Map<string, Known>();
  readonly #junk = new Set<string>();
  readonly #otherKeys: OtherKeys;
  #told = 0;
  #saidMany = false;
  /** Those that were in the bucket in this reading. */
  #found = new Set<string>();
  #isRead = false;

  constructor(options: GatewayClientsOptions) {
    this.#options = options;
    this.#otherKeys = new OtherKeys(key => options.other(key));
  }

  /** Whether all of the bucket was read since the connection came (back). */
  get isRead(): boolean {
    return this.#isRead;
  }

  begin(wire: FleetWire): Promise<FleetMembership> {
    const watch = new KeptWatch({
      wire,
      bucket: 'gateway',
      withHistory: true,
      hint: `$KV.${wire.subjects.bucket('gateway')}.>`,
      first: () => this.#options.first(wire),
      begun: () => {
        this.#isRead = false;
        this.#found = new Set();
        this.#otherKeys.begin();
      },
      take: entry => this.#take(entry, wire.subjects.prefix),
      allRead: () => this.#allRead(),
      onFault: error => this.#options.onFault(error),
    });
    watch.begin();
    const sweep = setInterval(() => this.#sweep(), sweepMs);
    sweep.unref();
    return Promise.resolve({
      reconnected: () => watch.restart(),
      end: () => {
        clearInterval(sweep);
        watch.end();
        this.#isRead = false;
        return Promise.resolve();
      },
    });
  }

  /** One entry as it stands in the bucket, or stood there before the next; null where it was taken away. */
  entry(id: string, envelope: string | null, fleet: string): void {
    if (envelope === null) {
      const gone = this.#known.get(id);
      if (gone) Object.assign(gone, { isGone: true, early: null, fault: null });
      return;
    }
    const { signers, now } = this.#options;
    const read = readSignedClient(envelope, { id, fleet, signers });
    const known = this.#knownOf(id, read.ok);
    if (!known) return;
    known.fault = read.ok ? clientFault(read.client, known.newest, now()) : read.so;
    if (!read.ok || known.fault === 'older') return;
    if (known.fault === 'future') {
      known.early = read.client;
      return;
    }
    known.newest = read.client;
    known.isGone = false;
    known.early = null;
  }

  /** What was said of it comes into force. */
  settle(id: string): void {
    const known = this.#known.get(id);
    if (!known) return;
    const now = this.#options.now();
    const { early } = known;
    if (early && clientFault(early, known.newest, now) === null)
      Object.assign(known, { newest: early, isGone: false, early: null, fault: null });
    const { newest, isGone } = known;
    const isOver = newest !== null && clientFault(newest, null, now) === 'expired';
    if (isOver && !isGone && newest.secretHash !== null) known.fault = 'expired';
    else if (known.fault === 'expired') known.fault = null;
    const wanted = newest && !isGone && !isOver && newest.secretHash !== null ? newest : null;
    const before = known.inForce;
    known.inForce = wanted;
    if (wanted?.version !== before?.version) this.#options.taken(id, wanted);
    this.#tell(id, known);
    this.#forgetJunk(id, known);
  }

  #take(entry: KvWatchEntry, fleet: string): void {
    const id = clientOfKey(entry.key);
    if (id === null || !GatewayClientSchema.shape.id.safeParse(id).success)
      return this.#otherKeys.take(entry.key, entry.operation === 'PUT');
    this.#found.add(id);
    this.entry(id, entry.operation === 'PUT' ? textOf(entry) : null, fleet);
    // Of what stood there before only the end counts: a client that was removed is not let in for a moment.
    if (this.#isRead) this.settle(id);
  }

  /** What is not there any more has gone while nobody was listening. */
  #allRead(): void {
    for (const id of this.#known.keys()) if (!this.#found.has(id)) this.entry(id, null, '');
    this.#found = new Set();
    this.#otherKeys.tell();
    this.#isRead = true;
    this.#sweep();
  }

  /** While the bucket is read anew what comes of it is not known yet, but what has expired ends. */
  #sweep(): void {
    const now = this.#options.now();
    for (const [id, { inForce }] of [...this.#known])
      if (this.#isRead || (inForce && clientFault(inForce, null, now) === 'expired')) this.settle(id);
  }

  /** Null for one more with nothing signed under it than are remembered. */
  #knownOf(id: string, isSigned: boolean): Known | null {
    const known = this.#known.get(id);
    if (known) {
      if (isSigned) this.#junk.delete(id);
      return known;
    }
    if (!isSigned && this.#junk.size >= maxJunk) return null;
    if (!isSigned) this.#junk.add(id);
    const made = { newest: null, isGone: false, early: null, fault: null, inForce: null, told: null };
    this.#known.set(id, made);
    return made;
  }

  #tell(id: string, known: Known): void {
    if (known.told === known.fault) return;
    const isNew = known.told === null;
    if (known.fault && isNew && this.#told >= maxTold) return this.#tellMany();
    this.#told += known.fault === null ? -1 : isNew ? 1 : 0;
    known.told = known.fault;
    this.#options.refused(id, known.fault);
  }

  #tellMany(): void {
    if (this.#saidMany) return;
    this.#saidMany = true;
    this.#options.refusedMany(maxTold);
  }

  #forgetJunk(id: string, known: Known): void {
    if (known.newest || known.early || known.fault) return;
    this.#known.delete(id);
    this.#junk.delete(id);
  }
}

/** Bounded before it is read as text; what is too large is refused as such. */
function textOf({ value }: KvWatchEntry): string {
  return Buffer.from(value.subarray(0, maxGatewayClientChars + 1)).toString('utf8');
}
