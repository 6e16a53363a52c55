// The link to the fleet with what it stands on, and the list of the other parts, which begin once the hub has joined.
import { reasonOf } from '../../../contract/reason.ts';
import { FleetLink } from '../fleet/link/fleet-link.ts';
import { usualWaits } from '../fleet/link/fleet-session.ts';
import { KeptFleet } from '../fleet/link/kept-fleet.ts';
import { PolicyMember } from '../fleet/policy/policy-member.ts';
import type { NamedMember } from '../fleet/link/fleet-session.ts';
import type { FleetPolicyKeeper } from '../permissions/policy/fleet-policy.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface FleetOwn {
  readonly fleetPolicy: FleetPolicyKeeper;
}

/** In the order in which they begin; what one is called is named where it fails. */
function membersOf({ state, problems }: BaseParts, { fleetPolicy: keeper }: FleetOwn): NamedMember[] {
  const signers = () => state.hub.fleet?.signers ?? [];
  const onFault = (error: unknown) =>
    error === null
      ? problems.solved('fleet-policy')
      : problems.report('fleet-policy', { kind: 'fleet-part-failed', part: 'policy', why: reasonOf(error) });
  return [{ name: 'policy', member: new PolicyMember({ keeper, signers, onFault }) }];
}

export function createFleetLink({ platform }: Pick<Boot, 'platform'>, base: BaseParts, own: FleetOwn): FleetLink {
  const { state, store, secretStore, problems } = base;
  return new FleetLink({
    state,
    members: membersOf(base, own),
    kept: new KeptFleet({
      settings: store.settings,
      secrets: secretStore,
      randomBytes: size => platform.randomBytes(size),
    }),
    version: platform.version,
    os: platform.os,
    opens: () => ({ read: false, answer: false }),
    waits: usualWaits,
    now: () => platform.now(),
    monotonic: () => performance.now(),
    random: () => platform.randomBytes(2).readUInt16BE() / 65_536,
    problem: (part, error) =>
      problems.report(`fleet-${part}`, { kind: 'fleet-part-failed', part, why: reasonOf(error) }),
  });
}
