// One membership: connects, checks, begins the parts of the fleet, and follows the connection through outages until it is ended.
import { untilAborted } from '../../../../contract/until-aborted.ts';
import { BegunMembers } from './begun-members.ts';
import { pause, within } from './bounded-waits.ts';
import { connectOptions, type FleetServer } from './connect-options.ts';
import { type CheckFacts, joinChecks } from './fleet-checks.ts';
import { type FleetWire, type NamedMember, openFleetWire } from './fleet-wire.ts';
import { GuardedWire } from './guarded-wire.ts';
import { faultAsError, faultOf, isAuthFault, isPassing } from './link-faults.ts';
import { followPulse } from './pulse.ts';
import { ReconnectWait } from './reconnect-wait.ts';
import { sayOnce } from './say-once.ts';
import type { Status } from '@nats-io/transport-node';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetState } from '../../../../contract/schemas/fleet.ts';

export type LinkState = FleetState['state'];

export interface FleetWaits {
  /** The first wait after an outage; it doubles with each attempt. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** Where somebody has to do something first. */
  readonly refusedMs: number;
}

export const usualWaits: FleetWaits = { firstMs: 250, mostMs: 30_000, refusedMs: 60_000 };

export interface SessionOptions {
  readonly server: FleetServer;
  /** Without credentials. */
  readonly shownAddress: string;
  readonly prefix: string;
  readonly name: string;
  readonly members: readonly NamedMember[];
  readonly facts: Omit<CheckFacts, 'wire' | 'address'>;
  readonly waits: FleetWaits;
  /** Asked once this hub was refused while it was in: rejects while that holds. */
  expectAlone(wire: FleetWire): Promise<void>;
  /** From 0 to 1. */
  random(): number;
  /** Milliseconds that only grow. */
  monotonic(): number;
  onState(state: LinkState, reason: Reason | null): void;
  onRoundTrip(ms: number): void;
  /** Null: what was reported of it is solved. */
  onMemberFault(member: string, error: unknown): void;
}

const checksAgain = 5;
/** How long the last words may take where the server does not hear them. */
const lastMs = 2_000;
const closeMs = 500;

