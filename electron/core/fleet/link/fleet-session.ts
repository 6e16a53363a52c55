// One membership: connects, checks, begins the parts of the fleet, and follows the connection through outages until it is ended.

import { connectOptions, type FleetServer } from './connect-options.ts';
import { type CheckFacts, joinChecks } from './fleet-checks.ts';
import { type FleetMember, type FleetMembership, type FleetWire, openFleetWire } from './fleet-wire.ts';
import { faultAsError, faultOf, isAuthFault, isPassing } from './link-faults.ts';
import type { Status } from '@nats-io/transport-node';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetState } from '../../../../contract/schemas/fleet.ts';

export type LinkState = FleetState['state'];

/** A part of the fleet, and what it is called where it fails. */
export interface NamedMember {
  readonly name: string;
  readonly member: FleetMember;
}

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
  /** From 0 to 1. */
  random(): number;
  onState(state: LinkState, reason: Reason | null): void;
  onRoundTrip(ms: number): void;
  onMemberFault(member: string, error: unknown): void;
}

const roundTripEveryMs = 15_000;
const checksAgain = 5;

export class FleetSession {
  readonly #options: SessionOptions;
  readonly #ended = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #wire: FleetWire | null = null;
  #memberships: { readonly name: string; readonly membership: FleetMembership }[] = [];
  #attempts = 0;
  #authFault: Reason | null = null;
  #isChecked = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Null while there has been no connection. */
  get wire(): FleetWire | null {
    return this.#wire;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the parts and the connection; `last` is done in between, for as long as the server hears. */
  async end(last?: (wire: FleetWire) => Promise<void>): Promise<void> {
    this.#ended.abort();
    await this.#endMembers();
    if (last && this.#wire && this.#isChecked) await last(this.#wire).catch(() => {});
    await this.#wire?.connection.close().catch(() => {});
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        const wire = await this.#connect();
        this.#wire = wire;
        // From before the checks on, so that nothing that happens meanwhile is missed.
        const statuses = wire.connection.status();
        await this.#enter(wire);
        await this.#follow(wire, statuses);
      } catch (error) {
        this.#fell(faultOf(error, this.#place));
      }
      await this.#endMembers();
      await this.#wire?.connection.close().catch(() => {});
      if (!signal.aborted) await delay(this.#nextWait(), signal);
    }
  }

  get #place() {
    return { address: this.#options.shownAddress, hub: this.#options.name, wasLetIn: true };
  }

  async #connect(): Promise<FleetWire> {
    const { server, prefix, name } = this.#options;
    const options = { ...(await connectOptions(server)), reconnectDelayHandler: () => this.#nextWait() };
    const wire = await openFleetWire(prefix, name, options);
    if (!this.#ended.signal.aborted) return wire;
    await wire.connection.close();
    throw faultAsError({ kind: 'fleet-server-lost', address: this.#options.shownAddress });
  }

  /** What was true before an outage is asked anew: the name may be another's, the clock set. */
  async #check(wire: FleetWire): Promise<void> {
    const { facts, shownAddress } = this.#options;
    for (const [, check] of joinChecks) await check({ ...facts, wire, address: shownAddress });
    this.#isChecked = true;
    this.#attempts = 0;
    this.#authFault = null;
  }

  async #enter(wire: FleetWire): Promise<void> {
    await this.#check(wire);
    if (this.#ended.signal.aborted) return;
    this.#options.onState('online', null);
    for (const { name, member } of this.#options.members) await this.#begin(name, member, wire);
  }

  async #begin(name: string, member: FleetMember, wire: FleetWire): Promise<void> {
    try {
      const membership = await member.begin(wire);
      if (this.#ended.signal.aborted) await membership.end();
      else this.#memberships.push({ name, membership });
    } catch (error) {
      this.#options.onMemberFault(name, error);
    }
  }

  /** Resolves when the connection is given up for good. Rejects where the hub may not stay. */
  async #follow(wire: FleetWire, statuses: AsyncIterable<Status>): Promise<void> {
    void this.#measure(wire);
    const timer = setInterval(() => void this.#measure(wire), roundTripEveryMs);
    try {
      for await (const status of statuses) {
        if (status.type === 'disconnect') this.#lost();
        else if (status.type === 'error' && isAuthFault(status.error)) this.#turnedDown(status.error);
        else if (status.type === 'reconnect') await this.#cameBack(wire);
      }
    } finally {
      clearInterval(timer);
    }
  }

  #lost(): void {
    if (this.#ended.signal.aborted) return;
    this.#fell(this.#authFault ?? { kind: 'fleet-server-lost', address: this.#options.shownAddress });
  }

  #turnedDown(error: Error): void {
    this.#authFault = faultOf(error, this.#place);
    if (!this.#ended.signal.aborted) this.#fell(this.#authFault);
  }

  async #cameBack(wire: FleetWire): Promise<void> {
    await this.#checkAgain(wire);
    if (this.#ended.signal.aborted) return;
    this.#options.onState('online', null);
    for (const { name, membership } of this.#memberships) this.#tell(name, membership);
  }

  /** A cluster needs a moment to find a leader; whoever lost the name meanwhile is out at once. */
  async #checkAgain(wire: FleetWire): Promise<void> {
    for (let more = checksAgain; ; more -= 1) {
      try {
        await this.#check(wire);
        return;
      } catch (error) {
        const reason = faultOf(error, this.#place);
        if (more === 0 || !isPassing(reason) || this.#ended.signal.aborted) throw error;
        this.#fell(reason);
        await delay(this.#nextWait(), this.#ended.signal);
      }
    }
  }

  #tell(name: string, membership: FleetMembership): void {
    try {
      membership.reconnected();
    } catch (error) {
      this.#options.onMemberFault(name, error);
    }
  }

  #fell(reason: Reason): void {
    if (!this.#ended.signal.aborted) this.#options.onState(isPassing(reason) ? 'offline' : 'refused', reason);
    if (!isPassing(reason)) this.#authFault = reason;
    else if (reason.kind !== 'fleet-server-lost') this.#authFault = null;
  }

  /** Grows with each attempt, and differs from hub to hub: a fleet does not come back all at once. */
  #nextWait(): number {
    const { waits, random } = this.#options;
    const most = this.#authFault
      ? waits.refusedMs
      : Math.min(waits.mostMs, waits.firstMs * 2 ** Math.min(this.#attempts, 20));
    this.#attempts += 1;
    return Math.round(most * (0.5 + random() / 2));
  }

  async #measure(wire: FleetWire): Promise<void> {
    try {
      const ms = await wire.connection.rtt();
      if (!this.#ended.signal.aborted) this.#options.onRoundTrip(ms);
    } catch {
      // Offline; that is told elsewhere.
    }
  }

  /** The last that was begun first. None of them hinders the others. */
  async #endMembers(): Promise<void> {
    for (const { name, membership } of this.#memberships.splice(0).toReversed()) {
      try {
        await membership.end();
      } catch (error) {
        this.#options.onMemberFault(name, error);
      }
    }
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
