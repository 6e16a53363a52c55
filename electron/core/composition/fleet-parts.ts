// The fleet: nothing of it is loaded for a hub that is in none, until its user asks for something about it.
import { z } from 'zod';
import { reasonOf } from '../../../contract/reason.ts';
import { LatePart } from '../platform/late-part.ts';
import { followFleetPolicy } from './fleet-policy-parts.ts';
import type { FleetLink } from '../fleet/link/fleet-link.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { FleetOwn } from './fleet-link-parts.ts';
import type { Registries } from './registries.ts';
import type { RuleParts } from './rule-parts.ts';

/** The parts are not waited for: a hub starts as fast beside a server that does not answer. */
export async function createFleet(
  boot: Boot,
  base: BaseParts,
  own: FleetOwn & Pick<Registries, 'agents'> & Pick<RuleParts, 'changes'>,
): Promise<{ readonly fleet: LatePart<FleetLink> }> {
  followFleetPolicy(boot, base, own, own.changes);
  const fleet = new LatePart(async () => (await import('./fleet-link-parts.ts')).createFleetLink(boot, base, own));
  boot.closers.add(async () => (await fleet.ending())?.stop());
  // The key of fleet-settings.ts, which is loaded only where something is kept under it.
  if ((await base.store.settings.get('fleet', z.unknown())) !== null) {
    fleet
      .open()
      .then(link => link.rejoin())
      .catch((error: unknown) => base.problems.report('fleet', reasonOf(error)));
  } else own.fleetPolicy.left();
  return { fleet };
}
