// The policy of a fleet before this hub joins it: what it would be here, and what it would take from the grants that there are.
import { readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { narrowedBy } from '../../permissions/policy/fleet-narrowing.ts';
import { policyTexts } from './policy-entries.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { FleetTried } from '../../../../contract/schemas/fleet-requests.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export type ForeseenPolicy = Pick<FleetTried, 'policy' | 'policyFault'>;

/** Of several that are signed by a named key the highest version, as a hub takes it. Rejects with what the client says. */
export async function foreseePolicy(
  wire: FleetWire,
  signers: readonly FleetSigner[],
  grants: readonly Grant[],
): Promise<ForeseenPolicy> {
  const texts = await policyTexts(await wire.kv('policy'));
  const read = texts.map(text => readFleetPolicy(text, signers));
  const signed = read
    .flatMap(one => (one.ok ? [one.signed] : []))
    .toSorted((one, other) => one.policy.version - other.policy.version)
    .at(-1);
  if (signed) {
    const { version, signedAt, rules, pauseAll } = signed.policy;
    const policy = {
      ...{ version, signedBy: signed.signer, signedAt: Date.parse(signedAt), rules: rules.length, pausesAll: pauseAll },
      narrowed: narrowedBy(rules, grants),
    };
    return { policy, policyFault: null };
  }
  const last = read.at(-1);
  return { policy: null, policyFault: last && !last.ok ? last.why : null };
}
