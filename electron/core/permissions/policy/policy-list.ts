// The signed list that policy.json names: fetched when somebody asks for it, kept with its signature, and in force until a newer one comes.
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { expiryFault, fingerprintOf, newerFault, readListKey, readSignedList } from './signed-list.ts';
import type { KeyObject } from 'node:crypto';
import type { Reason } from '../../../../contract/reasons.ts';
import type { CataloguePart, SignedList } from '../../../../contract/schemas/policy-catalogue.ts';
import type { PolicyListState } from '../../../../contract/schemas/policy-state.ts';
import type { ReadList } from './signed-list.ts';

type Place = NonNullable<CataloguePart['list']>;
type Good = ReadList & { readonly ok: true };

/** The envelope as it came. */
export interface KeptList {
  readonly fetchedAt: number;
  /** The fingerprint of the key by which it was taken. */
  readonly key: string;
  readonly envelope: string;
}

export interface PolicyListOptions {
  /** Where policy.json says that it is; null where it names none. */
  place(): Place | null;
  /** What an earlier hub has kept: the newest one first, then copies of it. */
  readonly kept: readonly KeptList[];
  keep(list: KeptList): Promise<void>;
  /** The text at an address. Rejects with HubError. */
  fetch(address: string): Promise<string>;
  readonly now: () => number;
  readonly show: (state: PolicyListState | null) => void;
  /** Its rules came or went. */
  readonly onChanged: () => void;
}

export class PolicyList {
  readonly #options: PolicyListOptions;
  #kept: readonly KeptList[];
  #held: (Good & { readonly fetchedAt: number }) | null = null;
  #key: KeyObject | null = null;
  #place: Place | null = null;
  #fault: Reason | null = null;
  #refreshing: Promise<{ version: number }> | null = null;

  /** Holds what was kept, as far as it is signed by the key that the policy names now. */
  constructor(options: PolicyListOptions) {
    this.#options = options;
    this.#kept = options.kept;
    this.#take();
  }

  /** Null where none is in force. */
  get list(): SignedList | null {
    return this.#held?.list ?? null;
  }

  /** To be called when policy.json was read. */
  policyRead(): void {
    if (isSamePlace(this.#options.place(), this.#place)) return;
    this.#take();
    this.#options.onChanged();
  }

  /** Fetches it now; a second caller joins. Rejects with HubError where it is not taken, and then the one before stays in force. */
  refresh(): Promise<{ version: number }> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
      this.#show();
    });
    this.#show();
    return this.#refreshing;
  }

  /** Along with the catalogue: where the policy names none, or it cannot be had, that shows in its state alone. */
  async refreshAlong(): Promise<void> {
    if (this.#options.place()) await this.refresh().catch(() => {});
  }

  async #refresh(): Promise<{ version: number }> {
    const place = this.#options.place();
    if (!place) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-policy-list' });
    try {
      const key = readListKey(place.key);
      if (!key) throw refused({ kind: 'policy-list-key' });
      const envelope = await this.#options.fetch(place.address);
      // The policy may name another one by now, by another key.
      if (!isSamePlace(place, this.#place)) throw refused({ kind: 'policy-list-moved' });
      const version = await this.#accept(envelope, key);
      this.#fault = null;
      return { version };
    } catch (error) {
      this.#fault = reasonOf(error);
      throw error;
    }
  }

  async #accept(envelope: string, key: KeyObject): Promise<number> {
    const { now, keep, onChanged } = this.#options;
    const read = readSignedList(envelope, key);
    if (!read.ok) throw refused(read.why);
    const fault = newerFault(read, this.#held) ?? expiryFault(read.list, now());
    if (fault) throw refused(fault);
    const kept = { fetchedAt: now(), key: fingerprintOf(key), envelope };
    await keep(kept);
    const isNew = read.payload !== this.#held?.payload;
    this.#kept = [kept];
    this.#held = { ...read, fetchedAt: kept.fetchedAt };
    if (isNew) onChanged();
    return read.list.version;
  }

  /** The newest of what was kept by this key and is signed by it: a copy stands in for one that was changed. */
  #take(): void {
    const place = this.#options.place();
    this.#place = place;
    this.#key = place ? readListKey(place.key) : null;
    this.#held = null;
    this.#fault = place && !this.#key ? { kind: 'policy-list-key' } : null;
    const key = this.#key;
    if (key) {
      const kept = this.#kept.filter(one => one.key === fingerprintOf(key));
      const read = kept.map(({ envelope, fetchedAt }) => ({ ...readSignedList(envelope, key), fetchedAt }));
      const [newest] = read.flatMap(one => (one.ok ? [one] : [])).toSorted((a, b) => b.list.version - a.list.version);
      this.#held = newest ?? null;
      if (read.some(one => !one.ok || one.payload !== newest?.payload)) this.#fault = { kind: 'policy-list-tampered' };
    }
    this.#show();
  }

  #show(): void {
    this.#options.show(this.#state());
  }

  #state(): PolicyListState | null {
    const place = this.#place;
    if (!place) return null;
    const held = this.#held;
    return {
      address: place.address,
      fingerprint: this.#key && fingerprintOf(this.#key),
      version: held?.list.version ?? null,
      fetchedAt: held?.fetchedAt ?? null,
      expires: held ? Date.parse(held.list.expires) : null,
      rules: held?.list.rules.length ?? 0,
      fault: this.#fault,
      refreshing: this.#refreshing !== null,
    };
  }
}

function isSamePlace(one: Place | null, other: Place | null): boolean {
  return one?.address === other?.address && one?.key === other?.key;
}

function refused(why: Reason) {
  return hubError('ERR_INVALID_ARGUMENTS', why);
}
