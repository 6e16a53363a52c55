// agent.browser.tabs.* and tab.*: the user's tabs as a page may see them, and those that its site has opened, which are its origin's: they show
// on the board of tabs, the user can take them over, and no other agent may act there.

import { pageDeeds } from '../../../contract/page-deeds.ts';
import { readability } from '../../../contract/readability.ts';
import { ReportedTabSchema } from '../../../contract/schemas/companion.ts';
import { PageTextSchema } from '../../../contract/schemas/page-deeds.ts';
import { fileOrigin, originOf, pageOriginAt } from '../../../contract/sites.ts';
import { standingOf } from '../sites/site-standing.ts';
import { maxOwnedTabs } from '../tabs/opened-tabs.ts';
import { isOwner } from '../tabs/tab-registry.ts';
import { actParams, addressOf, picture, succeeded, waitMsOf } from './browser-family.ts';
import { deedFor, use } from './carry-out.ts';
import { iconsOf } from './icons-of-tabs.ts';
import { invalid, numberIn, textIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import { bookOf } from './page-standing.ts';
import type { DeedPlace, PageAct } from '../../../contract/page-deeds.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { AlsoAt } from '../gates/gate.ts';
import type { HubUse } from '../router/plan-use.ts';
import type { Page } from './page.ts';
import type { PageAsked, PageFamily, PageHandler } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export function tabFamily(services: PageServices): PageFamily {
  const opening: Opening = new Map();
  return {
    handlers: {
      'agent.browser.tabs.list': asked =>
        use(services, asked, {}, () => Promise.resolve(listTabs(services, asked.page))),
      'agent.browser.tabs.get': asked => use(services, asked, {}, async () => getTab(services, asked)),
      'agent.browser.tabs.create': asked => counted(services, asked, opening, () => openTab(services, asked)),
      'agent.browser.tabs.close': asked => closeTab(services, asked),
      'agent.browser.tab.waitForLoad': asked => waitForLoad(services, asked),
      'agent.browser.tab.waitForNavigation': asked => waitForLoad(services, asked, { navigation: true }),
      'agent.browser.tab.navigate': asked => navigate(services, asked),
      ...readingHandlers(services),
      ...actingHandlers(services),
    },
  };
}

function readingHandlers(services: PageServices): PageFamily['handlers'] {
  const deed = deedFor(services);
  const read = async (asked: PageAsked, wish: Record<string, unknown>) => {
    const { place, about } = placeOf(services, asked, 'browser:activeTab.read', 'read');
    return PageTextSchema.parse(await deed(asked, pageDeeds.read, { ...place, html: true, ...wish }, about));
  };
  return {
    'agent.browser.tab.readability': async asked => readability(await read(asked, {})),
    'agent.browser.tab.getHtml': async asked => {
      const selector = textIn(asked.payload, 'selector', 2_000);
      const { html = '', url, title } = await read(asked, selector === undefined ? {} : { selector });
      return { html, url, title };
    },
    'agent.browser.tab.screenshot': asked => {
      const { place, about } = placeOf(services, asked, 'browser:activeTab.screenshot', 'take a screenshot of');
      return picture(services, asked, place, about);
    },
  };
}

function actingHandlers(services: PageServices): PageFamily['handlers'] {
  const deed = deedFor(services);
  const act =
    (kind: PageAct): PageHandler =>
    asked => {
      const { place, about } = placeOf(services, asked, 'browser:activeTab.interact', 'act in');
      return deed(asked, pageDeeds.act, { ...place, ...actParams(asked, kind) }, about).then(succeeded);
    };
  return {
    'agent.browser.tab.click': act('click'),
    'agent.browser.tab.fill': act('fill'),
    'agent.browser.tab.scroll': act('scroll'),
  };
}

function getTab(services: PageServices, asked: PageAsked) {
  const tab = tabRow(services, asked.page, tabIdOf(asked));
  if (tab) return tab;
  throw noTab(tabIdOf(asked));
}

async function closeTab(services: PageServices, asked: PageAsked): Promise<true> {
  const { place, about } = placeOf(services, asked, 'browser:activeTab.interact', 'close');
  await deedFor(services)(asked, pageDeeds.closeTab, { ...place }, about);
  services.tabs.closed(asked.page.tab.browserId, place.tabId);
  return true;
}

async function navigate(services: PageServices, asked: PageAsked): Promise<unknown> {
  const { place, about } = placeOf(services, asked, 'browser:navigate', 'navigate');
  const url = addressOf(asked);
  const goal = goalOf(services, asked, url);
  const also = [...about.also, ...goal.also];
  await deedFor(services)(asked, pageDeeds.navigate, { ...place, url }, { ...about, site: goal.site, also });
  return { success: true, url };
}

/** By site: how many tabs are being opened for it, which nobody owns yet. */
type Opening = Map<string, number>;

async function counted(
  { agentServices }: PageServices,
  { page: { origin, site } }: PageAsked,
  opening: Opening,
  open: () => Promise<unknown>,
): Promise<unknown> {
  const { agentId } = site;
  const under = opening.get(agentId) ?? 0;
  if (agentServices.tabs.ownedBy(agentId).length + under >= maxOwnedTabs)
    throw new PageFault('ERR_RATE_LIMITED', `${origin} has ${maxOwnedTabs} tabs open already; close some.`);
  opening.set(agentId, under + 1);
  try {
    return await open();
  } finally {
    const left = (opening.get(agentId) ?? 1) - 1;
    if (left > 0) opening.set(agentId, left);
    else opening.delete(agentId);
  }
}

async function openTab(services: PageServices, asked: PageAsked): Promise<unknown> {
  const { page, payload } = asked;
  const url = addressOf(asked);
  const { browserId } = page.tab;
  const { agentId } = page.site;
  const goal = goalOf(services, asked, url);
  const [index, windowId] = [numberIn(payload, 'index'), numberIn(payload, 'windowId')];
  const wanted = {
    url,
    active: payload.active === true,
    ...(index !== undefined && { index }),
    ...(windowId !== undefined && { windowId }),
  };
  const opened = ReportedTabSchema.parse(await deedFor(services)(asked, pageDeeds.openTab, wanted, goal));
  services.tabs.claim(agentId, browserId, opened);
  return {
    ...tabRow(services, page, opened.tabId),
    id: opened.tabId,
    url,
    windowId: opened.windowId,
    canControl: true,
  };
}

async function waitForLoad(services: PageServices, asked: PageAsked, more: object = {}): Promise<unknown> {
  // It may well show another site when it is loaded: nothing of that is told.
  const { place, about } = placeOf(services, asked, 'browser:activeTab.read', 'wait for');
  const params = { tabId: place.tabId, timeoutMs: waitMsOf(asked), ...more };
  const shown = ReportedTabSchema.parse(await deedFor(services)(asked, pageDeeds.waitForLoad, params, about));
  // The browser's own report comes a little later, but the next call is decided for what is shown now.
  services.tabs.shown(asked.page.tab.browserId, shown);
  return succeeded();
}

interface Place {
  readonly place: DeedPlace & { readonly tabId: number };
  /** What the router asks about again, as long as it is under way. */
  readonly about: Pick<HubUse, 'site' | 'within'> & { readonly also: readonly AlsoAt[] };
}

/** A tab that this origin has opened and still owns, with the origin that it shows; what rules deny it of that site stays denied. */
function placeOf(services: PageServices, asked: PageAsked, scope: Scope, verb: string): Place {
  const { page } = asked;
  const { browserId } = page.tab;
  const tabId = tabIdOf(asked);
  const tab = services.tabs.get(browserId, tabId);
  if (!tab || !isOwner(tab, page.site.agentId))
    throw new PageFault(
      'ERR_PERMISSION_DENIED',
      `Permission denied: tab ${tabId} was not opened by ${page.origin}, or is its user's again.`,
      { tabId },
    );
  const within = { browserId, tabId, verb };
  const site = originOf(tab.url);
  if (site === null) return { place: { tabId }, about: { within, also: [] } };
  expectNotDenied(services, page, scope, site);
  return { place: { tabId, origin: site }, about: { within, site, also: [{ scope, site }] } };
}

/** Where a tab is to go. */
function goalOf(services: PageServices, { page }: PageAsked, url: string) {
  const site = originOf(url) ?? undefined;
  if (site === undefined) return { site, also: [] };
  expectNotDenied(services, page, 'browser:navigate', site);
  return { site, also: [{ scope: 'browser:navigate', site }] as const };
}

function expectNotDenied(services: PageServices, { origin, tab }: Page, scope: Scope, site: string): void {
  const ask = { origin, scope, fromTab: tab, resource: { kind: 'site', origin: site } } as const;
  if (standingOf(bookOf(services), ask).kind !== 'deny') return;
  throw new PageFault(
    'ERR_PERMISSION_DENIED',
    `Permission denied: a rule of the user denies ${origin} this at ${site}.`,
    { site },
  );
}

function listTabs(services: PageServices, page: Page) {
  const seen = seenBy(services, page);
  const icons = iconsOf(services.tabs.icons, seen);
  return seen.map((tab, index) => rowOf(tab, { index, agentId: page.site.agentId, icons }));
}

/** As the list has it, and with its picture also where the list has no room for that. */
function tabRow(services: PageServices, page: Page, tabId: number) {
  const seen = seenBy(services, page);
  const index = seen.findIndex(tab => tab.tabId === tabId);
  const tab = seen[index];
  return tab && rowOf(tab, { index, agentId: page.site.agentId, icons: iconsOf(services.tabs.icons, [tab]) });
}

function seenBy(services: PageServices, page: Page): readonly Tab[] {
  return services.tabs.inBrowser(page.tab.browserId).filter(tab => maySee(services, page, tab));
}

/** A page does not learn that a site is open which it is denied to see. */
function maySee(services: PageServices, { origin, tab: fromTab, tab: own }: Page, tab: Tab): boolean {
  const site = pageOriginAt(tab.url);
  if (tab.private && tab.tabId !== own.tabId) return false;
  if (site === null) return true;
  // The path of a file says much of its user, who has not let pages come near files.
  if (site === fileOrigin && !services.rules.rules.files) return false;
  const resource = { kind: 'site', origin: site } as const;
  return standingOf(bookOf(services), { origin, scope: 'browser:tabs.read', fromTab, resource }).kind !== 'deny';
}

interface RowFacts {
  readonly index: number;
  readonly agentId: string;
  readonly icons: ReadonlyMap<number, string>;
}

function rowOf(tab: Tab, { index, agentId, icons }: RowFacts) {
  const { tabId: id, url, title, active, windowId } = tab;
  const favIconUrl = icons.get(id);
  return {
    ...{ id, url, title, active, index },
    ...(windowId !== undefined && { windowId }),
    ...(favIconUrl !== undefined && { favIconUrl }),
    canControl: isOwner(tab, agentId),
  };
}

function tabIdOf({ payload, type }: PageAsked): number {
  const id = numberIn(payload, 'tabId') ?? numberIn(payload, 'id');
  if (id !== undefined && Number.isSafeInteger(id)) return id;
  throw invalid(`${type} needs the id of a tab, a number.`);
}

function noTab(tabId: number): PageFault {
  return new PageFault('ERR_NO_TAB', `There is no tab ${tabId} that this page may see.`, { tabId });
}
