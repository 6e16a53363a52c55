// The session of one membership with what the link has: presence before all other parts, and what is told of it.
import { within } from './bounded-waits.ts';
import { OwnFleet } from './fleet-identity.ts';
import { FleetSession } from './fleet-session.ts';
import { faultAsError } from './link-faults.ts';
import { freeName } from './name-claims.ts';
import { NameMember } from './name-member.ts';
import { findTwin, PresenceMember, takePresence } from './presence-member.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetPresence } from '../../../../contract/schemas/fleet.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { HeldCredential } from './fleet-credentials.ts';
import type { FleetHubs } from './fleet-hubs.ts';
import type { FleetWaits, LinkState } from './fleet-session.ts';
import type { FleetSettings } from './fleet-settings.ts';
import type { FleetWire, NamedMember } from './fleet-wire.ts';

/** So that the name is free in time in any case. */
const sharesMs = 500;

/** What a link has and each of its sessions stands on. */
export interface LinkParts {
  readonly state: StatePublisher;
  readonly version: string;
  readonly waits: FleetWaits;
  /** Beside presence: policy, outbox, servers of others, panels. In the order in which they begin. */
  readonly members: readonly NamedMember[];
  /** From 0 to 1. */
  random(): number;
  now(): number;
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** Null: what was reported of it is solved. */
  problem(member: string, error: unknown): void;
}

export interface LinkSessionOptions {
  readonly link: LinkParts;
  readonly settings: FleetSettings;
  readonly hubId: string;
  readonly credential: HeldCredential;
  readonly hubs: FleetHubs;
  presence(): FleetPresence;
  onState(state: LinkState, reason: Reason | null): void;
  onRoundTrip(ms: number): void;
  /** It was not known before which fleet it is. */
  onFleet(id: string): void;
}

export function linkSession({ link, settings, hubId, credential, hubs, ...told }: LinkSessionOptions): FleetSession {
  const { address, prefix, name, ca, allowPlaintext } = settings;
  const { waits, random, members, version, now, monotonic, problem, state } = link;
  const twin: Reason = { kind: 'fleet-twin', hub: name };
  const isOnline = () => state.hub.fleet?.state === 'online';
  const ownName = new NameMember({
    ...{ hubId, version, now, isOnline },
    onTaken: reason => session.refuse(reason),
  });
  const presence = new PresenceMember({
    ...{ hubs, monotonic, isOnline, facts: told.presence },
    onHubChange: listener => state.subscribe(listener),
    onFault: error => problem('presence', error),
    onTwin: () => session.refuse(twin),
    onOther: () => ownName.lookNow(),
    onSilence: () => session.silent(),
  });
  const session: FleetSession = new FleetSession({
    server: { address, ca, allowPlaintext, credential },
    shownAddress: address,
    ...{ prefix, name, waits, random, monotonic },
    members: [{ name: 'presence', member: presence }, { name: 'name', member: ownName }, ...members],
    facts: { hubId, version, now, fleet: new OwnFleet(settings.fleetId, told.onFleet) },
    expectAlone: async wire => {
      if (await findTwin(wire, told.presence())) throw faultAsError(twin);
    },
    onState: told.onState,
    onRoundTrip: told.onRoundTrip,
    onMemberFault: problem,
  });
  return session;
}

/** For the others this hub is gone, also with what a run that was cut off has left there, and its name is free. */
export async function withdraw(wire: FleetWire, hubId: string): Promise<void> {
  await takePresence(wire).catch(() => {});
  await within(sharesMs, takeShares(wire));
  await freeName(await wire.kv('hubs'), wire.subjects.hub, hubId);
}

async function takeShares({ kv, subjects }: FleetWire): Promise<void> {
  const shares = await kv('shares');
  const keys: string[] = [];
  for await (const key of await shares.keys(`${subjects.hub}.>`)) keys.push(key);
  for (const key of keys) await shares.delete(key);
}
