// What was published of a policy, by the version that each says it is, before any signature is checked: so that few of many are checked.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxFleetPolicyChars } from '../../../../contract/schemas/fleet-policy.ts';
import type { FleetSigner } from '../../../../contract/schemas/fleet.ts';

export interface PublishedPolicy {
  readonly envelope: string;
  /** Nobody has signed that this is true. */
  readonly version: number;
}

/**
 * Of the same version the one that was published first; what names no version, or a key that counts for nothing here, is left out. Others
 * get their turn after each.
 */
export async function* newestFirst(
  envelopes: readonly string[],
  signers: () => readonly FleetSigner[],
): AsyncGenerator<PublishedPolicy> {
  const published: PublishedPolicy[] = [];
  for (const envelope of envelopes) {
    const version = versionSaid(envelope, signers());
    if (version !== null) published.push({ envelope, version });
    await nextTurn();
  }
  for (const one of published.toSorted((a, b) => b.version - a.version)) {
    yield one;
    await nextTurn();
  }
}

function versionSaid(envelope: string, signers: readonly FleetSigner[]): number | null {
  if (envelope.length > maxFleetPolicyChars) return null;
  const { payload, key } = membersOf(envelope);
  if (typeof payload !== 'string' || !signers.some(({ fingerprint }) => fingerprint === key)) return null;
  const { version } = membersOf(Buffer.from(payload, 'base64').toString('utf8'));
  return typeof version === 'number' ? version : null;
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
