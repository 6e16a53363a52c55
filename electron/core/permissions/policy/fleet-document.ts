// A policy of a fleet as it comes: whether a key that was named on joining has signed its bytes, what it says, and whether it may be taken. Pure.
import { verify } from 'node:crypto';
import { scopes } from '../../../../contract/permissions.ts';
import {
  FleetEnvelopeSchema,
  FleetPolicySchema,
  maxFleetPolicyChars,
} from '../../../../contract/schemas/fleet-policy.ts';
import { faultIn } from '../../../../contract/schemas/value-fault.ts';
import { fingerprintOf, parsedOnce, readListKey } from './signed-list.ts';
import type { z } from 'zod';
import type { FleetPolicyFault } from '../../../../contract/fleet-policy-reasons.ts';
import type { ReasonOf } from '../../../../contract/reasons.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';
import type { FleetPolicy } from '../../../../contract/schemas/fleet-policy.ts';
import type { PolicyRule } from '../../../../contract/schemas/policy.ts';

export type FleetFault = ReasonOf<'fleet-policy-fault'>;

export interface SignedPolicy {
  readonly policy: FleetPolicy;
  readonly envelope: string;
  /** The bytes that are signed, in base64. */
  readonly payload: string;
  /** The name that the owner gave to the key. */
  readonly signer: string;
  readonly fingerprint: string;
}

export type ReadFleetPolicy =
  | { readonly ok: true; readonly signed: SignedPolicy }
  | { readonly ok: false; readonly why: FleetFault };

/** By this much the clocks of a fleet may differ. */
export const maxAheadMs = 10 * 60_000;

/** Nothing of its payload is read before its signature was checked. */
export function readFleetPolicy(envelope: string, signers: readonly FleetSigner[]): ReadFleetPolicy {
  if (envelope.length > maxFleetPolicyChars)
    return refused(fleetFault('too-large', { kept: Math.floor(maxFleetPolicyChars / 1024) }));
  const outer = parsedOnce(envelope);
  if (outer === null) return refused(fleetFault('no-json'));
  const read = FleetEnvelopeSchema.safeParse(outer);
  if (!read.success) return refused(fleetFault('unsigned'));
  const { payload, signature, key: fingerprint } = read.data;
  const known = keyOf(fingerprint, signers);
  if (!known) return refused(fleetFault('unknown-key', { thing: fingerprint }));
  const bytes = Buffer.from(payload, 'base64');
  if (!verify(null, bytes, known.key, Buffer.from(signature, 'base64')))
    return refused(fleetFault('wrong-signature', { signer: known.name }));
  const said = parsedOnce(bytes.toString('utf8'));
  if (said === null) return refused(fleetFault('no-json'));
  const policy = FleetPolicySchema.safeParse(said);
  if (!policy.success) return refused(doesNotFit(policy.error, said));
  const signed = { policy: policy.data, envelope, payload: bytes.toString('base64'), signer: known.name, fingerprint };
  const fault = lockOutFault(signed);
  return fault ? refused(fault) : { ok: true, signed };
}

/**
 * Why one that came may not take the place of the one that holds; null where it may, or is that one. `seen` is the highest version by any key that
 * is named that this hub has ever had: whoever runs the server cannot offer an older one to a hub that has left and comes back.
 */
export function nextFault(
  { policy, payload, signer }: SignedPolicy,
  held: SignedPolicy | null,
  now: number,
  seen = 0,
): FleetFault | null {
  const { version, signedAt, expires } = policy;
  if (held && version < held.policy.version)
    return fleetFault('rolled-back', { version, kept: held.policy.version, signer });
  if (held && version === held.policy.version)
    return payload === held.payload ? null : fleetFault('same-version', { version, signer });
  if (version < seen) return fleetFault('seen', { version, kept: seen, signer });
  if (Date.parse(signedAt) > now + maxAheadMs) return fleetFault('future', { version, at: signedAt, signer });
  if (expires !== undefined && Date.parse(expires) <= now)
    return fleetFault('expired', { version, at: expires, signer });
  return null;
}

/** It may be taken later, or once this hub's clock is set. */
export function isOfTime({ so }: FleetFault): boolean {
  return so === 'future' || so === 'expired';
}

/** The client of the user's own calls, as no other can be called. */
const owner = { id: 'you', names: new Set(['you', 'panel', 'pilothouse']) };

/**
 * No rule reaches the panel: whatever a policy says, the owner answers, grants, revokes, stops, reads and leaves the fleet. What is turned
 * down here is a policy that says in so many words that it is against the owner: one that denies the owner's calls, stops the panel as if it
 * were an agent, or denies everything everywhere to everybody. There are other ways to leave agents nothing, and they are the signer's to
 * choose; to hold everything there is `pauseAll`, which ends with the next version.
 */
function lockOutFault({ policy: { version, rules, stoppedAgents }, signer }: SignedPolicy): FleetFault | null {
  const fault = (so: 'locks-out-subject' | 'locks-out-agent' | 'locks-out-everything', thing: string) =>
    fleetFault(so, { version, signer, thing });
  const against = rules.find(rule => rule.effect === 'deny' && rule.subjects?.some(isOwner));
  if (against) return fault('locks-out-subject', against.id);
  const stopped = stoppedAgents.find(({ agent }) => owner.names.has(agent.trim().toLowerCase()));
  if (stopped) return fault('locks-out-agent', stopped.agent);
  const denied = new Set(rules.filter(isForAll).flatMap(rule => rule.scopes));
  const isAll = Object.keys(scopes).every(scope => denied.has(scope as PolicyRule['scopes'][number]));
  return isAll ? fault('locks-out-everything', [...denied].join(', ')) : null;
}

function isOwner({ kind, id }: { readonly kind: string; readonly id: string }): boolean {
  return kind === 'client' && id === owner.id;
}

/** It denies to everybody, everywhere, whatever the tool. */
function isForAll({ effect, subjects, tools, reading, sites, servers, plugins }: PolicyRule): boolean {
  return effect === 'deny' && !subjects && !tools && !reading && !sites && !servers && !plugins;
}

function keyOf(fingerprint: string, signers: readonly FleetSigner[]) {
  for (const { name, key: text } of signers) {
    const key = readListKey(text);
    if (key && fingerprintOf(key) === fingerprint) return { key, name };
  }
  return null;
}

/** What is not said of it is empty. */
export function fleetFault(so: FleetPolicyFault, facts: Partial<FleetFault> = {}): FleetFault {
  const none = { version: 0, kept: 0, signer: '', at: '', thing: '', why: null };
  return { kind: 'fleet-policy-fault', ...none, ...facts, so };
}

function refused(why: FleetFault): ReadFleetPolicy {
  return { ok: false, why };
}

function doesNotFit({ issues }: z.ZodError, value: unknown): FleetFault {
  const [issue] = issues;
  if (!issue) return fleetFault('no-json');
  return fleetFault('does-not-fit', { thing: issue.path.join('.') || '.', why: faultIn(issue, value) });
}
