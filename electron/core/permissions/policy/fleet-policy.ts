// The policy of the fleet that this hub is in: verified, kept, and in force until a newer one comes or the hub leaves. Loads nothing of NATS.
import { noRules, RuleIndex } from '../rule-index.ts';
import { deed, takenReason } from './fleet-deeds.ts';
import { fleetFault, isOfTime, nextFault, readFleetPolicy } from './fleet-document.ts';
import { newestFirst } from './fleet-history.ts';
import { rulesOf, shownCatalogue, shownRules } from './read-policy.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetSigner, FleetState } from '../../../../contract/schemas/fleet.ts';
import type { FleetCatalogue } from '../../../../contract/schemas/policy-catalogue.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';
import type { Rules } from '../rule-index.ts';
import type { FleetFault, SignedPolicy } from './fleet-document.ts';
import type { FleetHold } from './fleet-hold.ts';
import type { FleetPublisher } from './fleet-publisher.ts';

/** The envelope as it came, with the keys by which it was taken: it is in force before anything else of the fleet has begun. */
export interface KeptFleetPolicy {
  readonly appliedAt: number;
  readonly signers: readonly FleetSigner[];
  readonly envelope: string;
}

/** One was taken, one was refused, or the one in force ended. */
export interface FleetPolicyChange {
  readonly what: Reason;
  readonly isRefused: boolean;
}

export interface FleetPolicyOptions {
  /** What an earlier run has kept: the newest one first, then copies of it. */
  readonly kept: readonly KeptFleetPolicy[];
  /** Null forgets it. */
  keep(kept: KeptFleetPolicy | null): Promise<void>;
  /** By the fingerprint of a key the highest version of it that was ever taken, also in fleets that were left. */
  readonly seen?: SeenVersions;
  /** Told with each that rises. */
  keepSeen?(seen: SeenVersions): void;
  readonly now: () => number;
  /** Its rules, its pause or its stopped agents came or went. */
  readonly onChanged: () => void;
  readonly show: (state: FleetState['policy']) => void;
}

export type SeenVersions = Readonly<Record<string, number>>;
/** Keys beyond these are forgotten, those that were seen first before the others. */
const maxSeen = 200;

type Held = SignedPolicy & { readonly appliedAt: number };

export class FleetPolicyKeeper {
  readonly #options: FleetPolicyOptions;
  #signers: readonly FleetSigner[];
  #held: Held | null = null;
  #rules: Rules = noRules;
  #hold: FleetHold | null = null;
  #fault: FleetFault | null = null;
  readonly #seen: Map<string, number>;
  #publisher: FleetPublisher | null = null;
  /** The one that was offered last, where it is only too early or too late for it. */
  #untimely: SignedPolicy | null = null;
  readonly #listeners: ((change: FleetPolicyChange) => void)[] = [];
  readonly #signersListeners = new Set<() => void>();

  /** Holds what was kept, as far as it is still signed by a key by which it was taken. */
  constructor(options: FleetPolicyOptions) {
    this.#options = options;
    this.#signers = options.kept[0]?.signers ?? [];
    this.#seen = new Map(Object.entries(options.seen ?? {}));
    const read = options.kept.map(({ envelope, signers, appliedAt }) => {
      const one = readFleetPolicy(envelope, signers);
      return one.ok ? { ...one.signed, appliedAt } : null;
    });
    const good = read.flatMap(one => (one ? [one] : []));
    const [newest = null] = good.toSorted((a, b) => b.policy.version - a.policy.version);
    this.#take(newest);
    if (read.some(one => one?.payload !== newest?.payload)) this.#fault = fleetFault('tampered');
  }

  /** Null while the fleet cannot be reached from here. */
  get publisher(): FleetPublisher | null {
    return this.#publisher;
  }

  get rules(): Rules {
    return this.#rules;
  }

  get hold(): FleetHold | null {
    return this.#hold;
  }

