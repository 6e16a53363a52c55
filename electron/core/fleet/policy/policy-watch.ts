// Follows the bucket of the fleet's policy and hands what stands there to the keeper.
import { KeptWatch } from '../link/kept-watch.ts';
import { PolicyAgain } from './policy-again.ts';
import { policyKey, policyTexts, textOf } from './policy-entries.ts';
import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export interface PolicyWatchTold {
  /** The bucket cannot be watched; null once it can. */
  onFault(error: unknown): void;
  /** All that stood there was looked at. */
  onRead(): void;
}

/** A clock may be set: so often what was too early is looked at again. */
const againMs = 5_000;

export class PolicyWatch {
  readonly #keeper: FleetPolicyKeeper;
  readonly #again: PolicyAgain;
  readonly #watch: KeptWatch;
  #every: NodeJS.Timeout | undefined;

  constructor(wire: FleetWire, keeper: FleetPolicyKeeper, told: PolicyWatchTold) {
    this.#keeper = keeper;
    this.#again = new PolicyAgain(wire, keeper);
    this.#watch = new KeptWatch({
      wire,
      bucket: 'policy',
      hint: `$KV.${wire.subjects.bucket('policy')}.${policyKey}`,
      begun: () => this.#again.end(),
      take: (entry, bucket) => this.#take(entry, bucket),
      allRead: () => told.onRead(),
      onFault: error => told.onFault(error),
    });
  }

  begin(): void {
    this.#watch.begin();
    this.#every = setInterval(() => this.#keeper.again(), againMs);
    this.#every.unref();
  }

  /** What is there is read again: what was missed, and what could not be taken then. */
  restart(): void {
    this.#watch.restart();
  }

  end(): void {
    this.#watch.end();
    this.#again.end();
    clearInterval(this.#every);
  }

  async #take(entry: KvWatchEntry, bucket: KV): Promise<void> {
    if (entry.key !== policyKey) return;
    const isThere = entry.operation === 'PUT';
    if (isThere && this.#keeper.offer(textOf(entry)) === null) return;
    // One that may be taken can lie beneath what may not.
    await this.#keeper.offerOlder(await policyTexts(bucket));
    if (isThere) this.#again.saw(textOf(entry), entry.revision);
    else this.#keeper.withdrawn();
  }
}
