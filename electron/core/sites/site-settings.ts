// Where pages are offered the Web Agent API and with which flags: the user's rules for all of them, and what is set or known of each origin.
// The only writer of `sites` and of those rules.

import { SiteRulesSchema } from '../../../contract/schemas/web-agent.ts';
import { fileOrigin } from '../../../contract/sites.ts';
import { pageFlags } from '../../../contract/web-agent.ts';
import { hubError } from '../../../words/hub-error.ts';
import { dayMs, differingFlags, isSet, newEntry, shownOf, storedOf, usedOnce, withFlags } from './site-entry.ts';
import type { CompanionSites, SiteChange, SiteRules, SiteRulesChange } from '../../../contract/schemas/web-agent.ts';
import type { PageFlags } from '../../../contract/web-agent.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { SitesTable, StoredSite } from '../store/sites-table.ts';
import type { OpenPage, SiteEntry } from './site-entry.ts';

export interface SiteSettingsOptions {
  readonly state: StateWriter;
  readonly rows: readonly StoredSite[];
  readonly persist: Pick<SitesTable, 'put' | 'putLater' | 'remove' | 'removeLater'>;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly showRules: (rules: SiteRules) => void;
  readonly now: () => number;
  /** Its grants, its open calls and its questions end. */
  readonly onBlocked: (origin: string) => Promise<void>;
  /** What was decided about it goes too. */
  readonly onForgotten: (origin: string) => Promise<void>;
}

const key = 'siteRules';
/** Origins about which something is set, and all of them together. */
export const siteBounds = { set: 5_000, all: 7_000 } as const;
/** What changes with each use is shown and kept so often at most. */
const behindMs = 1_000;

export class SiteSettings {
  readonly #options: SiteSettingsOptions;
  readonly #entries = new Map<string, SiteEntry>();
  readonly #listeners = new Set<(origin: string | null) => void>();
  /** Origins whose uses wait to be shown and kept. */
  readonly #waiting = new Set<string>();
  /** Spec 003 "Feature Flags": its defaults, which the user changes. */
  #rules: SiteRules = { on: true, files: false, flags: pageFlags };
  /** Never rejects. */
  #changing: Promise<void> = Promise.resolve();
  #behind: NodeJS.Timeout | undefined;
  #nextDay: NodeJS.Timeout | undefined;

  constructor(options: SiteSettingsOptions) {
    this.#options = options;
    for (const row of options.rows) this.#put({ ...row, pages: [], overRate: null });
    this.#awaitDay();
  }

  /** What the user has set for all pages holds from here on. */
  async load(): Promise<void> {
    this.#rules = (await this.#options.settings.get(key, SiteRulesSchema)) ?? this.#rules;
    this.#options.showRules(this.#rules);
    this.#showAll();
  }

