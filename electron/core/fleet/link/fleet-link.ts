// The registry of this hub's place in a fleet: joins, leaves, is called otherwise, and comes back at the next start; shown as `hub.fleet`.
import { untilAborted } from '../../../../contract/until-aborted.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { joinChecks, joiningChecks } from './fleet-checks.ts';
import { FleetHubs } from './fleet-hubs.ts';
import { OwnFleet } from './fleet-identity.ts';
import { HubFacts } from './hub-facts.ts';
import { initFleetAt } from './init-fleet.ts';
import { changedSigners, serverOf, settingsOf, shownAtFirst, signersOf } from './join-request.ts';
import { faultOf } from './link-faults.ts';
import { type LinkParts, linkSession, withdraw } from './link-session.ts';
import { freeName } from './name-claims.ts';
import { expectFine, tryFleet } from './try-fleet.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetShows, FleetSigner, FleetState } from '../../../../contract/schemas/fleet.ts';
import type {
  FleetCredential,
  FleetInit,
  FleetJoin,
  FleetMove,
  FleetTrial,
  FleetTried,
  NamedSigner,
} from '../../../../contract/schemas/fleet-requests.ts';
import type { FleetCheck } from './fleet-checks.ts';
import type { HeldCredential } from './fleet-credentials.ts';
import type { FleetSession, LinkState } from './fleet-session.ts';
import type { FleetSettings } from './fleet-settings.ts';
import type { FleetWire } from './fleet-wire.ts';
import type { HubFactsOptions } from './hub-facts.ts';
import type { KeptFleet } from './kept-fleet.ts';
import type { TriedFleet } from './try-fleet.ts';

export interface FleetLinkOptions extends Omit<HubFactsOptions, 'state' | 'now'>, LinkParts {
  readonly kept: KeptFleet;
  /** Other keys count from now on. */
  onSigners?(signers: readonly FleetSigner[]): void;
  /** While that is so nothing is connected: `begin` ends it. Never where it is absent. */
  isHeld?(): boolean;
  /** What its policy would be here, of a fleet that this hub could join. */
  foresee?(wire: FleetWire, signers: readonly FleetSigner[]): Promise<Omit<FleetTried, 'trials'>>;
}

interface Joined {
  readonly settings: FleetSettings;
  readonly session: FleetSession | null;
  readonly hubId: string;
}

interface HowToTry {
  readonly checks?: readonly FleetCheck[];
  /** The one that it has to be; whichever is there where it is absent. */
  readonly fleet?: OwnFleet;
  /** What `kept` means. */
  readonly held?: HeldCredential | null;
  readonly look?: TriedFleet['look'];
}

/** What is kept of the fleet, as a part that may fail. */
export const keptPart = 'kept';

