// A look before the user is asked to confirm something of the fleet: what cannot be done at all is refused at once. It changes nothing,
// and whoever does it decides anew.
import { fleetAddress } from '../../../contract/fleet.ts';
import { hubError } from '../../../words/hub-error.ts';
import { changedSigners } from '../fleet/link/join-request.ts';
import { expectFine } from '../fleet/link/try-fleet.ts';
import { fleetFault } from '../permissions/policy/fleet-document.ts';
import type { FleetPolicyFault } from '../../../contract/fleet-policy-reasons.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type { FleetPolicyChange } from '../../../contract/schemas/fleet-policy-requests.ts';
import type { FleetJoin } from '../../../contract/schemas/fleet-requests.ts';
import type { FleetShareSettings } from '../../../contract/schemas/fleet-shared-requests.ts';
import type {
  PanelAsker,
  PanelHandlers,
  PanelParsedParams,
  PanelRequestName,
} from '../../../contract/schemas/panel-requests.ts';
import type { StatePublisher } from '../state/publisher.ts';

export interface LookFacts {
  readonly state: Pick<StatePublisher, 'all' | 'get' | 'hub'>;
  readonly handlers: PanelHandlers;
  readonly asker: PanelAsker;
}

type Looks = {
  readonly [N in PanelRequestName]?: (params: PanelParsedParams<N>, facts: LookFacts) => unknown;
};

const looks: Looks = {
  'fleet:join': async (join, facts) => {
    const { fleet } = facts.state.hub;
    if (fleet) throw refused({ kind: 'fleet-in-one', address: fleet.address });
    await expectTried(join, facts);
  },
  // Where what is kept of the fleet cannot be read, leaving takes it away.
  'fleet:leave': (_, { state }) => {
    if (!state.hub.problems.some(({ id }) => id === 'fleet-kept')) joined(state);
  },
  // Whether the fleet takes the name is asked there, which only somebody who has it can say no to beforehand.
  'fleet:rename': ({ name }, { state }) => {
    const { state: now } = joined(state);
    if (now === 'offline') throw refused({ kind: 'fleet-cut-off' });
    const holder = state.get('fleetHubs', name);
    // Before it is connected it knows others as they were last seen.
    if (now === 'online' && holder && !holder.isSelf && holder.offlineSince === null)
      throw refused({ kind: 'fleet-name-taken', hub: name, version: holder.version });
  },
  'fleet:retention': (_, { state }) => joined(state),
  'fleet:set-shows': (_, { state }) => joined(state),
  'fleet:set-signers': ({ add, remove }, { state }) => changedSigners(joined(state).signers, add, remove),
  'fleet:share': (settings, { state }) => lookAtShare(settings, state),
  'fleet:use': (address, { state }) => {
    const { name, state: now } = joined(state);
    const { hub, share } = address;
    if (hub === name) throw refused({ kind: 'fleet-share-own', share });
    const all = [...state.all('fleetServers')];
    if (now !== 'online' || all.some(one => one.server === share && (hub === null || one.hub === hub))) return;
    const known = all.filter(({ isOwn }) => !isOwn).map(one => `${one.hub}/${one.server}`);
    throw refused({ kind: 'fleet-use-unknown', hub, share, known });
  },
  'fleet:unuse': ({ hub, share }, { state }) => {
    // It may be used here though nobody shares it any more.
    const url = fleetAddress({ hub, share });
    if (![...state.all('servers')].some(({ kind, commandLine }) => kind === 'fleet' && commandLine === url))
      throw refused({ kind: 'fleet-use-none', hub, share });
  },
  'fleet:sign-policy': ({ key, change }, facts) => lookAtChange(key, change, facts),
  'fleet:sign-and-publish': async ({ key, change }, facts) => {
    expectReach(facts.state);
    const envelope = await lookAtChange(key, change, facts);
    const { key: at } = JSON.parse(envelope) as { key: string };
    const { signers } = joined(facts.state);
    if (!signers.some(({ fingerprint }) => fingerprint === at)) throw faulty('key-not-named', { thing: key, at });
  },
  'fleet:publish-policy': async ({ envelope }, { state, handlers, asker }) => {
    expectReach(state);
    const { fault } = await handlers['fleet:policy-narrows']({ envelope }, asker);
    if (fault) throw refused(fault);
  },
};

/** Rejects with HubError where it cannot be done. */
export async function lookBefore(name: string, params: unknown, facts: LookFacts): Promise<void> {
  // The table pairs each name with its own params, which a union of names hides.
  const look = looks[name as PanelRequestName] as ((params: unknown, facts: LookFacts) => unknown) | undefined;
  await look?.(params, facts);
}

function joined({ hub }: LookFacts['state']): FleetState {
  if (hub.fleet) return hub.fleet;
  throw refused({ kind: 'fleet-none' });
}

function expectReach({ hub }: LookFacts['state']): void {
  if (!hub.fleet) throw faulty('not-joined');
  if (hub.fleet.state !== 'online') throw faulty('offline');
}

/** Buckets that are not there yet are made on joining, where the rights are for that. */
async function expectTried(join: FleetJoin, { handlers, asker }: LookFacts): Promise<void> {
  const { trials } = await handlers['fleet:try'](join, asker);
  expectFine(trials.filter(({ step }) => step !== 'buckets'));
}

/** Signed, and shown to nobody. */
async function lookAtChange(key: string, change: FleetPolicyChange, { handlers, asker }: LookFacts): Promise<string> {
  if (change.kind === 'allow-agent') {
    const { stoppedAgents } = await handlers['fleet:policy']({}, asker);
    if (!stoppedAgents.some(({ agent }) => agent === change.agent))
      throw faulty('not-stopped', { thing: change.agent });
  }
  return (await handlers['fleet:sign-policy']({ key, change }, asker)).envelope;
}

function lookAtShare({ serverId, share, hubs, roles, tools }: FleetShareSettings, state: LookFacts['state']): void {
  joined(state);
  const server = state.get('servers', serverId);
  if (!server) throw refused({ kind: 'no-server', server: serverId });
  if (server.kind === 'fleet') throw refused({ kind: 'fleet-share-loop', server: server.name });
  if (hubs.length + roles.length === 0) throw refused({ kind: 'fleet-share-nobody', share });
  const prefix = `${serverId}/`;
  const known = [...state.all('tools')].flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
  const unknown = (tools ?? []).filter(tool => !known.includes(tool));
  // Of one that has not run yet nobody knows what it has.
  if (known.length > 0 && unknown.length > 0)
    throw refused({ kind: 'fleet-tools-unknown', server: server.name, tools: unknown, known });
}

function refused(reason: Reason) {
  return hubError('ERR_INVALID_ARGUMENTS', reason);
}

function faulty(so: FleetPolicyFault, facts: { thing?: string; at?: string } = {}) {
  return refused(fleetFault(so, facts));
}
