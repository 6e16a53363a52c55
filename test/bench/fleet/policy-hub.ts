// A simulated hub of the policy's bench: a connection of its own, and the real keeper and member of the policy.
import { openFleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';
import { PolicyMember } from '../../../electron/core/fleet/policy/policy-member.ts';
import { FleetPolicyKeeper } from '../../../electron/core/permissions/policy/fleet-policy.ts';
import type { FleetSigner } from '../../../contract/schemas/fleet.ts';
import type { FleetWire } from '../../../electron/core/fleet/link/fleet-wire.ts';

export interface HubOptions {
  readonly url: string;
  readonly signers: readonly FleetSigner[];
}

export async function startHub(
  { url, signers }: HubOptions,
  name: string,
  onApplied: (version: number, at: number) => void,
): Promise<{ wire: FleetWire; keeper: FleetPolicyKeeper; end(): Promise<void> }> {
  const wire = await openFleetWire('pilothouse', name, { servers: url, maxReconnectAttempts: -1 });
  const keeper: FleetPolicyKeeper = new FleetPolicyKeeper({
    kept: [],
    keep: () => Promise.resolve(),
    now: () => Date.now(),
    // Its rules are in force by now.
    onChanged: () => onApplied(keeper.held?.policy.version ?? 0, Date.now()),
    show: () => {},
  });
  const member = new PolicyMember({ keeper, signers: () => signers, onFault: () => {} });
  const membership = await member.begin(wire);
  const end = async () => {
    await membership.end();
    await wire.connection.close();
  };
  return { wire, keeper, end };
}
