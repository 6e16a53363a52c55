// What lies in the bucket of the fleet's policy: one key, with the versions that were under it.
import { maxFleetPolicyChars } from '../../../../contract/schemas/fleet-policy.ts';
import type { KV, KvEntry } from '@nats-io/kv';
import type { FleetPolicyFault } from '../../../../contract/fleet-policy-reasons.ts';

export const policyKey = 'current';

/** The answers of JetStream that somebody had put there: no policy of anybody. What a key has signed that is not known here may be the fleet's all the same. */
export const noPolicy: ReadonlySet<FleetPolicyFault> = new Set<FleetPolicyFault>(['no-json', 'unsigned']);

/** Bounded before it is read as text; what is too large is refused as such. */
export function textOf({ value }: KvEntry): string {
  return Buffer.from(value.subarray(0, maxFleetPolicyChars + 1)).toString('utf8');
}

/** All that is kept of what was published, the oldest first. */
export async function policyTexts(bucket: KV): Promise<string[]> {
  const texts: string[] = [];
  const entries = await bucket.history({ key: policyKey });
  for await (const entry of entries) if (entry.operation === 'PUT') texts.push(textOf(entry));
  return texts;
}
