// The link to the fleet with what it stands on, and the list of the other parts, which begin once the hub has joined.

import { hubOfClient } from '../../../contract/fleet-client-id.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { FleetLink, keptPart } from '../fleet/link/fleet-link.ts';
import { usualWaits } from '../fleet/link/fleet-session.ts';
import { KeptFleet } from '../fleet/link/kept-fleet.ts';
import { foreseePolicy } from '../fleet/policy/foreseen-policy.ts';
import { PolicyMember } from '../fleet/policy/policy-member.ts';
import { openOutboxTable } from '../store/outbox-table.ts';
import { createFleetOutbox } from './fleet-outbox-parts.ts';
import { shownPanelsMember } from './fleet-panel-parts.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { FleetPresence } from '../../../contract/schemas/fleet.ts';
import type { FleetLinkOptions } from '../fleet/link/fleet-link.ts';
import type { NamedMember } from '../fleet/link/fleet-wire.ts';
import type { PanelServer } from '../panel/panel-server.ts';
import type { SignedPolicy } from '../permissions/policy/fleet-document.ts';
import type { OutboxTable } from '../store/outbox-table.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { FleetSharedParts } from './fleet-shared-parts.ts';
import type { Registries } from './registries.ts';

function policyMember(
  { state, problems }: BaseParts,
  { fleetPolicy: keeper }: Registries,
  onRead: () => void,
): NamedMember {
  const signers = () => state.hub.fleet?.signers ?? [];
  const onFault = (error: unknown) =>
    error === null
      ? problems.solved('fleet-policy')
      : problems.report('fleet-policy', { kind: 'fleet-part-failed', part: 'policy', why: reasonOf(error) });
  return { name: 'policy', member: new PolicyMember({ keeper, signers, onFault, onRead }) };
}

function keptFleet(
  { platform, events }: Boot,
  { store, secretStore }: BaseParts,
  registries: Registries,
  { kept: shares }: FleetSharedParts,
  forgetOutbox: () => Promise<void>,
): KeptFleet {
  return new KeptFleet({
    settings: store.settings,
    secrets: secretStore.ofFleet,
    randomBytes: size => platform.randomBytes(size),
    ends: async () => {
      await shares.clear();
      await revokeHubs(events, registries);
    },
    forgotten: async () => {
      // Where the hub could not come back into its fleet nothing else tells that it has left it.
      registries.fleetPolicy.left();
      await forgetOutbox();
    },
  });
}

/** What hubs were allowed by their names, and the clients that they and their agents were here. */
async function revokeHubs(events: Boot['events'], { grants, clients }: Registries): Promise<void> {
  await grants.revokeHubs();
  for (const { id: clientId } of clients.all().filter(({ id }) => hubOfClient(id) !== null)) {
    await clients.revoke(clientId);
    await events.settle({ kind: 'clientRevoked', clientId });
  }
}

export interface LinkSurroundings {
  readonly shared: FleetSharedParts;
  panel(): PanelServer;
  /** Whether nothing is connected yet. */
  isHeld(): boolean;
  onPolicyRead(): void;
}

export function createFleetLink(
  boot: Boot,
  base: BaseParts,
  registries: Registries,
  { shared, panel, isHeld, onPolicyRead }: LinkSurroundings,
): FleetLink {
  const { platform } = boot;
  const { state, store, problems } = base;
  let table: Promise<OutboxTable> | null = null;
  /** It knows which ids it has given, so there is one. */
  const outboxTable = () => (table ??= openOutboxTable(store.access));
  const forgetOutbox = async () => {
    outbox.left();
    await (await outboxTable()).forget();
  };
  const kept = keptFleet(boot, base, registries, shared, forgetOutbox);
  const outbox = createFleetOutbox(boot, base, outboxTable, async () => {
    const joinedAt = (await kept.load())?.joinedAt ?? platform.now();
    return { hubId: await kept.hubId(), joinedAt };
  });
  onceShown(state, () => outbox.shown());
  /** In the order in which they begin; what one is called is named where it fails. */
  const members: readonly NamedMember[] = [
    policyMember(base, registries, onPolicyRead),
    { name: 'outbox', member: outbox },
    shownPanelsMember(boot, registries, panel),
    ...shared.members,
  ];
  return new FleetLink({
    ...{ state, members, kept, isHeld },
    version: platform.version,
    os: platform.os,
    opens: () => opensTo(state, () => platform.now()),
    waits: usualWaits,
    foresee: foreseenIn(registries),
    onSigners: signers => registries.fleetPolicy.joined(signers),
    now: () => platform.now(),
    monotonic: () => performance.now(),
    random: () => platform.randomBytes(2).readUInt16BE() / 65_536,
    problem: toldIn(problems),
  });
}

function foreseenIn({ fleetPolicy, grants }: Registries): FleetLinkOptions['foresee'] {
  return (wire, signers) => {
    const faultOf = (signed: SignedPolicy) => fleetPolicy.foreseenFault(signed, signers);
    return foreseePolicy(wire, { signers, grants: grants.all(), faultOf });
  };
}

/** In a fleet. */
function onceShown(state: BaseParts['state'], run: () => void): void {
  const end = state.subscribe(() => {
    if (!state.hub.fleet) return;
    end();
    run();
  });
}

function toldIn(problems: BaseParts['problems']) {
  return (part: string, error: unknown): void => {
    if (error === null) return problems.solved(`fleet-${part}`);
    const why = reasonOf(error);
    problems.report(`fleet-${part}`, part === keptPart ? why : { kind: 'fleet-part-failed', part, why });
  };
}

/** Whether any other hub may look here, and answer; which ones is nobody's business but theirs. */
function opensTo(state: BaseParts['state'], now: () => number): FleetPresence['opens'] {
  const isOpen = (scope: Scope) =>
    [...state.all('grants')].some(
      grant =>
        grant.subject.kind === 'hub' &&
        grant.scope === scope &&
        grant.effect === 'allow' &&
        (grant.expiresAt === null || grant.expiresAt > now()),
    );
  const answer = isOpen('hub:answer');
  return { read: answer || isOpen('hub:panel'), answer };
}
