// The clients of a gateway as the fleet's bucket has them: each entry is verified, taken at once, and gone at once. A part of the fleet.
import { maxGatewayClientChars } from '../../../../contract/schemas/fleet-gateway.ts';
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
  /** The bucket cannot be watched; null once it can. */
  onFault(error: unknown): void;
}

const retryMs = 500;
/** Nothing in KV changes when one expires. */
const expiryMs = 1_000;

export class GatewayClients implements FleetMember {
  readonly #options: GatewayClientsOptions;
  /** The newest that was verified, also removed ones: none that is older comes back while this gateway runs. */
  readonly #newest = new Map<string, GatewayClient>();
  readonly #inForce = new Set<string>();
  readonly #refused = new Set<string>();
  #isRead = false;

  constructor(options: GatewayClientsOptions) {
    this.#options = options;
  }

  /** Whether all of the bucket was read since the connection came (back). */
  get isRead(): boolean {
    return this.#isRead;
  }

  begin(wire: FleetWire): Promise<FleetMembership> {
    let watching = new AbortController();
    const follow = () => {
      this.#isRead = false;
      watching.abort();
      watching = new AbortController();
      void this.#followFor(wire, watching.signal);
    };
    follow();
    const sweep = setInterval(() => this.#expire(), expiryMs);
    sweep.unref();
    return Promise.resolve({
      reconnected: follow,
      end: () => {
        clearInterval(sweep);
        watching.abort();
        this.#isRead = false;
        return Promise.resolve();
      },
    });
  }

  /** One entry as it stands in the bucket; null where it was taken away. */
  entry(id: string, envelope: string | null, fleet: string): void {
    if (envelope === null) return this.#gone(id);
    const { signers, now } = this.#options;
    const read = readSignedClient(envelope, { id, fleet, signers });
    const fault = read.ok ? clientFault(read.client, this.#newest.get(id) ?? null, now()) : read.so;
    if (!read.ok || fault) return this.#refuse(id, fault ?? 'does-not-fit');
    this.#solved(id);
    const isSame = this.#newest.get(id)?.version === read.client.version && this.#inForce.has(id);
    this.#newest.set(id, read.client);
    if (read.client.secretHash === null) return this.#end(id);
    this.#inForce.add(id);
    if (!isSame) this.#options.taken(id, read.client);
  }

  async #followFor(wire: FleetWire, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#follow(wire, signal);
      } catch (error) {
        if (!signal.aborted) this.#options.onFault(error);
      }
      this.#isRead &&= signal.aborted;
      if (!signal.aborted) await new Promise(resolve => setTimeout(resolve, retryMs).unref());
    }
  }

  /** From the beginning each time. Ends where the watch ends. */
  async #follow(wire: FleetWire, signal: AbortSignal): Promise<void> {
    await this.#options.first(wire);
    const bucket = await wire.kv('gateway');
    const isEmpty = (await bucket.status()).values === 0;
    const watch = await bucket.watch();
    const stop = () => watch.stop();
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const found = new Set<string>();
    if (isEmpty) this.#allRead(found);
    for await (const entry of watch) {
      if (signal.aborted) return;
      const id = clientOfKey(entry.key);
      if (id !== null) {
        found.add(id);
        this.entry(id, entry.operation === 'PUT' ? textOf(entry) : null, wire.subjects.prefix);
      }
      if (!this.#isRead && (entry.delta ?? 0) === 0) this.#allRead(found);
    }
  }

  /** What is not there any more has gone while nobody was listening. */
  #allRead(found: ReadonlySet<string>): void {
    this.#options.onFault(null);
    for (const id of [...this.#inForce, ...this.#refused]) if (!found.has(id)) this.#gone(id);
    this.#isRead = true;
  }

  #refuse(id: string, so: GatewayClientFault): void {
    this.#refused.add(id);
    this.#end(id);
    this.#options.refused(id, so);
  }

  #gone(id: string): void {
    this.#solved(id);
    this.#end(id);
  }

  #solved(id: string): void {
    if (this.#refused.delete(id)) this.#options.refused(id, null);
  }

  #end(id: string): void {
    if (this.#inForce.delete(id)) this.#options.taken(id, null);
  }

  #expire(): void {
    const now = this.#options.now();
    for (const id of [...this.#inForce]) {
      const expires = this.#newest.get(id)?.expires ?? null;
      if (expires !== null && Date.parse(expires) <= now) this.#refuse(id, 'expired');
    }
  }
}

/** Bounded before it is read as text; what is too large is refused as such. */
function textOf({ value }: KvWatchEntry): string {
  return Buffer.from(value.subarray(0, maxGatewayClientChars + 1)).toString('utf8');
}
