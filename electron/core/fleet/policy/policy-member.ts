// The policy of the fleet on the wire: what is there is handed to the keeper, and what is signed here goes there.
import { within } from '../link/bounded-waits.ts';
import { PolicyWatch } from './policy-watch.ts';
import { WirePublisher } from './wire-publisher.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';

/** So long the first reading is waited for: what begins after this part is then under the policy. */
const readMs = 4_000;

export interface PolicyMemberOptions {
  readonly keeper: FleetPolicyKeeper;
  /** The keys that the owner has named. */
  readonly signers: () => readonly FleetSigner[];
  /** The bucket cannot be watched; null once it can. */
  readonly onFault: (error: unknown) => void;
  /** What stands there was read, and what may be taken of it is in force. */
  onRead?(): void;
}

export class PolicyMember implements FleetMember {
  readonly #options: PolicyMemberOptions;

  constructor(options: PolicyMemberOptions) {
    this.#options = options;
  }

  /** Resolves once the policy was read, cannot be for now, or takes too long. */
  async begin(wire: FleetWire): Promise<FleetMembership> {
    const { keeper, signers } = this.#options;
    let onFirst = () => {};
    const first = new Promise<void>(resolve => (onFirst = resolve));
    const watch = this.#watch(wire, () => onFirst());
    keeper.joined(signers());
    const publisher = new WirePublisher(wire, keeper);
    keeper.reach(publisher);
    // What another key has signed may be taken by now.
    const unfollow = keeper.onSigners(() => watch.restart());
    watch.begin();
    await within(readMs, first);
    return {
      reconnected: () => watch.restart(),
      end: () => {
        unfollow();
        if (keeper.publisher === publisher) keeper.reach(null);
        watch.end();
        return Promise.resolve();
      },
    };
  }

  #watch(wire: FleetWire, onFirst: () => void): PolicyWatch {
    const { keeper } = this.#options;
    return new PolicyWatch(wire, keeper, {
      onFault: error => {
        this.#options.onFault(error);
        onFirst();
      },
      onRead: () => {
        this.#options.onRead?.();
        onFirst();
      },
    });
  }
}
