// What is known of one origin whose pages use the Web Agent API, pure: its uses by day, how it is shown and how it is kept.
import { pageFlags } from '../../../contract/web-agent.ts';
import type { ChangedFlags, Site } from '../../../contract/schemas/web-agent.ts';
import type { PageFlag, PageFlags } from '../../../contract/web-agent.ts';
import type { StoredSite } from '../store/sites-table.ts';

/** A page that uses the API now. Two documents of one tab are two while the browser has both. */
export interface OpenPage {
  readonly origin: string;
  readonly browserId: string;
  readonly tabId: number;
  readonly title: string;
}

export interface SiteEntry extends StoredSite {
  readonly pages: readonly OpenPage[];
  readonly overRate: Site['overRate'];
}

export const dayMs = 86_400_000;
export const daysShown = 7;
const maxPages = 200;
const flagNames = Object.keys(pageFlags) as PageFlag[];

export function newEntry(origin: string, now: number): SiteEntry {
  return { origin, blocked: false, flags: {}, firstAt: now, lastAt: null, days: [], pages: [], overRate: null };
}

export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** One use more of today; days that are shown no more are gone. */
export function usedOnce(days: StoredSite['days'], now: number, uses = 1): StoredSite['days'] {
  const today = dayOf(now);
  const kept = days.filter(({ day }) => day > today - daysShown && day <= today);
  const ofToday = kept.find(({ day }) => day === today)?.uses ?? 0;
  return [...kept.filter(({ day }) => day !== today), { day: today, uses: ofToday + uses }];
}

/** Uses of the last seven days, the oldest first. */
export function usesByDay(days: StoredSite['days'], now: number): number[] {
  const first = dayOf(now) - daysShown + 1;
  return Array.from({ length: daysShown }, (_, at) => days.find(({ day }) => day === first + at)?.uses ?? 0);
}

/** Whether the user has set something about it. */
export function isSet({ blocked, flags }: Pick<StoredSite, 'blocked' | 'flags'>): boolean {
  return blocked || flagNames.some(name => flags[name] !== undefined);
}

/** Those that differ from what all pages have. */
export function differingFlags(flags: ChangedFlags, all: PageFlags): ChangedFlags {
  const differing = flagNames.filter(name => flags[name] !== undefined && flags[name] !== all[name]);
  return Object.fromEntries(differing.map(name => [name, flags[name]]));
}

/** What the user sets, over what was set before: what all pages have is set no more. */
export function withFlags(
  before: ChangedFlags,
  change: Readonly<Partial<Record<PageFlag, boolean | null | undefined>>>,
  all: PageFlags,
): ChangedFlags {
  const named = flagNames.filter(name => change[name] !== undefined);
  const kept = Object.entries(before).filter(([name]) => !named.some(changed => changed === name));
  const set = named.filter(name => change[name] !== null && change[name] !== all[name]);
  return Object.fromEntries([...kept, ...set.map(name => [name, change[name]])]);
}

export function shownOf(
  { origin, blocked, flags, firstAt, lastAt, ...entry }: SiteEntry,
  all: PageFlags,
  now: number,
): Site {
  const days = usesByDay(entry.days, now);
  return {
    ...{ origin, blocked, firstAt, lastAt, days },
    flags: differingFlags(flags, all),
    uses: days.reduce((total, uses) => total + uses, 0),
    overRate: entry.overRate && entry.overRate.until > now ? entry.overRate : null,
    pages: pagesOf(entry.pages),
  };
}

export function storedOf({ origin, blocked, flags, firstAt, lastAt, days }: SiteEntry): StoredSite {
  return { origin, blocked, flags, firstAt, lastAt, days };
}

/** One row for each tab, with what its newest document is called. */
function pagesOf(pages: readonly OpenPage[]): Site['pages'] {
  const byTab = new Map(
    pages.map(({ browserId, tabId, title }) => [`${tabId} ${browserId}`, { browserId, tabId, title }]),
  );
  return [...byTab.values()].slice(0, maxPages);
}
