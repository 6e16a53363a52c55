// The registry of this hub's place in a fleet: joins, leaves, is called otherwise, and comes back at the next start; shown as `hub.fleet`.
import { hubError } from '../../../../words/hub-error.ts';
import { readFleetAddress } from './fleet-address.ts';
import { joiningChecks } from './fleet-checks.ts';
import { FleetHubs } from './fleet-hubs.ts';
import { FleetSession } from './fleet-session.ts';
import { presenceTtlMs } from './fleet-set-up.ts';
import { HubFacts } from './hub-facts.ts';
import { initFleetAt } from './init-fleet.ts';
import { changedSigners, serverOf, settingsOf, signersOf } from './join-request.ts';
import { faultAsError, faultOf } from './link-faults.ts';
import { freeName } from './name-claims.ts';
import { PresenceMember, takePresence } from './presence-member.ts';
import { tryFleet } from './try-fleet.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetShows, FleetSigner, FleetState } from '../../../../contract/schemas/fleet.ts';
import type {
  FleetCredential,
  FleetInit,
  FleetJoin,
  FleetTrial,
  NamedSigner,
} from '../../../../contract/schemas/fleet-requests.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { FleetCheck } from './fleet-checks.ts';
import type { HeldCredential } from './fleet-credentials.ts';
import type { FleetWaits, LinkState, NamedMember } from './fleet-session.ts';
import type { FleetSettings } from './fleet-settings.ts';
import type { FleetWire } from './fleet-wire.ts';
import type { HubFactsOptions } from './hub-facts.ts';
import type { KeptFleet } from './kept-fleet.ts';

export interface FleetLinkOptions extends Omit<HubFactsOptions, 'state'> {
  readonly state: StatePublisher;
  readonly kept: KeptFleet;
  readonly version: string;
  readonly waits: FleetWaits;
  /** Beside presence: policy, outbox, servers of others, panels. In the order in which they begin. */
  readonly members: readonly NamedMember[];
  /** Other keys count from now on. */
  onSigners?(signers: readonly FleetSigner[]): void;
  /** From 0 to 1. */
  random(): number;
  /** Milliseconds that only grow. */
  monotonic(): number;
  /** Null: what was reported of it is solved. */
  problem(member: string, error: unknown): void;
}

interface Joined {
  readonly settings: FleetSettings;
  readonly session: FleetSession | null;
  readonly hubId: string;
}

const nothingWaits = { audit: 0, traces: 0, dropped: 0 };

