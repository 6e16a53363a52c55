// The fleet of a set-up file: the hub joins it, and where the file says otherwise than at the last start it is renamed, told of other keys, or joins anew.
import { hubError } from '../../../words/hub-error.ts';
import { saidAt } from './setup-fault.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetJoin } from '../../../contract/schemas/fleet-requests.ts';
import type { SettingUp } from './setting-up.ts';

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
  await saidAt(setup.file, ['fleet'], async () => {
    if (joined === null) await ask('fleet:join', join);
    else await becomes(own, join, joined);
  });
  record.fleet = marksOf(own, join);
  await keep();
}

/** What has not changed needs no server: a hub starts also while its fleet is away. */
async function becomes(own: SettingUp, join: FleetJoin, joined: FleetState): Promise<void> {
  const { record, ask } = own;
  const now = marksOf(own, join);
  if (record.fleet?.place !== now.place) {
    // Tried before anything is left, so that a mistake in the file takes no hub out of its fleet.
    const failed = (await ask('fleet:try', join)).trials.find(trial => trial.state === 'failed');
    if (failed?.reason) throw hubError('ERR_INVALID_ARGUMENTS', failed.reason);
    await ask('fleet:leave', {});
    await ask('fleet:join', join);
    return;
  }
  const { name, credential, signers, shows } = join;
  if (record.fleet.who !== now.who || joined.name !== name) await ask('fleet:rename', { name, credential });
  const gone = joined.signers.filter(one => !signers.some(other => other.name === one.name));
  const isNew = record.fleet.signers !== now.signers || joined.signers.length - gone.length !== signers.length;
  if (isNew || gone.length > 0) await ask('fleet:set-signers', { add: signers, remove: gone.map(one => one.name) });
  const isShown = (['agents', 'servers', 'questions'] as const).every(part => joined.shows[part] === shows[part]);
  if (!isShown) await ask('fleet:set-shows', { shows });
}

function marksOf({ digest }: SettingUp, { name, credential, signers, shows: _, ...place }: FleetJoin) {
  return { place: digest(place), who: digest([name, credential]), signers: digest(signers) };
}
