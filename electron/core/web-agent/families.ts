// All members of the Web Agent API, by families: a file for each.
import { addressBarFamily } from './address-bar/address-bar-family.ts';
import { DefaultProvider } from './address-bar/default-provider.ts';
import { Omnibox } from './address-bar/omnibox.ts';
import { Providers } from './address-bar/providers.ts';
import { agentsFamily } from './agents/agents-family.ts';
import { PageWorks } from './agents/page-works.ts';
import { browserFamily } from './browser-family.ts';
import { chatFamily } from './chat-family.ts';
import { fetchFamily } from './fetch-family.ts';
import { mcpFamily } from './mcp-family.ts';
import { modelFamily } from './model-family.ts';
import { offerPageTools, showOwnTools } from './offer-page-tools.ts';
import { OwnTools, ownToolFamily } from './own-tool-family.ts';
import { PageChats } from './page-chats.ts';
import { PageServers } from './page-servers.ts';
import { permissionFamily } from './permission-family.ts';
import { runFamily } from './run-family.ts';
import { PageSessions } from './sessions/page-sessions.ts';
import { sessionFamily } from './sessions/session-family.ts';
import { tabFamily } from './tab-family.ts';
import { textSessionFamily } from './text-session-family.ts';
import { toolFamily } from './tool-family.ts';
import type { PageMember, PageMemberName } from '../../../contract/web-agent.ts';
import type { Page } from './page.ts';
import type { PageAsked, PageFamily, PageHandler } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export interface PageFamilies {
  readonly handlers: Readonly<Partial<Record<PageMemberName, PageHandler>>>;
  /** The document as a request that comes now has it: it may be work for another page. */
  arrive(page: Page): { readonly page: Page; readonly end: () => void };
  readonly omnibox: Omnibox;
  /** Throws where something that a request names does not allow it. */
  expect(asked: PageAsked, member: PageMember): void;
  /** A document is gone, and what it had open with it. */
  gone(page: Page): void;
  /** Its site is blocked, and the document stays. */
  blocked(page: Page): void;
  /** What the user has set for its site has changed, and it is not blocked. */
  allowed(page: Page): void;
  /** A document tells something. */
  notified(page: Page, method: string, params: unknown): void;
  /** Whether it needs no scope, because it uses only what its page has brought. */
  isOwn(asked: Pick<PageAsked, 'type' | 'payload' | 'page'>): boolean;
  settled(): Promise<void>;
  /** What pages have open, for the panels that show it. */
  readonly chats: PageChats;
}

export function createFamilies(services: PageServices): PageFamilies {
  const works = new PageWorks();
  const addressBar = {
    services,
    chosen: new DefaultProvider(services.settings),
    providers: new Providers(),
  };
  const brought = broughtByPages(services);
  const sessions = new PageSessions(services.platform);
  const families: readonly PageFamily[] = [
    permissionFamily(services),
    modelFamily(services),
    textSessionFamily(services, sessions),
    sessionFamily(services, sessions, brought.ownTools),
    toolFamily(services, sessions, brought.ownTools),
    runFamily(services, brought.ownTools),
    ...brought.families,
    browserFamily(services),
    tabFamily(services),
    fetchFamily(services),
    agentsFamily(services, works),
    addressBarFamily(addressBar),
  ];
  const omnibox = new Omnibox(addressBar);
  return {
    ...joined(families),
    omnibox,
    arrive: page => works.arrive(page),
    ...following(families, works, omnibox),
    chats: brought.chats,
  };
}

/** What becomes of what a document has open. */
function following(
  families: readonly PageFamily[],
  works: PageWorks,
  omnibox: Omnibox,
): Pick<PageFamilies, 'gone' | 'blocked' | 'allowed'> {
  return {
    gone: page => {
      works.gone(page);
      omnibox.gone(page);
      for (const family of families) family.gone?.(page);
    },
    // What it does for others it goes on with, and is held to.
    blocked: page => {
      omnibox.gone(page);
      for (const { blocked, gone } of families) (blocked ?? gone)?.(page);
    },
    allowed: page => {
      for (const family of families) family.allowed?.(page);
    },
  };
}

/** Servers, tools and chats of the pages themselves. */
function broughtByPages(services: PageServices) {
  const servers = new PageServers(services, page => showOwnTools(services, page, ownTools));
  const ownTools: OwnTools = new OwnTools(servers, (page, tools) => {
    offerPageTools(services, page, tools);
    showOwnTools(services, page, ownTools);
  });
  const chats = new PageChats(services, ownTools);
  const families = [mcpFamily(services, servers), ownToolFamily(ownTools), chatFamily(services, chats)];
  return { ownTools, chats, families };
}

function joined(
  families: readonly PageFamily[],
): Pick<PageFamilies, 'handlers' | 'expect' | 'notified' | 'isOwn' | 'settled'> {
  return {
    handlers: Object.assign({}, ...families.map(({ handlers }) => handlers)) as PageFamilies['handlers'],
    expect: (asked, member) => {
      for (const family of families) family.expect?.(asked, member);
    },
    notified: (page, method, params) => {
      for (const family of families) family.notified?.(page, method, params);
    },
    isOwn: asked => families.some(family => family.isOwn?.(asked) ?? false),
    settled: async () => {
      await Promise.all(families.map(async family => family.settled?.()));
    },
  };
}
