// Which hub owns which name in the fleet: one key for each name, which only the hub that made it changes.
import { z } from 'zod';
import { jsonIn } from '../../../../contract/json.ts';
import { faultAsError } from './link-faults.ts';
import type { KV, KvEntry } from '@nats-io/kv';
import type { FleetWire } from './fleet-wire.ts';

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

/** As much as hubs of all versions say of themselves. */
const HereSchema = z.object({
  name: z.string(),
  hubId: z.string().max(64),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
});
const maxPresenceBytes = 200_000;

/** Which hub says that it is here under this name; null where none does. What names itself otherwise is no hub. */
async function hubHere(presence: KV, name: string): Promise<z.infer<typeof HereSchema> | null> {
  const entry = await presence.get(name);
  if (entry?.operation !== 'PUT' || entry.value.length > maxPresenceBytes) return null;
  const { data } = HereSchema.safeParse(jsonIn(entry.string()));
  return data?.name === name ? data : null;
}

type Buckets = Pick<FleetWire, 'kv' | 'subjects'>;

/**
 * Rejects with HubError where it is another's. Writes nothing. A hub that is here under a name without a claim has it all the same, and claims
 * it again.
 */
export async function expectFree(wire: Buckets, hubId: string): Promise<void> {
  const name = wire.subjects.hub;
  const claim = claimOf(await (await wire.kv('hubs')).get(name));
  if (claim?.hubId === hubId) return;
  const other = claim ?? (await hubHere(await wire.kv('presence'), name));
  if (other && other.hubId !== hubId)
    throw faultAsError({ kind: 'fleet-name-taken', hub: name, version: other.version });
}

/** Makes it this hub's. Rejects with HubError where it is another's, also where that was quicker. */
export async function claimName(wire: Buckets, claim: Claim): Promise<void> {
  const names = await wire.kv('hubs');
  const name = wire.subjects.hub;
  const entry = await names.get(name);
  const held = claimOf(entry);
  if (held?.hubId === claim.hubId && held.version === claim.version) return;
  if (held === null) await expectFree(wire, claim.hubId);
  if (held === null || held.hubId === claim.hubId) {
    try {
      // Only in the place of what was looked at.
      await names.put(name, JSON.stringify(claim), { previousSeq: entry?.revision ?? 0 });
      return;
    } catch (error) {
      // Only where somebody has changed it by now was it a race.
      if ((await names.get(name))?.revision === entry?.revision) throw error;
    }
  }
  await expectFree(wire, claim.hubId);
}

/**
 * Takes a name from whichever hub has it, for whoever administers, with all that stands under it; false where nothing did. Rejects with HubError
 * while a hub is here under it.
 */
export async function freeAnyName({ kv }: Pick<FleetWire, 'kv'>, name: string): Promise<boolean> {
  const [names, presence, shares] = [await kv('hubs'), await kv('presence'), await kv('shares')];
  const here = await hubHere(presence, name);
  if (here) throw faultAsError({ kind: 'fleet-name-here', hub: name, version: here.version });
  // The name last: whoever has it next has shared nothing yet.
  const shared: string[] = [];
  for await (const key of await shares.keys(`${name}.>`)) shared.push(key);
  for (const key of shared) await shares.purge(key);
  const entry = await names.get(name);
  const isHeld = entry?.operation === 'PUT';
  if (isHeld) await names.purge(name, { previousSeq: entry.revision });
  // So that the others no longer show it as one that is away.
  if (isHeld) await presence.purge(name);
  return isHeld || shared.length > 0;
}

/** Whoever has it now keeps it where that is another. */
export async function freeName(names: KV, name: string, hubId: string): Promise<void> {
  const entry = await names.get(name);
  if (entry && claimOf(entry)?.hubId === hubId) await names.delete(name, { previousSeq: entry.revision });
}
