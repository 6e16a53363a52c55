// How many of one kind may be held at once, in all and of each owner: past a bound the one that has been idle longest makes room.

export interface QuotaOptions<T> {
  readonly max: number;
  /** Absent where nobody can tell one owner from another. */
  readonly maxOfOwner?: number;
  readonly ownerOf?: (held: T) => string;
  /** Whether it may go now. */
  readonly isIdle: (held: T) => boolean;
  /** Of the idle ones those of the lowest rank go first; all are alike when absent. */
  readonly rank?: (held: T) => number;
  /** Ends one that has to make room. It is out of the quota already. */
  readonly end: (held: T) => void;
  /** One was ended, or a newcomer was turned away. */
  readonly onCrowded?: () => void;
}

/** `owner`: its owner holds too many that are all busy; `all`: everybody together does. */
export type Crowded = 'owner' | 'all';

export class ConnectionQuota<T> {
  readonly #options: QuotaOptions<T>;
  /** Those used last stand at the end. */
  readonly #held = new Set<T>();

  constructor(options: QuotaOptions<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Ends an idle one where a bound is reached. Null when one more of `owner` may come, else which bound stands in its way. */
  makeRoom(owner = ''): Crowded | null {
    const { max, maxOfOwner = max } = this.#options;
    if (this.#held.size < Math.min(max, maxOfOwner)) return null;
    const own = this.#of(owner);
    if (own.length >= maxOfOwner) return this.#endOneOf(own) ? null : this.#turnedAway('owner');
    if (this.#held.size < max) return null;
    // Whoever holds most gives way, so that nobody can push out those who hold less.
    return this.#endOneOf(this.#largest(own.length)) ? null : this.#turnedAway('all');
  }

  add(held: T): void {
    this.#held.add(held);
  }

  /** It was used just now. */
  touch(held: T): void {
    if (this.#held.delete(held)) this.#held.add(held);
  }

  remove(held: T): void {
    this.#held.delete(held);
  }

  #of(owner: string): T[] {
    return [...this.#held].filter(held => this.#ownerOf(held) === owner);
  }

  #ownerOf(held: T): string {
    return this.#options.ownerOf?.(held) ?? '';
  }

  /** What the owner with the most holds, if those are not fewer than `least`. */
  #largest(least: number): T[] {
    const owners = new Map<string, T[]>();
    for (const held of this.#held) owners.set(this.#ownerOf(held), []);
    for (const held of this.#held) owners.get(this.#ownerOf(held))?.push(held);
    const [most = []] = [...owners.values()].toSorted((a, b) => b.length - a.length);
    return most.length >= least ? most : [];
  }

  #endOneOf(candidates: readonly T[]): boolean {
    const { isIdle, rank = () => 0 } = this.#options;
    // Sorting keeps the order of those that are alike.
    const [idle] = candidates.filter(isIdle).toSorted((a, b) => rank(a) - rank(b));
    if (idle === undefined) return false;
    this.#held.delete(idle);
    this.#options.end(idle);
    this.#options.onCrowded?.();
    return true;
  }

  #turnedAway(crowded: Crowded): Crowded {
    this.#options.onCrowded?.();
    return crowded;
  }
}
