// Whom a call to a group is offered to: by the queue group while all of it answer; those that did not are passed over, so the others are asked by name. Pure but for what is handed in.

export interface GroupTakersOptions {
  /** Hubs that are known to share something with this one. */
  sharers(share: string): readonly string[];
  readonly now: () => number;
  /** From 0 to less than 1. */
  readonly random: () => number;
}

export interface Offered {
  readonly hubs: readonly string[];
  /** Also to whichever hub of the queue group NATS chooses. */
  readonly group: boolean;
}

/** A hub that is there answers an offer in milliseconds. */
export const offerMs = 700;
/** So long after it did not answer a hub is asked again, beside one that does answer. */
const passedOverMs = 10_000;
/** The first that answers gets the call. */
const most = { atOnce: 8, again: 4, silent: 1_000 };

/** NATS leaves a frozen or cut-off hub in its queue group for minutes, and goes on choosing it. */
export class GroupTakers {
  readonly #options: GroupTakersOptions;
  /** Since when those that were asked by name were not heard. */
  readonly #asked = new Map<string, number>();
  /** When those that did not answer are asked again. */
  readonly #silent = new Map<string, number>();

  constructor(options: GroupTakersOptions) {
    this.#options = options;
  }

  /** The first attempt goes to the group, where nobody is known not to answer. Those that were `unable` are not asked, nor is the group then. */
  choose(share: string, attempt: number, unable: ReadonlyMap<string, unknown>): Offered {
    if (attempt === 0 && this.#silent.size === 0) return { hubs: [], group: true };
    const now = this.#options.now();
    const sharers = this.#options.sharers(share);
    const silent = sharers.filter(hub => this.#silent.has(hub));
    if (attempt === 0 && silent.length === 0) return { hubs: [], group: true };
    const living = this.#shuffled(sharers.filter(hub => !this.#silent.has(hub) && !unable.has(hub)));
    const chosen = living.slice(0, attempt === 0 ? 1 : most.atOnce);
    for (const hub of chosen) if (!this.#asked.has(hub)) this.#asked.set(hub, now);
    const again = silent.filter(hub => (this.#silent.get(hub) ?? 0) <= now).slice(0, most.again);
    for (const hub of again) this.#passOver(hub);
    return { hubs: [...chosen, ...again], group: chosen.length === 0 && unable.size === 0 };
  }

  /** Those that have not answered lately. */
  silentOf(share: string): readonly string[] {
    const sharers = this.#options.sharers(share);
    return sharers.filter(hub => this.#silent.has(hub)).slice(0, most.atOnce);
  }

  heard(hub: string): void {
    this.#asked.delete(hub);
    this.#silent.delete(hub);
  }

  /** It is not there, or has not answered. */
  isSilent(hub: string): void {
    this.#asked.delete(hub);
    this.#passOver(hub);
  }

  tick(): void {
    const now = this.#options.now();
    for (const [hub, at] of [...this.#asked]) if (now - at >= offerMs) this.isSilent(hub);
  }

  /** Whoever was asked cannot have answered. */
  cut(): void {
    this.#asked.clear();
  }

  #passOver(hub: string): void {
    this.#silent.delete(hub);
    this.#silent.set(hub, this.#options.now() + passedOverMs);
    const [oldest] = this.#silent.keys();
    if (this.#silent.size > most.silent && oldest !== undefined) this.#silent.delete(oldest);
  }

  #shuffled(hubs: readonly string[]): string[] {
    return hubs
      .map(hub => ({ hub, at: this.#options.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ hub }) => hub);
  }
}
