// What each tab of an extension of others has shown since something began to be gathered there: its answers do not tell pages apart.
import { originOf } from '../../../../contract/sites.ts';
import { isBlank } from './foreign-group.ts';

/** What such an extension keeps of a tab over all of its pages. */
export type Kept = 'console messages' | 'requests';

interface TabPages {
  /** By origin, null for pages of no site: the moment in which the tab was last seen there. */
  readonly seen: Map<string | null, number>;
  /** After which moment each was begun or emptied; null while it may be older than what is known of the tab. */
  readonly since: Record<Kept, number | null>;
  /** What tells its visits from one another, as its extension listed them last. */
  visits: ReadonlySet<string>;
}

/** A forgotten tab counts as one that was there before. */
const maxTabs = 500;

export class ShownPages {
  readonly #tabs = new Map<number, TabPages>();
  #moment = 0;

  /** A number that grows with everything that is noted here. */
  get moment(): number {
    return this.#moment;
  }

  /** A call opened the tab, so nothing was kept of it before. */
  opened(tabId: number, url: string): void {
    const { since } = this.#of(tabId);
    for (const kept of Object.keys(since) as Kept[]) since[kept] ??= 0;
    this.note(tabId, url);
  }

  /** The tab shows that address, or has shown it. */
  note(tabId: number, url: string): void {
    this.#moment += 1;
    const { seen } = this.#of(tabId);
    if (!isBlank(url)) seen.set(originOf(url), this.#moment);
  }

  /** Addresses that the tab was sent to, by what tells one visit from another; each counts when it is first heard of. */
  visited(tabId: number, visits: ReadonlyMap<string, string>): void {
    const pages = this.#of(tabId);
    const known = pages.visits;
    pages.visits = new Set(visits.keys());
    for (const [visit, url] of visits) if (!known.has(visit)) this.note(tabId, url);
  }

  /** Everything that was kept up to that moment is gone. */
  emptied(tabId: number, kept: Kept, moment: number): void {
    this.#of(tabId).since[kept] = moment;
  }

  since(tabId: number, kept: Kept): number | null {
    return this.#of(tabId).since[kept];
  }

  origins(tabId: number, since: number): (string | null)[] {
    return [...this.#of(tabId).seen].flatMap(([origin, moment]) => (moment > since ? [origin] : []));
  }

  #of(tabId: number): TabPages {
    const known = this.#tabs.get(tabId);
    if (known) return known;
    const pages: TabPages = {
      seen: new Map(),
      since: { 'console messages': null, requests: null },
      visits: new Set(),
    };
    this.#tabs.set(tabId, pages);
    const [oldest] = this.#tabs.keys();
    if (this.#tabs.size > maxTabs && oldest !== undefined) this.#tabs.delete(oldest);
    return pages;
  }
}
