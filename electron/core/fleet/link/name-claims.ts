// Which hub owns which name in the fleet: one key for each name, which only the hub that made it changes.
import { z } from 'zod';
import { faultAsError } from './link-faults.ts';
import type { KV, KvEntry } from '@nats-io/kv';

const ClaimSchema = z.object({ hubId: z.string().max(64), version: z.string().max(40), at: z.number() });
type Claim = z.infer<typeof ClaimSchema>;

const maxClaimBytes = 2_000;

/** Null where nobody has it. A claim that cannot be read is somebody's all the same. */
function claimOf(entry: KvEntry | null): Claim | null {
  if (entry?.operation !== 'PUT') return null;
  try {
    const read = entry.value.length > maxClaimBytes ? null : ClaimSchema.safeParse(JSON.parse(entry.string()));
    if (read?.success) return read.data;
  } catch {
    // Not JSON.
  }
  return { hubId: '', version: '?', at: 0 };
}

/** Rejects with HubError where it is another's. Writes nothing. */
export async function expectFree(names: KV, name: string, hubId: string): Promise<void> {
  const claim = claimOf(await names.get(name));
  if (claim && claim.hubId !== hubId)
    throw faultAsError({ kind: 'fleet-name-taken', hub: name, version: claim.version });
}

/** Makes it this hub's. Rejects with HubError where it is another's, also where that was quicker. */
export async function claimName(names: KV, name: string, claim: Claim): Promise<void> {
  const held = claimOf(await names.get(name));
  if (held?.hubId === claim.hubId) return;
  if (held === null) {
    try {
      await names.create(name, JSON.stringify(claim));
      return;
    } catch (error) {
      // Only where somebody has it by now was it a race.
      if (claimOf(await names.get(name)) === null) throw error;
    }
  }
  await expectFree(names, name, claim.hubId);
}

/** Whoever has it now keeps it where that is another. */
export async function freeName(names: KV, name: string, hubId: string): Promise<void> {
  const entry = await names.get(name);
  if (entry && claimOf(entry)?.hubId === hubId) await names.delete(name, { previousSeq: entry.revision });
}
