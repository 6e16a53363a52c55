// How the panel speaks of web origins that use the Web Agent API, and of what they ask.

import { tabKey } from '../../contract/entities.ts';
import { fileOrigin } from '../../contract/sites.ts';
import { midSentence, t } from './language.ts';
import { pageScopeText } from './page-scope-words.ts';
import { siteName } from './prompt-words.ts';
import { nameOfTab, type TabAt } from './tab-words.ts';
import type { Risk } from '../../contract/asked-tools.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { AskedTool, Site, SiteQuestion } from '../../contract/schemas/web-agent.ts';
import type { PageScope } from '../../contract/web-agent.ts';

export const riskNames: Readonly<Record<Risk, string>> = {
  low: t('low risk'),
  medium: t('medium risk'),
  high: t('high risk'),
};

/** In a list, where all of them are risks. */
export const riskLevels: Readonly<Record<Risk, string>> = { low: t('low'), medium: t('medium'), high: t('high') };

/** `shop.example`; of files what they are. */
export function originName(origin: string): string {
  return origin === fileOrigin ? t('files on this machine') : siteName(origin);
}

/** The tab in which it asks: as it is called now, else as it was when the page asked. */
export function questionTab(
  { tabs }: Pick<Snapshot, 'tabs'>,
  { tab, title, origin, embeddedIn }: SiteQuestion,
): string {
  return nameOfTab(tabs[tabKey(tab.browserId, tab.tabId)] ?? { title, url: embeddedIn ?? origin }, tab.tabId);
}

/** A tab of a site: as it is called now, else as its page told of it. */
export function siteTab(
  { tabs }: Pick<Snapshot, 'tabs'>,
  { origin, pages }: Pick<Site, 'origin' | 'pages'>,
  at: TabAt,
): string {
  const page = pages.find(({ browserId, tabId }) => browserId === at.browserId && tabId === at.tabId);
  return nameOfTab(tabs[tabKey(at.browserId, at.tabId)] ?? (page && { title: page.title, url: origin }), at.tabId);
}

export function siteQuestionSentence({ origin, scopes }: Pick<SiteQuestion, 'origin' | 'scopes'>): string {
  return t('{site} asks for {count, plural, one {# permission} other {# permissions}}', {
    site: originName(origin),
    count: scopes.length,
  });
}

/** As it stands within a line: `read this page`. */
export function scopeWithin(scope: PageScope): string {
  const { title } = pageScopeText(scope);
  return midSentence(title.slice(0, 1)) + title.slice(1);
}

/** `read rows`, `offered by the page`: what a tool does, as its offerer says, else what kind it is. */
export function askedToolWords({ source, readOnly, destructive }: AskedTool): string {
  if (source.kind === 'page') return t('offered by the page');
  if (readOnly) return t('reads, changes nothing');
  if (destructive) return t('may destroy');
  return source.kind === 'plugin' ? t('of a plugin, acts as you') : t('acts as you');
}
