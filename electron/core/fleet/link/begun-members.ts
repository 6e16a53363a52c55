// The parts of the fleet on one connection: begun one after the other, tried again where one fails, told of each outage, ended together.
import { pause, within } from './bounded-waits.ts';
import type { FleetMembership, FleetWire, NamedMember } from './fleet-wire.ts';

export interface BegunMembersOptions {
  readonly wire: FleetWire;
  readonly members: readonly NamedMember[];
  /** How long to wait before the attempt of this number. */
  waitBefore(attempt: number): number;
  /** Null: what was reported of it is solved. */
  onFault(member: string, error: unknown): void;
}

/** How long all of them together may take to end. */
const endMs = 2_000;
/** Somebody ends this wait as soon as the outage is over. */
const outageMs = 60_000;
/** So long one that begins is waited for before the next one does. */
const beginMs = 5_000;

export class BegunMembers {
  readonly #options: BegunMembersOptions;
  readonly #ended = new AbortController();
  readonly #begun = new Map<string, FleetMembership>();
  /** Each settles once it has begun, has failed, or has ended because all of them did meanwhile. */
  readonly #beginning = new Map<string, Promise<void>>();
  /** What was told of those that do not work. */
  readonly #faults = new Map<string, string>();
  /** Rises with each outage that is over. */
  #outages = 0;
  #isOnline = true;
  /** Since the connection came, or came back. */
  #attempts = 0;
  #isBeginning = false;
  /** Ends the wait before the next attempt. */
  #hurry = new AbortController();

  constructor(options: BegunMembersOptions) {
    this.#options = options;
  }

  /** Until all of them have begun. */
  async begin(): Promise<void> {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    while (!this.#ended.signal.aborted) {
      const missing = this.#options.members.filter(({ name }) => !this.#begun.has(name));
      if (missing.length === 0) break;
      await this.#waitForNext();
      if (!this.#isOnline) continue;
      this.#attempts += 1;
      for (const one of missing) await within(beginMs, this.#beginOnce(one));
    }
    this.#isBeginning = false;
  }

  /** What fails from here on fails because of that. */
  lost(): void {
    this.#isOnline = false;
  }

  reconnected(): void {
    this.#isOnline = true;
    this.#outages += 1;
    this.#attempts = 0;
    this.#hurry.abort();
    for (const [name, membership] of this.#begun) this.#tell(name, membership);
  }

  /** At once, and none of them hinders the others. What one does not get done in time is not waited for. */
  async end(): Promise<void> {
    this.#ended.abort();
    this.#hurry.abort();
    const ending = [...this.#begun].map(async ([name, membership]) => {
      try {
        await membership.end();
        this.#solved(name);
      } catch (error) {
        this.#failed(name, error);
      }
    });
    for (const name of this.#faults.keys()) if (!this.#begun.has(name)) this.#solved(name);
    this.#begun.clear();
    // The same parts may begin on the next connection as soon as this has resolved.
    await within(endMs, Promise.all([...ending, ...this.#beginning.values()]));
  }

  /** One that takes long is waited for again with the next attempt. */
  #beginOnce(one: NamedMember): Promise<void> {
    const under = this.#beginning.get(one.name);
    if (under) return under;
    const beginning = this.#beginOne(one).finally(() => this.#beginning.delete(one.name));
    this.#beginning.set(one.name, beginning);
    return beginning;
  }

  async #beginOne({ name, member }: NamedMember): Promise<void> {
    const { signal } = this.#ended;
    if (signal.aborted) return;
    const outages = this.#outages;
    try {
      const membership = await member.begin(this.#options.wire);
      if (signal.aborted) return await membership.end();
      this.#begun.set(name, membership);
      this.#solved(name);
      // An outage that came and went while it began may have taken something of it along.
      if (outages !== this.#outages) this.#tell(name, membership);
    } catch (error) {
      if (!signal.aborted && this.#isOnline) this.#failed(name, error);
    }
  }

  #tell(name: string, membership: FleetMembership): void {
    try {
      membership.reconnected();
    } catch (error) {
      this.#failed(name, error);
    }
  }

  /** Once for what it says again with each attempt. */
  #failed(name: string, error: unknown): void {
    const said = String(error);
    if (this.#faults.get(name) === said) return;
    this.#faults.set(name, said);
    this.#options.onFault(name, error);
  }

  #solved(name: string): void {
    if (this.#faults.delete(name)) this.#options.onFault(name, null);
  }

  /** In an outage its end is waited for. */
  async #waitForNext(): Promise<void> {
    if (!this.#isOnline) await this.#waitFor(outageMs);
    else if (this.#attempts > 0) await this.#waitFor(this.#options.waitBefore(this.#attempts));
  }

  #waitFor(ms: number): Promise<void> {
    this.#hurry = new AbortController();
    return pause(ms, this.#hurry.signal);
  }
}
