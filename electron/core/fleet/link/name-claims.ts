// Which hub owns which name in the fleet: one key for each name, which only the hub that made it changes.
import { z } from 'zod';
import { faultAsError } from './link-faults.ts';
import type { KV, KvEntry } from '@nats-io/kv';

const ClaimSchema = z.object({ hubId: z.string().max(64), version: z.string().max(40), at: z.number() });
type Claim = z.infer<typeof ClaimSchema>;

const maxClaimBytes = 2_000;

/**
 * Null where nobody has it. What cannot be read is no claim: beside the account of that name only the server itself writes there, which others
 * can have put an answer of JetStream anywhere.
 */
function claimOf(entry: KvEntry | null): Claim | null {
  if (entry?.operation !== 'PUT' || entry.value.length > maxClaimBytes) return null;
  try {
    return ClaimSchema.safeParse(JSON.parse(entry.string())).data ?? null;
  } catch {
    return null;
  }
}

/** Rejects with HubError where it is another's. Writes nothing. */
export async function expectFree(names: KV, name: string, hubId: string): Promise<void> {
  const claim = claimOf(await names.get(name));
  if (claim && claim.hubId !== hubId)
    throw faultAsError({ kind: 'fleet-name-taken', hub: name, version: claim.version });
}

/** Makes it this hub's. Rejects with HubError where it is another's, also where that was quicker. */
export async function claimName(names: KV, name: string, claim: Claim): Promise<void> {
  const entry = await names.get(name);
  const held = claimOf(entry);
  if (held?.hubId === claim.hubId) return;
  if (held === null) {
    try {
      // Only in the place of what was looked at.
      await names.put(name, JSON.stringify(claim), { previousSeq: entry?.revision ?? 0 });
      return;
    } catch (error) {
      // Only where somebody has it by now was it a race.
      if (claimOf(await names.get(name)) === null) throw error;
    }
  }
  await expectFree(names, name, claim.hubId);
}

/** Takes a name from whichever hub has it, for whoever administers; false where none has. */
export async function freeAnyName(names: KV, name: string): Promise<boolean> {
  const entry = await names.get(name);
  if (entry?.operation !== 'PUT') return false;
  await names.purge(name, { previousSeq: entry.revision });
  return true;
}

/** Whoever has it now keeps it where that is another. */
export async function freeName(names: KV, name: string, hubId: string): Promise<void> {
  const entry = await names.get(name);
  if (entry && claimOf(entry)?.hubId === hubId) await names.delete(name, { previousSeq: entry.revision });
}
