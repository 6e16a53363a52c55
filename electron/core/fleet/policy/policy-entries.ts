// What lies in the bucket of the fleet's policy: one key, with the versions that were under it.
import { maxFleetPolicyChars } from '../../../../contract/schemas/fleet-policy.ts';
import type { KV, KvEntry } from '@nats-io/kv';

export const policyKey = 'current';

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