  get held(): SignedPolicy | null {
    return this.#held;
  }

  get signers(): readonly FleetSigner[] {
    return this.#signers;
  }

  /** The highest version by any of these keys that was ever taken: they have one row of versions, in which a higher one by another counts. */
  get highest(): number {
    return this.#highestOf(this.#signers);
  }

  #highestOf(signers: readonly FleetSigner[]): number {
    return Math.max(0, ...signers.map(({ fingerprint }) => this.#seen.get(fingerprint) ?? 0));
  }

  get fault(): FleetFault | null {
    return this.#fault;
  }

  /** Its rules about the catalogue; null where it has none. */
  get catalogue(): FleetCatalogue | null {
    return this.#held?.policy.catalogue ?? null;
  }

  /** The rules as the panel shows those of policy.json. */
  get shownRules(): PolicyState['rules'] {
    return shownRules(this.#held?.policy.rules ?? []);
  }

  /** Roles that the policy in force gives to a hub. */
  rolesOf(hub: string): readonly string[] {
    const roles = this.#held?.policy.roles ?? {};
    return Object.hasOwn(roles, hub) ? (roles[hub] ?? []) : [];
  }

  get shownCatalogue(): PolicyState['catalogue'] {
    return this.catalogue && shownCatalogue(this.catalogue);
  }

  /** Null where there is nothing to tell; version 0 where none is in force and one was refused. */
  get state(): FleetState['policy'] {
    if (!this.#held && !this.#fault) return null;
    const { policy, signer = '', appliedAt = 0 } = this.#held ?? {};
    return {
      version: policy?.version ?? 0,
      signedBy: signer,
      signedAt: policy ? Date.parse(policy.signedAt) : 0,
      appliedAt,
      rules: policy?.rules.length ?? 0,
      pausesAll: policy?.pauseAll ?? false,
      stoppedAgents: policy?.stoppedAgents.map(({ agent }) => agent) ?? [],
      fault: this.#fault,
    };
  }

  /** To be called by the part that speaks to the fleet, as it begins and ends. */
  reach(publisher: FleetPublisher | null): void {
    this.#publisher = publisher;
  }

  onChange(listener: (change: FleetPolicyChange) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls back once other keys count; returns the function that ends that. */
  onSigners(listener: () => void): () => void {
    this.#signersListeners.add(listener);
    return () => this.#signersListeners.delete(listener);
  }

  /** The hub is in a fleet whose owner has named these keys. What another key has signed ends. */
  joined(signers: readonly FleetSigner[]): void {
    this.#signers = signers;
    this.#untimely = null;
    const held = this.#held;
    const read = held && readFleetPolicy(held.envelope, signers);
    if (held && read && !read.ok) this.#end(held);
    else if (held && read?.ok && read.signed.signer !== held.signer) {
      this.#take({ ...read.signed, appliedAt: held.appliedAt });
      this.#keep();
      this.#options.onChanged();
    }
    this.#show();
    for (const listener of this.#signersListeners) listener();
  }

  /** The hub has left its fleet. */
  left(): void {
    this.#signers = [];
    this.#fault = null;
    this.#untimely = null;
    const held = this.#held;
    if (held) this.#end(held);
    this.#show();
  }

  /** What stands in the fleet now. Answers why it was not taken; null where it holds. */
  offer(envelope: string): FleetFault | null {
    const fault = envelope === this.#held?.envelope ? null : this.#offered(envelope);
    this.#note(fault);
    this.#show();
    return fault;
  }

  /**
   * What stood there before, the oldest first: of those that may be taken the newest version is. They may be many and long, so the hub does
   * its other work in between.
   */
  async offerOlder(envelopes: readonly string[]): Promise<void> {
    for await (const { envelope, version } of newestFirst(envelopes, () => this.#signers)) {
      if (version <= (this.#held?.policy.version ?? 0)) return;
      const read = readFleetPolicy(envelope, this.#signers);
      if (!read.ok || this.faultOf(read.signed)) continue;
      this.#apply(read.signed);
      this.#show();
      return;
    }
  }

  /** What was refused for its time alone is looked at by the clock as it is now. */
  again(): void {
    const signed = this.#untimely;
    if (!signed) return;
    const fault = this.faultOf(signed);
    if (fault && isOfTime(fault)) return;
    this.#untimely = null;
    if (fault) return;
    this.#apply(signed);
    this.#note(null);
    this.#show();
  }

  #offered(envelope: string): FleetFault | null {
    this.#untimely = null;
    const read = readFleetPolicy(envelope, this.#signers);
    if (!read.ok) return read.why;
    const fault = this.faultOf(read.signed);
    if (fault === null) this.#apply(read.signed);
    else if (isOfTime(fault)) this.#untimely = read.signed;
    return fault;
  }

  /** Where it is the one that holds nothing happens. */
  #apply(signed: SignedPolicy): void {
    if (signed.payload === this.#held?.payload) return;
    this.#take({ ...signed, appliedAt: this.#options.now() });
    this.#keep();
    this.#options.onChanged();
    this.#tell({ what: takenReason(signed), isRefused: false });
  }

  /** Somebody took it out of the fleet, which takes no signature: it stays in force. */
  withdrawn(): void {
    if (!this.#held) return;
    this.#note(fleetFault('withdrawn'));
    this.#show();
  }

  /** Why one that is about to be published would be refused here; null where it would be taken, or is in force. */
  faultOf(signed: SignedPolicy): FleetFault | null {
    return nextFault(signed, this.#held, this.#options.now(), this.highest);
  }

  /** The same, of a hub that joins anew with these keys. */
  foreseenFault(signed: SignedPolicy, signers: readonly FleetSigner[]): FleetFault | null {
    return nextFault(signed, null, this.#options.now(), this.#highestOf(signers));
  }

  #end({ policy: { version }, signer }: Held): void {
    this.#take(null);
    this.#keep();
    this.#options.onChanged();
    this.#tell({ what: deed('ended', { version, signer }), isRefused: false });
  }

  #take(held: Held | null): void {
    this.#held = held;
    if (!held) {
      this.#rules = noRules;
      this.#hold = null;
      return;
    }
    const { policy, signer } = held;
    const { version, rules, pauseAll, stoppedAgents } = policy;
    this.#see(held);
    const own = rulesOf(rules, id => ({ kind: 'fleet', id, version, signer }));
    this.#rules = own.length === 0 ? noRules : new RuleIndex(own);
    const holds = pauseAll || stoppedAgents.length > 0;
    this.#hold = holds ? { version, signer, pausesAll: pauseAll, stopped: stoppedAgents } : null;
  }

  #see({ fingerprint, policy: { version } }: Held): void {
    const seen = this.#seen;
    if (version <= (seen.get(fingerprint) ?? 0)) return;
    seen.delete(fingerprint);
    seen.set(fingerprint, version);
    for (const [oldest] of seen) if (seen.size > maxSeen) seen.delete(oldest);
    this.#options.keepSeen?.(Object.fromEntries(seen));
  }

  /** Nobody waits for it: it is in force already, and what could not be written is told by whoever keeps it. */
  #keep(): void {
    const held = this.#held;
    void this.#options.keep(held && { appliedAt: held.appliedAt, signers: this.#signers, envelope: held.envelope });
  }

  /** Told once, however often the same one comes. */
  #note(fault: FleetFault | null): void {
    const isNew = fault !== null && (fault.so !== this.#fault?.so || fault.version !== this.#fault.version);
    this.#fault = fault;
    if (fault && isNew) this.#tell({ what: deed('refused', { why: fault }), isRefused: true });
  }

  #tell(change: FleetPolicyChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #show(): void {
    this.#options.show(this.state);
  }
}
