// The fleet's policy before a gateway takes its first client: read as it stands in the fleet, and where there is one that cannot be taken nothing runs.
import { deed } from '../../permissions/policy/fleet-deeds.ts';
import { readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { keptPolicies } from '../link/fleet-set-up.ts';
import { noPolicy } from '../policy/policy-entries.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetFault } from '../../permissions/policy/fleet-document.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';

export interface GatewayPolicyOptions {
  readonly keeper: FleetPolicyKeeper;
  /** Why what is there was not taken; null once something is. */
  onRefused(reason: Reason | null): void;
}

export class GatewayPolicy {
  readonly #options: GatewayPolicyOptions;
  #isRefused = false;
  /** What is offered meanwhile is told of once all that stands there was looked at. */
  #isReading = false;

  constructor(options: GatewayPolicyOptions) {
    this.#options = options;
    const { keeper, onRefused } = options;
    keeper.onChange(({ what, isRefused }) => {
      if (this.#isReading) return;
      if (!isRefused) onRefused(null);
      else if (isOfSomebody(keeper.fault)) onRefused(what);
    });
  }

  /** In force before the first client is: a call must not slip through between the two. Rejects where it cannot be read. */
  async read(isOver: () => boolean): Promise<void> {
    const { keeper, onRefused } = this.#options;
    if (!keeper.publisher) throw new Error('The policy of the fleet cannot be read yet.');
    const envelopes = await keeper.publisher.history();
    if (isOver()) return;
    await this.#offer(envelopes);
    const was = this.#isRefused;
    this.#isRefused = keeper.held === null && this.#mayBeOne(envelopes);
    const why = keeper.fault;
    if (this.#isRefused && !was && why) onRefused(deed('refused', { why }));
    if (was && !this.#isRefused) onRefused(null);
  }

  /** Why nothing runs; null where a policy is in force, or there is none. One may have come since they were read. */
  stands(): Reason | null {
    const { held, fault } = this.#options.keeper;
    if (held !== null || !(this.#isRefused || isOfSomebody(fault))) return null;
    return { kind: 'gateway-stands', so: 'policy-refused' };
  }

  async #offer(envelopes: readonly string[]): Promise<void> {
    const { keeper } = this.#options;
    const newest = envelopes.at(-1);
    this.#isReading = true;
    try {
      if (newest !== undefined && keeper.offer(newest) !== null) await keeper.offerOlder(envelopes);
    } finally {
      this.#isReading = false;
    }
  }

  /** What has no signature is none, unless there is so much of it that one may have been pushed out. */
  #mayBeOne(envelopes: readonly string[]): boolean {
    const { signers } = this.#options.keeper;
    const isJunk = (envelope: string) => {
      const read = readFleetPolicy(envelope, signers);
      return !read.ok && noPolicy.has(read.why.so);
    };
    return envelopes.length >= keptPolicies || !envelopes.every(isJunk);
  }
}

function isOfSomebody(fault: FleetFault | null): boolean {
  return fault !== null && !noPolicy.has(fault.so);
}