  /** Uses that wait are handed on to be kept. */
  stop(): void {
    clearTimeout(this.#nextDay);
    this.#flush();
  }

  get rules(): SiteRules {
    return this.#rules;
  }

  /** The user's own, with what is set for this origin over them. */
  flagsOf(origin: string): PageFlags {
    return { ...this.#rules.flags, ...this.#entries.get(origin)?.flags };
  }

  /** Whether no page of it may use the API: the user has blocked it, or wants the API in no page, or not in files. */
  isBlocked(origin: string): boolean {
    const { on, files } = this.#rules;
    return !on || (origin === fileOrigin && !files) || this.#entries.get(origin)?.blocked === true;
  }

  /** Hears of the origin whose block or flags are other ones now; of null where that may be any. Returns what ends it. */
  onChanged(listener: (origin: string | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes effect at once and is on disk when this resolves. Rejects with ERR_INVALID_ARGUMENTS where too much is set already. */
  async set(origin: string, change: SiteChange): Promise<void> {
    const before = this.#entries.get(origin) ?? newEntry(origin, this.#options.now());
    const blocked = change.blocked ?? before.blocked;
    const entry = { ...before, blocked, flags: withFlags(before.flags, change.flags ?? {}, this.#rules.flags) };
    if (isSet(entry) && !isSet(before)) this.#expectRoom();
    this.#put(entry);
    this.#tell(origin);
    // Also where writing fails: it is blocked here.
    const ended = blocked && !before.blocked ? this.#options.onBlocked(origin) : null;
    try {
      await this.#options.persist.put(storedOf(this.#entries.get(origin) ?? entry));
    } finally {
      await ended;
    }
    this.#forgetOldest();
  }

  /** Changes what is named. One after another: each begins with what the one before has kept. */
  setRules(change: SiteRulesChange): Promise<void> {
    const changed = this.#changing.then(async () => {
      const rules = { ...this.#rules, ...defined(change), flags: { ...this.#rules.flags, ...defined(change.flags) } };
      await this.#options.settings.set(key, rules);
      this.#rules = rules;
      this.#options.showRules(rules);
      this.#showAll();
      this.#tell(null);
    });
    this.#changing = changed.catch(() => {});
    return changed;
  }

  /** What is set and known of it is gone, with what was decided about it. Its open pages stay, and are asked about anew. */
  async forget(origin: string): Promise<void> {
    const { pages } = this.#entries.get(origin) ?? { pages: [] };
    this.#waiting.delete(origin);
    this.#drop(origin);
    if (pages.length > 0) this.#put({ ...newEntry(origin, this.#options.now()), pages });
    this.#tell(origin);
    try {
      await this.#options.persist.remove(origin);
    } finally {
      await this.#options.onForgotten(origin);
    }
  }

  /** One of its pages has done something. */
  used(origin: string): void {
    const now = this.#options.now();
    this.#later(origin, entry => ({ ...entry, lastAt: now, days: usedOnce(entry.days, now) }));
  }

  /** So much of it was refused because it asked too much; it may again at `until`, in ms since 1970. */
  refusedByRate(origin: string, until: number, count = 1): void {
    const now = this.#options.now();
    this.#later(origin, entry => {
      const refused = entry.overRate && entry.overRate.until > now ? entry.overRate.refused : 0;
      return { ...entry, overRate: { until, refused: refused + count } };
    });
  }

  /** A document begins to use the API. */
  pageOpened(page: OpenPage): void {
    const now = this.#options.now();
    const before = this.#entries.get(page.origin) ?? newEntry(page.origin, now);
    this.#put({ ...before, lastAt: now, pages: [...before.pages, page] });
    this.#waiting.add(page.origin);
    this.#schedule();
    this.#forgetOldest();
  }

  /** The same document is gone. */
  pageClosed({ origin, browserId, tabId }: Pick<OpenPage, 'origin' | 'browserId' | 'tabId'>): void {
    const entry = this.#entries.get(origin);
    const at = entry?.pages.findIndex(page => page.browserId === browserId && page.tabId === tabId) ?? -1;
    if (entry && at !== -1) this.#put({ ...entry, pages: entry.pages.toSpliced(at, 1) });
  }

  /** What companions are told: only what differs from the rules for all. */
  companionWord(): CompanionSites {
    const { on, files, flags } = this.#rules;
    const sites = [...this.#entries.values()]
      .map(({ origin, blocked, flags: own }) => ({ origin, blocked, flags: differingFlags(own, flags) }))
      .filter(isSet);
    return { on, files, flags, sites: sites.slice(0, siteBounds.set) };
  }

  #later(origin: string, change: (before: SiteEntry) => SiteEntry): void {
    this.#entries.set(origin, change(this.#entries.get(origin) ?? newEntry(origin, this.#options.now())));
    this.#waiting.add(origin);
    this.#schedule();
  }

  #schedule(): void {
    this.#behind ??= setTimeout(() => this.#flush(), behindMs);
  }

  #flush(): void {
    clearTimeout(this.#behind);
    this.#behind = undefined;
    for (const origin of this.#waiting) {
      const entry = this.#entries.get(origin);
      if (!entry) continue;
      this.#show(entry);
      this.#options.persist.putLater(storedOf(entry));
    }
    this.#waiting.clear();
    this.#forgetOldest();
  }

  #put(entry: SiteEntry): void {
    this.#entries.set(entry.origin, entry);
    this.#show(entry);
  }

  #show(entry: SiteEntry): void {
    this.#options.state.set('sites', entry.origin, shownOf(entry, this.#rules.flags, this.#options.now()));
  }

  #showAll(): void {
    for (const entry of this.#entries.values()) this.#show(entry);
  }

  #tell(origin: string | null): void {
    for (const listener of this.#listeners) listener(origin);
  }

  /** Throws where as much is set as companions are told of. */
  #expectRoom(): void {
    const { set: most } = siteBounds;
    if ([...this.#entries.values()].filter(isSet).length >= most)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'sites-full', most });
  }

  /** One site can come under ever new names. Those about which nothing is set, and that did nothing for the longest, go first. */
  #forgetOldest(): void {
    const extra = this.#entries.size - siteBounds.all;
    if (extra <= 0) return;
    const free = [...this.#entries.values()].filter(entry => !isSet(entry) && entry.pages.length === 0);
    const oldest = free.toSorted((a, b) => (a.lastAt ?? a.firstAt) - (b.lastAt ?? b.firstAt)).slice(0, extra);
    for (const { origin } of oldest) {
      this.#drop(origin);
      this.#options.persist.removeLater(origin);
    }
  }

  #drop(origin: string): void {
    this.#entries.delete(origin);
    this.#options.state.remove('sites', origin);
  }

  /** At midnight of UTC the uses of a day fall out of the seven. */
  #awaitDay(): void {
    const rest = dayMs - (this.#options.now() % dayMs);
    this.#nextDay = setTimeout(() => {
      this.#showAll();
      this.#awaitDay();
    }, rest + 1);
    this.#nextDay.unref();
  }
}

function defined<T extends object>(change: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
