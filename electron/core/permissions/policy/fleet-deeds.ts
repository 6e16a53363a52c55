// What was done with a policy of the fleet, in the words of the audit. Pure.
import type { FleetPolicyDeed } from '../../../../contract/fleet-policy-reasons.ts';
import type { Reason, ReasonOf } from '../../../../contract/reasons.ts';
import type { SignedPolicy } from './fleet-document.ts';

/** What is not said of it is empty. */
export function deed(how: FleetPolicyDeed, facts: Partial<ReasonOf<'fleet-policy-deed'>> = {}): Reason {
  const none = { version: 0, signer: '', rules: 0, pausesAll: false, stopped: 0, thing: '', why: null };
  return { kind: 'fleet-policy-deed', ...none, ...facts, how };
}

export function takenReason({ policy, signer }: SignedPolicy): Reason {
  const { version, rules, pauseAll, stoppedAgents } = policy;
  const stopped = stoppedAgents.length;
  return deed('taken', { version, signer, rules: rules.length, pausesAll: pauseAll, stopped });
}
