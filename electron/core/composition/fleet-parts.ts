// The fleet: nothing of it is loaded for a hub that is in none, until its user asks for something about it.
import { z } from 'zod';
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { lateConnection } from '../panel/late-connection.ts';
import { LatePart } from '../platform/late-part.ts';
import { followFleetPolicy } from './fleet-policy-parts.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { FleetLink } from '../fleet/link/fleet-link.ts';
import type { FleetShares } from '../fleet/shared/fleet-shares.ts';
import type { PanelServer } from '../panel/panel-server.ts';
import type { FleetStart } from '../set-up/setting-up.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';
import type { RuleParts } from './rule-parts.ts';

/** Both are loaded by the first request, or at the start of a hub that is in a fleet. */
export interface LateFleet {
  readonly fleet: LatePart<FleetLink>;
  readonly fleetShares: { open(): Promise<FleetShares> };
  readonly fleetStart: FleetStart;
}

/** The parts are not waited for: a hub starts as fast beside a server that does not answer. Nothing is connected before `fleetStart.begin`. */
export async function createFleet(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  { changes, agentServices }: Pick<RuleParts, 'changes'> & { readonly agentServices: AgentServices },
  panel: () => PanelServer,
): Promise<LateFleet> {
  followFleetPolicy(boot, base, registries, changes);
  const shared = new LatePart(async () =>
    (await import('./fleet-shared-parts.ts')).createFleetShared(boot, base, registries, agentServices),
  );
  // Shares are kept where nothing of the fleet is loaded too, and the id is free for another server now. The key of share-registry.ts.
  boot.events.on('serverRemoved', async ({ serverId }) => {
    if ((await base.store.settings.get('fleetShares', z.unknown())) !== null)
      await (await shared.open()).kept.serverRemoved(serverId);
  });
  let isHeld = true;
  let onPolicyRead = () => {};
  const policyRead = new Promise<void>(resolve => (onPolicyRead = resolve));
  const fleet = new LatePart(async () => {
    const [{ createFleetLink }, parts] = await Promise.all([import('./fleet-link-parts.ts'), shared.open()]);
    return createFleetLink(boot, base, registries, { shared: parts, panel, isHeld: () => isHeld, onPolicyRead });
  });
  boot.closers.add(async () => (await fleet.ending())?.stop());
  // The key of fleet-settings.ts, which is loaded only where something is kept under it.
  let restored = Promise.resolve();
  if ((await base.store.settings.get('fleet', z.unknown())) === null) registries.fleetPolicy.left();
  else {
    const rejoining = fleet.open().then(link => link.rejoin());
    restored = rejoining.catch((error: unknown) => base.problems.report('fleet', reasonOf(error)));
  }
  const begin = async () => {
    isHeld = false;
    await (await fleet.ending())?.begin();
  };
  const fleetStart: FleetStart = { restored, begin, policyRead };
  return { fleet, fleetShares: { open: async () => (await shared.open()).shares }, fleetStart };
}

/** The panel of another hub; nothing is loaded where this hub is in no fleet. */
export function createLook(
  { platform }: Pick<Boot, 'platform'>,
  { state }: Pick<BaseParts, 'state'>,
  fleet: LatePart<FleetLink>,
): PanelServer['look'] {
  const open = async (owner: string, listener: Parameters<PanelServer['look']>[1]) => {
    if (!state.hub.fleet) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'no-fleet' });
    const [link, { KeptLook }] = await Promise.all([fleet.open(), import('../fleet/panel/kept-look.ts')]);
    return new KeptLook({
      ...{ owner, listener, version: platform.version, wire: () => link.wire, now: () => platform.now() },
      randomId: () => platform.randomBytes(12).toString('base64url'),
    });
  };
  return (owner, listener) => lateConnection(open(owner, listener));
}
