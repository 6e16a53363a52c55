// The fleet of a set-up file: the hub joins it, and where the file says otherwise than at the last start it is renamed, told of other keys, found elsewhere, or another.
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { fingerprintOf, readListKey } from '../permissions/policy/signed-list.ts';
import { notSo, saidAt, setupFault } from './setup-fault.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetJoin } from '../../../contract/schemas/fleet-requests.ts';
import type { FleetStart, SettingUp } from './setting-up.ts';

/** So long the policy of a fleet that was joined is waited for. */
const readMs = 15_000;

export async function setUpFleet(own: SettingUp): Promise<void> {
  const { setup, record, ask, state, keep } = own;
  const joined = (await state()).hub.fleet ?? null;
  const join = setup.fleet;
  if (join === null) {
    // Only what a file has joined is left by it.
    if (joined !== null && record.fleet !== null) await saidAt(setup.file, ['fleet'], () => ask('fleet:leave', {}));
    record.fleet = null;
    return;
  }
  const isAnother = joined?.prefix !== join.prefix;
  await saidAt(setup.file, ['fleet'], async () => {
    if (joined === null) await ask('fleet:join', join);
    else if (isAnother) await joinsAnother(own, join);
    else
      await becomes(own, join, joined).catch((error: unknown) => {
        // Nothing was changed by then.
        if (reasonOf(error).kind !== 'fleet-another') throw error;
        return joinsAnother(own, join);
      });
  });
  const now = (await state()).hub.fleet ?? null;
  const joinedAt = now?.joinedAt ?? 0;
  // Whoever left it meanwhile and joined again has dropped its policy.
  const isRead = record.fleet?.isRead === true && record.fleet.joinedAt === joinedAt;
  record.fleet = { ...marksOf(own, join), shown: shownOf(own, now), joinedAt, isRead };
  await keep();
}

/** Until its policy was read nobody calls by what the file allows: the fleet may forbid it. Once it was, the hub starts also while its fleet is away. */
export async function beginFleet(
  { setup, record, state }: SettingUp,
  fleet: Pick<FleetStart, 'begin' | 'policyRead'>,
  ms = readMs,
): Promise<void> {
  await fleet.begin();
  if (record.fleet === null || record.fleet.isRead) return;
  const isLate = new AbortController();
  const late = sleep(ms, 'late' as const, { signal: isLate.signal }).catch(() => 'late' as const);
  const ended = await Promise.race([fleet.policyRead, late]);
  isLate.abort();
  if (ended === 'late') {
    const { reason = null, address = '' } = (await state()).hub.fleet ?? {};
    throw setupFault(setup.file, ['fleet'], reason ?? notSo('policy-unread', address));
  }
  record.fleet.isRead = true;
}

/** Tried before anything is left, so that a mistake in the file takes no hub out of its fleet. */
async function joinsAnother({ ask }: SettingUp, join: FleetJoin): Promise<void> {
  const failed = (await ask('fleet:try', join)).trials.find(trial => trial.state === 'failed');
  if (failed?.reason) throw hubError('ERR_INVALID_ARGUMENTS', failed.reason);
  await ask('fleet:leave', {});
  await ask('fleet:join', join);
}

/** What has not changed needs no server: a hub starts also while its fleet is away. The policy in force and what waits for the fleet stay. */
async function becomes(own: SettingUp, join: FleetJoin, joined: FleetState): Promise<void> {
  const { record, ask } = own;
  const now = marksOf(own, join);
  const { name, credential, signers, shows, address, ca, allowPlaintext, roles } = join;
  // Somebody may have changed it beside the file.
  const isChanged = record.fleet?.shown !== shownOf(own, joined) || record.fleet.joinedAt !== joined.joinedAt;
  const isElsewhere = isChanged || record.fleet?.place !== now.place;
  if (isElsewhere || record.fleet?.who !== now.who || joined.name !== name)
    await ask('fleet:rename', {
      ...{ name, credential },
      ...(isElsewhere && { place: { address, ca, allowPlaintext, roles } }),
    });
  const gone = joined.signers.filter(one => !signers.some(other => other.name === one.name));
  if (gone.length > 0 || areOther(join, joined))
    await ask('fleet:set-signers', { add: signers, remove: gone.map(one => one.name) });
  const isShown = (['agents', 'servers', 'questions'] as const).every(part => joined.shows[part] === shows[part]);
  if (!isShown) await ask('fleet:set-shows', { shows });
}

/** By the keys themselves: one that was put under the same name meanwhile is another. */
function areOther({ signers }: FleetJoin, joined: FleetState): boolean {
  const known = new Set(joined.signers.map(({ name, fingerprint }) => `${fingerprint} ${name}`));
  const named = signers.map(({ name, key }) => {
    const read = readListKey(key);
    return `${read === null ? '' : fingerprintOf(read)} ${name}`;
  });
  return known.size !== new Set(named).size || named.some(one => !known.has(one));
}

function marksOf({ digest }: SettingUp, { name, credential, signers: _, shows: __, ...place }: FleetJoin) {
  return { place: digest(place), who: digest([name, credential]) };
}

/** Where the hub is by what it says itself. */
function shownOf({ digest }: SettingUp, fleet: FleetState | null): string {
  return digest(fleet && [fleet.address, fleet.prefix, fleet.roles, fleet.credential, fleet.tls]);
}