export class FleetSession {
  readonly #options: SessionOptions;
  readonly #ended = new AbortController();
  readonly #reconnectWait: ReconnectWait;
  /** Null before it was started. */
  #running: Promise<void> | null = null;
  #wire: FleetWire | null = null;
  #members: BegunMembers | null = null;
  #attempts = 0;
  #authFault: Reason | null = null;
  /** Connected, and all that has to hold was checked since. */
  #isIn = false;
  #refusal: Reason | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#reconnectWait = new ReconnectWait({ next: () => this.#nextWait(), monotonic: () => options.monotonic() });
  }

  /** Null while there has been no connection. */
  get wire(): FleetWire | null {
    return this.#wire;
  }

  /** Once, however often it is asked for. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends the parts and the connection, and waits for no server; `last` is done in between where it hears. */
  async end(last?: (wire: FleetWire) => Promise<void>): Promise<void> {
    this.#ended.abort(faultAsError({ kind: 'fleet-server-lost', address: this.#options.shownAddress }));
    await this.#members?.end();
    if (last) await this.lastWords(last);
    await within(closeMs, Promise.all([this.#wire?.connection.close(), this.#running]));
  }

  /** Where the server hears, and no longer than it may take. Never rejects. */
  async lastWords(say: (wire: FleetWire) => Promise<void>): Promise<void> {
    if (this.#running === null) await within(lastMs, sayOnce(this.#options, say));
    if (this.#wire && this.#isIn) await within(lastMs, say(this.#wire));
  }

  /** What came in turned out not to be allowed to. It is tried again as anything that was refused. */
  refuse(reason: Reason): void {
    this.#refusal = reason;
    void this.#wire?.connection.close().catch(() => {});
  }

  /** The client itself finds out after a minute or more, or never. Another server of the fleet may be there at once. */
  silent(): void {
    if (!this.#isIn) return;
    this.#fell({ kind: 'fleet-silent', address: this.#options.shownAddress });
    void this.#wire?.connection.close().catch(() => {});
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        const guarded = new GuardedWire(await this.#connect());
        signal.throwIfAborted();
        const { wire } = guarded;
        this.#wire = wire;
        // From before the checks on, so that nothing that happens meanwhile is missed.
        const statuses = wire.connection.status();
        await this.#check(guarded);
        this.#enter(wire);
        await this.#follow(guarded, statuses);
        if (this.#refusal) throw faultAsError(this.#refusal);
      } catch (error) {
        this.#fell(faultOf(error, this.#place));
      }
      // Whoever ended this has last words on the connection, and closes it.
      if (signal.aborted) return;
      await this.#members?.end();
      await this.#wire?.connection.close().catch(() => {});
      await pause(this.#nextWait(), signal);
    }
  }

  get #place() {
    const { shownAddress: address, prefix, name: hub } = this.#options;
    return { address, prefix, hub, wasLetIn: true };
  }

  async #connect(): Promise<FleetWire> {
    const { server, prefix, name } = this.#options;
    const options = { ...(await connectOptions(server)), reconnectDelayHandler: () => this.#reconnectWait.ask() };
    const { signal } = this.#ended;
    const opening = openFleetWire(prefix, name, options);
    try {
      return await untilAborted(opening, signal);
    } finally {
      // What still comes, or has just come, is nobody's.
      if (signal.aborted) void opening.then(({ connection }) => connection.close()).catch(() => {});
    }
  }

  /** What was true before an outage is asked anew: the address may lead to another fleet, the name may be another's, the clock set. */
  async #check(guarded: GuardedWire): Promise<void> {
    const { facts, shownAddress: address } = this.#options;
    const { bare: wire, server } = guarded;
    for (const [, check] of joinChecks) {
      await check({ ...facts, wire, address });
      // What was found there says nothing of the one that the connection has come back to.
      if (guarded.server !== server) throw faultAsError({ kind: 'fleet-server-lost', address });
    }
    if (this.#refusal) await this.#options.expectAlone(wire);
    facts.fleet.take();
    guarded.trust(server);
    this.#refusal = null;
    this.#attempts = 0;
    this.#reconnectWait.over();
    this.#authFault = null;
  }

  #enter(wire: FleetWire): void {
    if (this.#ended.signal.aborted) return;
    this.#cameIn();
    this.#members = new BegunMembers({
      ...{ wire, members: this.#options.members, onFault: this.#options.onMemberFault },
      waitBefore: attempt => this.#waitOf(attempt, this.#options.waits.mostMs),
    });
    // An outage meanwhile is followed all the same.
    void this.#members.begin();
  }

  #cameIn(): void {
    this.#isIn = true;
    this.#options.onState('online', null);
  }

  /** Resolves when the connection is given up for good. Rejects where the hub may not stay. */
  async #follow(guarded: GuardedWire, statuses: AsyncIterable<Status>): Promise<void> {
    const endPulse = followPulse(guarded.bare.connection, {
      onRoundTrip: ms => this.#options.onRoundTrip(ms),
      onSilence: () => this.silent(),
    });
    try {
      for await (const status of statuses) {
        if (status.type === 'disconnect') this.#lost();
        else if (status.type === 'error' && isAuthFault(status.error)) this.#turnedDown(status.error);
        else if (status.type === 'reconnect') await this.#cameBack(guarded);
      }
    } finally {
      endPulse();
    }
  }

  #lost(): void {
    this.#members?.lost();
    if (this.#ended.signal.aborted) return;
    this.#fell(this.#authFault ?? { kind: 'fleet-server-lost', address: this.#options.shownAddress });
  }

  #turnedDown(error: Error): void {
    this.#authFault = faultOf(error, this.#place);
    if (!this.#ended.signal.aborted) this.#fell(this.#authFault);
  }

  async #cameBack(guarded: GuardedWire): Promise<void> {
    await this.#checkAgain(guarded);
    if (this.#ended.signal.aborted) return;
    this.#cameIn();
    this.#members?.reconnected();
  }

  /** A cluster needs a moment to find a leader; whoever lost the name meanwhile is out at once. */
  async #checkAgain(guarded: GuardedWire): Promise<void> {
    for (let more = checksAgain; ; more -= 1) {
      try {
        await this.#check(guarded);
        return;
      } catch (error) {
        const reason = faultOf(error, this.#place);
        if (more === 0 || !isPassing(reason) || this.#ended.signal.aborted) throw error;
        this.#fell(reason);
        await pause(this.#nextWait(), this.#ended.signal);
      }
    }
  }

  #fell(reason: Reason): void {
    if (this.#ended.signal.aborted) return;
    this.#isIn = false;
    this.#options.onState(isPassing(reason) ? 'offline' : 'refused', reason);
    if (!isPassing(reason)) this.#authFault = reason;
    else if (reason.kind !== 'fleet-server-lost') this.#authFault = null;
  }

  /** Grows with each attempt, and differs from hub to hub: a fleet does not come back all at once. */
  #nextWait(): number {
    this.#attempts += 1;
    const { refusedMs, mostMs } = this.#options.waits;
    return this.#authFault ? this.#waitOf(Number.POSITIVE_INFINITY, refusedMs) : this.#waitOf(this.#attempts, mostMs);
  }

  #waitOf(attempt: number, mostMs: number): number {
    const { waits, random } = this.#options;
    const ms = Math.min(mostMs, waits.firstMs * 2 ** (attempt - 1));
    return Math.round(ms * (0.5 + random() / 2));
  }
}
