// The policy of the fleet on the wire: what is there is handed to the keeper, and what is signed here goes there.
import { PolicyWatch } from './policy-watch.ts';
import { WirePublisher } from './wire-publisher.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { FleetPolicyKeeper } from '../../permissions/policy/fleet-policy.ts';
import type { FleetMember, FleetMembership, FleetWire } from '../link/fleet-wire.ts';

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
    const { keeper, signers, onFault } = this.#options;
    const watch = new PolicyWatch(wire, keeper, onFault);
    keeper.joined(signers());
    const publisher = new WirePublisher(wire, keeper);
    keeper.reach(publisher);
    // What another key has signed may be taken by now.
    const unfollow = keeper.onSigners(() => watch.restart());
    watch.begin();
    return Promise.resolve({
      reconnected: () => watch.restart(),
      end: () => {
        unfollow();
        if (keeper.publisher === publisher) keeper.reach(null);
        watch.end();
        return Promise.resolve();
      },
    });
  }
}