export class FleetLink {
  readonly #options: FleetLinkOptions;
  readonly #hubs: FleetHubs;
  readonly #facts: HubFacts;
  #joined: Joined | null = null;
  /** One change after the other. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(options: FleetLinkOptions) {
    this.#options = options;
    this.#facts = new HubFacts(options);
    const onChange = () => options.kept.keepHubs(() => this.#hubs.rows);
    this.#hubs = new FleetHubs({ ...options, onChange });
  }

  /** At the hub's start: what it is and shows, with a connection as soon as nothing holds that. What stands in the way is shown, not thrown. */
  rejoin(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        const settings = await this.#options.kept.load();
        if (settings === null || this.#joined || this.#isStopped) return;
        this.#hubs.restore(await this.#options.kept.hubs(), settings.name);
        await this.#begin(settings);
      } catch (error) {
        this.#options.problem(keptPart, error);
      }
    });
  }

  /** Nothing holds it any longer. */
  begin(): Promise<void> {
    return this.#inTurn(() => Promise.resolve(this.#joined?.session?.start()));
  }

  async try(join: FleetJoin): Promise<FleetTried> {
    const { kept, foresee } = this.#options;
    const { signers } = signersOf(join.signers);
    let seen: Omit<FleetTried, 'trials'> = { policy: null, policyFault: null };
    const look = async (wire: FleetWire) => {
      try {
        if (foresee) seen = await foresee(wire, signers);
      } catch (error) {
        const { address, prefix, name: hub } = join;
        const place = { address, prefix, hub, wasLetIn: true };
        seen = { policy: null, policyFault: faultOf(error, place) };
      }
    };
    const trials = await this.#try(join, await kept.hubId(), { look });
    return { trials, ...seen };
  }

  join(join: FleetJoin): Promise<void> {
    return this.#inTurn(async () => {
      const { kept, now } = this.#options;
      if (this.#joined)
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-in-one', address: this.#joined.settings.address });
      const hubId = await kept.hubId();
      const fleet = new OwnFleet(null);
      expectFine(await this.#try(join, hubId, { checks: joiningChecks, fleet }));
      const { server, shown } = serverOf(join, null);
      const settings = { ...settingsOf(join, server, shown, now()), fleetId: fleet.take() };
      await kept.save(settings, server.credential, hubId);
      await this.#begin(settings);
    });
  }

  /** Also where what is kept of the fleet cannot be read: its policy would hold for ever. */
  leave(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#joined && !(await this.#options.kept.isThere())) this.#expectJoined();
      const { hubId = '', session = null } = this.#joined ?? {};
      const isTwin = this.#isTwin;
      await session?.end(wire => withdraw(wire, hubId));
      this.#joined = null;
      await this.#options.kept.forget(isTwin);
      this.#options.problem(keptPart, null);
      this.#hubs.clear();
      this.#options.state.setHub({ fleet: null });
    });
  }

  /** The new name is this hub's before the old one is free, and kept before anything ends. Its policy and what waits for the fleet stay, also where `place` is another. */
  rename(name: string, credential: FleetCredential, place: Partial<FleetMove> = {}): Promise<void> {
    return this.#inTurn(async () => {
      const { settings: before, session, hubId: was } = this.#expectJoined();
      const { kept } = this.#options;
      // The one that this hub is a copy of keeps what it is, and its name.
      const hubId = this.#isTwin ? kept.makeHubId() : was;
      const held = kept.credential(before);
      const join = { ...before, ...place, credential, name, signers: [] };
      const { server, shown: address } = serverOf(join, held);
      const fleet = new OwnFleet(before.fleetId);
      // Where the fleet is known nothing is made that would be another one.
      const checks = before.fleetId === null ? joiningChecks : joinChecks;
      expectFine(await this.#try(join, hubId, { checks, held, fleet }));
      const { kind, user } = server.credential;
      const settings = { ...before, ...place, address, name, credential: kind, user, fleetId: fleet.take() };
      try {
        await kept.save(settings, server.credential, hubId);
      } catch (error) {
        if (name !== before.name) await session?.lastWords(async wire => freeName(await wire.kv('hubs'), name, hubId));
        throw error;
      }
      await session?.end(name === before.name ? undefined : wire => withdraw(wire, was));
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
  async init(init: FleetInit): Promise<{ made: string[]; found: string[] }> {
    const { made, found } = await initFleetAt(init, this.#heldNow());
    return { made, found };
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

  /** The hub ends; it stays in the fleet. What is under way is given up. */
  stop(): Promise<void> {
    this.#stopping.abort(hubError('ERR_SERVER_UNAVAILABLE', { kind: 'hub-stops' }));
    return this.#inTurn(async () => {
      const joined = this.#joined;
      this.#joined = null;
      await joined?.session?.end();
      if (joined) await this.#options.kept.flushHubs(this.#hubs.rows);
    });
  }

  get #isTwin(): boolean {
    return this.#options.state.hub.fleet?.reason?.kind === 'fleet-twin';
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #begin(settings: FleetSettings): Promise<void> {
    const { kept, state, now } = this.#options;
    const hubId = await kept.hubId();
    state.setHub({ fleet: shownAtFirst(settings, now()) });
    this.#joined = { settings, hubId, session: null };
    this.#options.problem(keptPart, null);
    this.#hubs.showSelf(this.#presence());
    try {
      const session = this.#sessionOf(settings, hubId);
      this.#joined = { settings, hubId, session };
      if (!this.#options.isHeld?.()) session.start();
    } catch (error) {
      const { address, prefix, name } = settings;
      this.#stands('refused', faultOf(error, { address, prefix, hub: name, wasLetIn: true }));
    }
  }

  #sessionOf(settings: FleetSettings, hubId: string): FleetSession {
    const { name, roles, shows } = settings;
    return linkSession({
      ...{ link: this.#options, settings, hubId, hubs: this.#hubs },
      credential: this.#options.kept.credential(settings),
      // While it is being ended too, when it is joined no longer.
      presence: () => this.#facts.read({ name, roles, hubId }, this.#joined?.settings.shows ?? shows),
      onState: (next, reason) => this.#stands(next, reason),
      onFleet: fleetId => void this.#keepsFleet(fleetId, settings),
      onRoundTrip: ms => this.show({ roundTripMs: Math.round(ms * 10) / 10 }),
    });
  }

  /** Of a fleet that was joined before this was known of it. */
  #keepsFleet(fleetId: string, { joinedAt }: FleetSettings): Promise<void> {
    return this.#inTurn(async () => {
      const joined = this.#joined;
      if (joined?.settings.fleetId !== null || joined.settings.joinedAt !== joinedAt) return;
      const settings = { ...joined.settings, fleetId };
      this.#joined = { ...joined, settings };
      await this.#options.kept.change(settings).catch((error: unknown) => this.#options.problem(keptPart, error));
    });
  }

  #stands(next: LinkState, reason: Reason | null): void {
    const before = this.#options.state.hub.fleet;
    if (!before || this.#isStopped) return;
    const since = before.state === next ? before.since : this.#options.now();
    this.show({ state: next, since, reason, ...(next !== 'online' && { roundTripMs: null }) });
  }

  #presence() {
    const { settings, hubId } = this.#expectJoined();
    return this.#facts.read({ name: settings.name, roles: settings.roles, hubId }, settings.shows);
  }

  #try(join: FleetJoin, hubId: string, how: HowToTry): Promise<FleetTrial[]> {
    const { version, now, monotonic } = this.#options;
    const { checks, held = this.#heldNow(), look, fleet = new OwnFleet(null) } = how;
    const { server, fault } = serverOf(join, held);
    const signerFault = signersOf(join.signers).fault;
    const facts = { hubId, version, now, fleet };
    const tried = { server, fault, prefix: join.prefix, name: join.name, signerFault, facts, monotonic, look };
    return untilAborted(tryFleet(tried, checks), this.#stopping.signal);
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
