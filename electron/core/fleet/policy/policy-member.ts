// The policy of the fleet on the wire: watches its bucket, hands what is there to the keeper in the order of publication, and publishes.
import { Kvm } from '@nats-io/kv';
import { foreign, reasonOf } from '../../../../contract/reason.ts';
import { maxFleetPolicyChars } from '../../../../contract/schemas/fleet-policy.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { fleetFault, readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { PolicyAgain } from './policy-again.ts';
import type { KV, KvEntry } from '@nats-io/kv';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetPublisher } from '../../permissions/policy/fleet-publisher.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';

const current = 'current';
/** How many versions the fleet keeps where this hub makes the bucket. */
const history = 64;
const retryMs = 1_000;

export interface PolicyMemberOptions {
  readonly keeper: FleetPolicyKeeper;
  /** The keys that the owner has named. */
  readonly signers: () => readonly FleetSigner[];
  /** The bucket cannot be watched; null once it can. */
  readonly onFault: (error: unknown) => void;
}

export class PolicyMember implements FleetMember {
  readonly #options: PolicyMemberOptions;

  constructor(options: PolicyMemberOptions) {
    this.#options = options;
  }

  begin(wire: FleetWire): Promise<FleetMembership> {
    const { keeper, signers } = this.#options;
    const watch = new PolicyWatch(wire, this.#options);
    keeper.joined(signers());
    keeper.reach(new WirePublisher(wire, keeper));
    watch.restart();
    return Promise.resolve({
      reconnected: () => watch.restart(),
      end: () => {
        keeper.reach(null);
        watch.end();
        return Promise.resolve();
      },
    });
  }
}

class PolicyWatch {
  readonly #wire: FleetWire;
  readonly #options: PolicyMemberOptions;
  readonly #again: PolicyAgain;
  /** Rises with each beginning, so that an older one ends. */
  #run = 0;
  #stop: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(wire: FleetWire, options: PolicyMemberOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#again = new PolicyAgain(wire, options.keeper);
  }

  /** All that is kept is read again: what was missed, and what could not be taken then. */
  restart(): void {
    this.end();
    const run = ++this.#run;
    this.#follow(run).catch((error: unknown) => {
      if (run !== this.#run) return;
      this.#options.onFault(error);
      this.#timer = setTimeout(() => this.restart(), retryMs);
      this.#timer.unref();
    });
  }

  end(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.#again.end();
    this.#stop();
    this.#stop = () => {};
  }

  /** Rejects when the watch ends before it is ended. */
  async #follow(run: number): Promise<void> {
    const bucket = await policyBucket(this.#wire);
    const watch = await bucket.watch({ key: current, include: 'history' });
    if (run !== this.#run) return watch.stop();
    this.#stop = () => watch.stop();
    this.#options.onFault(null);
    let waiting: KvEntry[] = [];
    for await (const entry of watch) {
      if (run !== this.#run) return;
      waiting.push(entry);
      // Of several versions that are there only what they come to is put in force.
      if ((entry.delta ?? 0) > 0) continue;
      this.#take(waiting);
      waiting = [];
    }
    if (run === this.#run) throw new Error('The watch over the policy of the fleet has ended.');
  }

  #take(entries: readonly KvEntry[]): void {
    const { keeper } = this.#options;
    const put = entries.filter(({ operation }) => operation === 'PUT');
    keeper.offer(put.map(textOf));
    const last = entries.at(-1);
    if (last?.operation === 'PUT') this.#again.saw(textOf(last), last.revision);
    else keeper.withdrawn();
  }
}

class WirePublisher implements FleetPublisher {
  readonly #wire: FleetWire;
  readonly #keeper: FleetPolicyKeeper;

  constructor(wire: FleetWire, keeper: FleetPolicyKeeper) {
    this.#wire = wire;
    this.#keeper = keeper;
  }

  async publish(envelope: string, version: number): Promise<void> {
    const bucket = await this.#answered(policyBucket(this.#wire));
    const entry = await this.#answered(bucket.get(current));
    if (entry?.operation === 'PUT') {
      const read = readFleetPolicy(textOf(entry), this.#keeper.signers);
      // What nobody has signed may be replaced.
      if (read.ok && read.signed.policy.version >= version)
        throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('raced', { version: read.signed.policy.version }));
    }
    try {
      // Only in the place of what was looked at: of two that are published at once one is told.
      await bucket.put(current, envelope, { previousSeq: entry?.revision ?? 0 });
    } catch (error) {
      if (isWrongRevision(error)) throw hubError('ERR_INVALID_ARGUMENTS', fleetFault('raced', { version }));
      throw notPublished(error);
    }
  }

  async history(): Promise<string[]> {
    const bucket = await this.#answered(policyBucket(this.#wire));
    const texts: string[] = [];
    const entries = await this.#answered(bucket.history({ key: current }));
    for await (const entry of entries) if (entry.operation === 'PUT') texts.push(textOf(entry));
    return texts;
  }

  async #answered<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      throw notPublished(error);
    }
  }
}

/** Made where it is not there yet, as far as this hub's account may. */
async function policyBucket(wire: FleetWire): Promise<KV> {
  try {
    const bucket = await wire.kv('policy');
    await bucket.status();
    return bucket;
  } catch {
    return new Kvm(wire.connection).create(wire.subjects.bucket('policy'), { history });
  }
}

/** Bounded before it is read as text; what is too large is refused as such. */
function textOf({ value }: KvEntry): string {
  return Buffer.from(value.subarray(0, maxFleetPolicyChars + 1)).toString('utf8');
}

function isWrongRevision(error: unknown): boolean {
  return /wrong last sequence/i.test(String(error));
}

function notPublished(error: unknown) {
  const why = error instanceof Error ? foreign(error.message) : reasonOf(error);
  return hubError('ERR_INVALID_ARGUMENTS', fleetFault('not-published', { why }));
}
