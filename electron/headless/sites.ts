// `pilothouse sites list|block|unblock|flags`, for people or as one JSON object.
import { pageOriginOf } from '../../contract/sites.ts';
import { pageFlags } from '../../contract/web-agent.ts';
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { Site, SiteRules } from '../../contract/schemas/web-agent.ts';
import type { PageFlag, PageFlags } from '../../contract/web-agent.ts';
import type { CliWords } from './words/cli-words.ts';

interface Wanted {
  readonly on: readonly string[];
  readonly off: readonly string[];
  /** As all pages have them. */
  readonly usual: readonly string[];
}

const flagNames = Object.keys(pageFlags) as PageFlag[];

export async function listSites(home: string, json: boolean, words: CliWords): Promise<void> {
  const { sites, rules } = await readSites(home);
  const all = rules.on ? [] : [words.noPageMay];
  printAnswer(json, { sites, rules }, () =>
    sites.length === 0 ? [words.noSites, ...all] : [...listLines(sites, words), ...all],
  );
}

export async function blockSite(
  home: string,
  origin: string,
  blocked: boolean,
  json: boolean,
  words: CliWords,
): Promise<void> {
  await askHub(home, 'sites:set', { origin, blocked }, sayWaits(words, json));
  const one = pageOriginOf(origin) ?? origin;
  printAnswer(json, { origin: one, blocked }, () => [words.siteIs(one, words.siteStates[blocked ? 'blocked' : 'may'])]);
}

/** Without an origin those of all pages. Throws UsageError for a flag that there is not. */
export async function setFlags(
  home: string,
  origin: string | null,
  wanted: Wanted,
  json: boolean,
  words: CliWords,
): Promise<void> {
  const { on, off, usual } = wanted;
  const flags = [...named(on, true, words), ...named(off, false, words), ...named(usual, null, words)];
  if (origin === null && usual.length > 0) throw new UsageError(words.defaultNeedsSite);
  if (flags.length > 0) {
    const change = Object.fromEntries(flags);
    if (origin === null) await askHub(home, 'sites:rules', { change: { flags: change } }, sayWaits(words, json));
    else await askHub(home, 'sites:set', { origin, flags: change }, sayWaits(words, json));
  }
  const { sites, rules } = await readSites(home);
  const site = origin === null ? undefined : sites.find(one => one.origin === pageOriginOf(origin));
  const now: PageFlags = { ...rules.flags, ...site?.flags };
  printAnswer(json, { origin: site?.origin ?? origin, flags: now, changed: Object.keys(site?.flags ?? {}) }, () =>
    columns(flagNames.map(flag => [flag, words.flagIs(now[flag], site?.flags[flag] !== undefined)])),
  );
}

function named<T>(names: readonly string[], value: T, words: CliWords): [PageFlag, T][] {
  return names.map(name => {
    const flag = flagNames.find(known => known === name);
    if (flag) return [flag, value];
    throw new UsageError(words.noSuchFlag(name, flagNames));
  });
}

async function readSites(home: string): Promise<{ sites: Site[]; rules: SiteRules }> {
  const { sites, hub } = await askHub(home, 'status', {});
  const all = Object.values(sites).toSorted((a, b) => a.origin.localeCompare(b.origin));
  return { sites: all, rules: hub.siteRules ?? { on: true, files: false, flags: pageFlags } };
}

function listLines(sites: readonly Site[], words: CliWords): string[] {
  return columns(
    sites.map(({ origin, blocked, uses, pages, flags }) => [
      origin,
      words.siteStates[blocked ? 'blocked' : 'may'],
      words.siteUses(uses),
      words.sitePages(pages.length),
      Object.entries(flags)
        .map(([flag, on]) => `${on ? '+' : '-'}${flag}`)
        .join(' ') || '-',
    ]),
  );
}