export class FleetLink {
  readonly #options: FleetLinkOptions;
  readonly #hubs: FleetHubs;
  readonly #facts: HubFacts;
  #joined: Joined | null = null;
  /** One change after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(options: FleetLinkOptions) {
    this.#options = options;
    this.#facts = new HubFacts(options);
    const onChange = () => options.kept.keepHubs(() => this.#hubs.rows);
    this.#hubs = new FleetHubs({ ...options, onChange }, presenceTtlMs);
  }

  /** At the hub's start. What stands in the way is shown, not thrown. */
  rejoin(): Promise<void> {
    return this.#inTurn(async () => {
      const settings = await this.#options.kept.load();
      if (settings === null || this.#joined || this.#stopped) return;
      this.#hubs.restore(await this.#options.kept.hubs(), settings.name);
      await this.#begin(settings);
    });
  }

  async try(join: FleetJoin): Promise<FleetTrial[]> {
    return this.#try(join, await this.#options.kept.hubId());
  }

  join(join: FleetJoin): Promise<void> {
    return this.#inTurn(async () => {
      const { kept, now } = this.#options;
      if (this.#joined)
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-in-one', address: this.#joined.settings.address });
      const hubId = await kept.hubId();
      expectFine(await this.#try(join, hubId, joiningChecks));
      const { server, shown } = serverOf(join, null);
      const settings = settingsOf(join, server, shown, now());
      await kept.save(settings, server.credential);
      await this.#begin(settings);
    });
  }

  leave(): Promise<void> {
    return this.#inTurn(async () => {
      const { hubId, session } = this.#expectJoined();
      await session?.end(wire => withdraw(wire, hubId));
      this.#joined = null;
      await this.#options.kept.forget();
      this.#hubs.clear();
      this.#options.state.setHub({ fleet: null });
    });
  }

  /** The new name is this hub's before the old one is free. */
  rename(name: string, credential: FleetCredential): Promise<void> {
    return this.#inTurn(async () => {
      const { settings: before, session, hubId } = this.#expectJoined();
      const held = this.#options.kept.credential(before);
      const join = { ...before, credential, name, signers: [] };
      const { server } = serverOf(join, held);
      expectFine(await this.#try(join, hubId, joiningChecks, held));
      const settings = { ...before, name, credential: server.credential.kind, user: server.credential.user };
      await session?.end(wire => (name === before.name ? Promise.resolve() : withdraw(wire, hubId)));
      await this.#options.kept.save(settings, server.credential);
      this.#hubs.clear();
      await this.#begin(settings);
    });
  }

  /** Whose signature counts from now on; the policy in force stays where one of them has signed it. */
  setSigners(add: readonly NamedSigner[], remove: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const joined = this.#expectJoined();
      const settings = { ...joined.settings, signers: changedSigners(joined.settings.signers, add, remove) };
      await this.#options.kept.change(settings);
      this.#joined = { ...joined, settings };
      this.show({ signers: settings.signers });
      this.#options.onSigners?.(settings.signers);
    });
  }

  setShows(shows: FleetShows): Promise<void> {
    return this.#inTurn(async () => {
      const joined = this.#expectJoined();
      const settings = { ...joined.settings, shows };
      await this.#options.kept.change(settings);
      this.#joined = { ...joined, settings };
      this.show({ shows });
    });
  }

  /** With credentials that may make buckets and streams; nothing of them is kept. */
  init(init: FleetInit): Promise<{ made: string[]; found: string[] }> {
    return initFleetAt(init, this.#heldNow());
  }

  /** Null outside of a fleet, and while there has been no connection. */
  get wire(): FleetWire | null {
    return this.#joined?.session?.wire ?? null;
  }

  /** What the other parts of the fleet show beside the link. */
  show(change: Partial<FleetState>): void {
    const { state } = this.#options;
    if (state.hub.fleet) state.setHub({ fleet: { ...state.hub.fleet, ...change } });
  }

  /** The hub ends; it stays in the fleet. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.#inTurn(async () => {
      const joined = this.#joined;
      this.#joined = null;
      await joined?.session?.end();
      if (joined) await this.#options.kept.flushHubs(this.#hubs.rows);
    });
  }

  async #begin(settings: FleetSettings): Promise<void> {
    const { kept, state, now } = this.#options;
    const hubId = await kept.hubId();
    const { address, prefix, name, roles, credential, joinedAt, shows, signers } = settings;
    const { tls } = readFleetAddress(address, true);
    const of = { address, prefix, name, roles, credential, joinedAt, shows, signers, tls: tls || settings.ca !== null };
    const at = { state: 'joining', since: now(), reason: null, roundTripMs: null } as const;
    state.setHub({ fleet: { ...of, ...at, policy: null, outbox: nothingWaits } });
    this.#joined = { settings, hubId, session: null };
    this.#hubs.showSelf(this.#presence());
    try {
      const session = this.#sessionOf(settings, hubId, kept.credential(settings));
      this.#joined = { settings, hubId, session };
      session.start();
    } catch (error) {
      this.#stands('refused', faultOf(error, { address, hub: name, wasLetIn: true }));
    }
  }

  #sessionOf(settings: FleetSettings, hubId: string, credential: HeldCredential): FleetSession {
    const { address, prefix, name, ca, allowPlaintext } = settings;
    const { waits, random, members, version, now, problem, state } = this.#options;
    const presence = new PresenceMember({
      hubs: this.#hubs,
      facts: () => this.#presence(),
      onHubChange: listener => state.subscribe(listener),
      isOnline: () => state.hub.fleet?.state === 'online',
      onFault: error => problem('presence', error),
    });
    return new FleetSession({
      server: { address, ca, allowPlaintext, credential },
      shownAddress: address,
      ...{ prefix, name, waits, random },
      members: [{ name: 'presence', member: presence }, ...members],
      facts: { hubId, version, now },
      onState: (next, reason) => this.#stands(next, reason),
      onRoundTrip: ms => this.show({ roundTripMs: Math.round(ms * 10) / 10 }),
      onMemberFault: problem,
    });
  }

  #stands(next: LinkState, reason: Reason | null): void {
    const before = this.#options.state.hub.fleet;
    if (!before || this.#stopped) return;
    const since = before.state === next ? before.since : this.#options.now();
    this.show({ state: next, since, reason, ...(next !== 'online' && { roundTripMs: null }) });
  }

  #presence() {
    const { settings, hubId } = this.#expectJoined();
    return this.#facts.read({ name: settings.name, roles: settings.roles, hubId }, settings.shows);
  }

  #try(join: FleetJoin, hubId: string, checks?: readonly FleetCheck[], held = this.#heldNow()): Promise<FleetTrial[]> {
    const { version, now, monotonic } = this.#options;
    const { server, fault } = serverOf(join, held);
    const signerFault = signersOf(join.signers).fault;
    const facts = { hubId, version, now };
    return tryFleet({ server, fault, prefix: join.prefix, name: join.name, signerFault, facts, monotonic }, checks);
  }

  /** What `kept` means now; null where there is nothing, or it is gone. */
  #heldNow(): HeldCredential | null {
    try {
      return this.#joined && this.#options.kept.credential(this.#joined.settings);
    } catch {
      return null;
    }
  }

  #expectJoined(): Joined {
    if (this.#joined) return this.#joined;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-none' });
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => {});
    return done;
  }
}

function expectFine(trials: readonly FleetTrial[]): void {
  const reason = trials.find(({ state }) => state === 'failed')?.reason;
  if (reason) throw faultAsError(reason);
}

/** For the others this hub is gone, and its name is free. */
async function withdraw(wire: FleetWire, hubId: string): Promise<void> {
  await takePresence(wire);
  await freeName(await wire.kv('hubs'), wire.subjects.hub, hubId);
}
