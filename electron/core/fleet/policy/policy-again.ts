// Publishes the policy that holds here once more where something that no one has signed stands in its place, so that hubs which come find it.
import { readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { violationIn } from '../link/link-faults.ts';
import { noPolicy, policyKey } from './policy-entries.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

/** Each hub waits another time, because one of them is enough. */
const wait = { leastMs: 500, spreadMs: 1_500 };

export class PolicyAgain {
  readonly #wire: FleetWire;
  readonly #keeper: FleetPolicyKeeper;
  /** Few accounts may publish it; one that may not has tried once. */
  #isForbidden = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(wire: FleetWire, keeper: FleetPolicyKeeper) {
    this.#wire = wire;
    this.#keeper = keeper;
  }

  /** What stands there now, after the keeper was given it. */
  saw(text: string, revision: number): void {
    this.end();
    if (this.#isForbidden || this.#keeper.held === null) return;
    const read = readFleetPolicy(text, this.#keeper.signers);
    if (read.ok || !noPolicy.has(read.why.so)) return;
    this.#timer = setTimeout(() => void this.#publish(revision), waitOf(this.#wire.subjects.hub));
    this.#timer.unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** In the place of what was seen alone. Whoever was quicker has done it. */
  async #publish(revision: number): Promise<void> {
    const held = this.#keeper.held;
    if (!held) return;
    try {
      await (await this.#wire.kv('policy')).put(policyKey, held.envelope, { previousSeq: revision });
    } catch (error) {
      this.#isForbidden = violationIn(error) !== null;
    }
  }
}

function waitOf(hub: string): number {
  const sum = [...hub].reduce((before, char) => (before * 31 + char.charCodeAt(0)) % 9_973, 7);
  return wait.leastMs + (sum % wait.spreadMs);
}
