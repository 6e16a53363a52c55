// The policy of a fleet before this hub joins it: what it would be here, and what it would take from the grants that there are.
import { readFleetPolicy } from '../../permissions/policy/fleet-document.ts';
import { narrowedBy } from '../../permissions/policy/fleet-narrowing.ts';
import { policyTexts } from './policy-entries.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { FleetTried } from '../../../../contract/schemas/fleet-requests.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { FleetFault, ReadFleetPolicy, SignedPolicy } from '../../permissions/policy/fleet-document.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export type ForeseenPolicy = Pick<FleetTried, 'policy' | 'policyFault'>;

export interface PolicyJudge {
  readonly signers: readonly FleetSigner[];
  readonly grants: readonly Grant[];
  /** Why a hub that joins with these keys does not take it. */
  faultOf(signed: SignedPolicy): FleetFault | null;
}

/** Rejects with what the client says. */
export async function foreseePolicy(wire: FleetWire, judge: PolicyJudge): Promise<ForeseenPolicy> {
  return foreseenIn(await policyTexts(await wire.kv('policy')), judge);
}

/** As a hub takes it: the newest where it may be taken, or else of those that may be the one with the highest version. The oldest first. */
export function foreseenIn(texts: readonly string[], { signers, grants, faultOf }: PolicyJudge): ForeseenPolicy {
  const read = texts.map((text): ReadFleetPolicy => {
    const one = readFleetPolicy(text, signers);
    const why = one.ok ? faultOf(one.signed) : null;
    return why ? { ok: false, why } : one;
  });
  const newest = read.at(-1);
  const signed = read
    .flatMap(one => (one.ok && (!newest?.ok || one === newest) ? [one.signed] : []))
    .toSorted((one, other) => one.policy.version - other.policy.version)
    .at(-1);
  if (!signed) return { policy: null, policyFault: newest && !newest.ok ? newest.why : null };
  const { version, signedAt, rules, pauseAll } = signed.policy;
  const policy = {
    ...{ version, signedBy: signed.signer, signedAt: Date.parse(signedAt), rules: rules.length, pausesAll: pauseAll },
    narrowed: narrowedBy(rules, grants),
  };
  return { policy, policyFault: null };
}
