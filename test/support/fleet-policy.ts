// The policy of a fleet as one hub keeps and follows it, on a real connection, without the rest of the hub.
import { onTestFinished } from 'vitest';
import { setUpFleet } from '../../electron/core/fleet/link/fleet-set-up.ts';
import { openFleetWire } from '../../electron/core/fleet/link/fleet-wire.ts';
import { PolicyMember } from '../../electron/core/fleet/policy/policy-member.ts';
import { FleetPolicyKeeper } from '../../electron/core/permissions/policy/fleet-policy.ts';
import { until } from './panel-client.ts';
import type { KV } from '@nats-io/kv';
import type { FleetSigner } from '../../contract/schemas/fleet.ts';
import type { FleetMembership, FleetWire } from '../../electron/core/fleet/link/fleet-wire.ts';

const sizes = { auditDays: 1, traceDays: 1, auditBytes: 10_000_000, traceBytes: 10_000_000 };

export interface PolicyFollower {
  readonly wire: FleetWire;
  readonly keeper: FleetPolicyKeeper;
  readonly membership: FleetMembership;
  /** Null where there has been none, or it was solved. */
  readonly fault: unknown;
  applies(version: number): Promise<void>;
}

/** By whoever sets fleets up; `put` writes past every check of a hub, until the server has stored it. */
export async function startPolicyFleet(
  url: string,
  replicas = 1,
): Promise<{ wire: FleetWire; bucket: KV; put(envelope: string): Promise<void> }> {
  const wire = await openFleetWire('pilothouse', 'owner', { servers: url, maxReconnectAttempts: -1 });
  onTestFinished(() => wire.connection.close());
  await setUpFleet(wire, { ...sizes, replicas });
  const bucket = await wire.kv('policy');
  const put = async (envelope: string) => {
    while (!(await bucket.put('current', envelope).catch(() => 0)));
  };
  return { wire, bucket, put };
}

export async function followPolicy(
  url: string,
  name: string,
  signers: readonly FleetSigner[],
  now: () => number = Date.now,
): Promise<PolicyFollower> {
  const wire = await openFleetWire('pilothouse', name, { servers: url, maxReconnectAttempts: -1 });
  const keeper = new FleetPolicyKeeper({
    kept: [],
    keep: () => Promise.resolve(),
    now,
    onChanged: () => {},
    show: () => {},
  });
  let fault: unknown = null;
  const member = new PolicyMember({ keeper, signers: () => signers, onFault: error => (fault = error) });
  const membership = await member.begin(wire);
  onTestFinished(async () => {
    await membership.end();
    await wire.connection.close();
  });
  return {
    ...{ wire, keeper, membership },
    get fault() {
      return fault;
    },
    applies: version => until(() => keeper.held?.policy.version === version, `${name} applies version ${version}`),
  };
}
