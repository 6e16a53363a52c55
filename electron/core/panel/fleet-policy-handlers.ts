// The panel's requests about the policy of the fleet.
import { hostname } from 'node:os';
import { fleetNameFrom } from '../../../contract/fleet.ts';
import { loadPart } from '../platform/load-part.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { FleetPolicyKeeper } from '../permissions/policy/fleet-policy.ts';
import type { FleetPolicyDesk } from '../permissions/policy/fleet-policy-desk.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { StatePublisher } from '../state/publisher.ts';

export interface FleetPolicyServices {
  readonly fleetPolicy: FleetPolicyKeeper;
  readonly secretStore: SecretStore;
  readonly grants: GrantRegistry;
  readonly state: StatePublisher;
  readonly now: () => number;
}

export function createFleetPolicyHandlers({ fleetPolicy: keeper, ...services }: FleetPolicyServices) {
  let loaded: Promise<FleetPolicyDesk> | null = null;
  const desk = () => (loaded ??= loadDesk({ fleetPolicy: keeper, ...services }));
  return {
    'fleet:policy': () => {
      const { held, state: policy, fault, shownRules: rules, shownCatalogue: catalogue } = keeper;
      const { expires, stoppedAgents = [], roles = {} } = held?.policy ?? {};
      const until = expires === undefined ? null : Date.parse(expires);
      return {
        policy,
        fingerprint: held?.fingerprint ?? null,
        expires: until,
        rules,
        catalogue,
        stoppedAgents,
        roles,
        fault,
      };
    },
    'fleet:policy-versions': async () => (await desk()).versions(),
    'fleet:policy-narrows': async asked => (await desk()).narrows(asked),
    'fleet:at-hand': async () => ({ name: fleetNameFrom(hostname()), keys: (await desk()).keys() }),
    'fleet:new-key': async ({ name }) => (await desk()).newKey(name),
    'fleet:sign-policy': async ({ key, change }) => (await desk()).sign(key, change),
    'fleet:publish-policy': async ({ envelope }) => (await desk()).publish(envelope),
    'fleet:sign-and-publish': async ({ key, change }) => (await desk()).signAndPublish(key, change),
  } satisfies Partial<PanelHandlers>;
}

async function loadDesk({ fleetPolicy: keeper, secretStore, grants, state, now }: FleetPolicyServices) {
  const part = await loadPart(() => import('../permissions/policy/fleet-policy-desk.ts'));
  const isJoined = () => Boolean(state.hub.fleet);
  const isOnline = () => state.hub.fleet?.state === 'online';
  const secrets = secretStore.ofFleet;
  return new part.FleetPolicyDesk({ keeper, secrets, grants: () => grants.all(), now, isJoined, isOnline });
}
