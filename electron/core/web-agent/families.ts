// All members of the Web Agent API, by families: a file for each.
import { browserFamily } from './browser-family.ts';
import { chatFamily } from './chat-family.ts';
import { fetchFamily } from './fetch-family.ts';
import { mcpFamily } from './mcp-family.ts';
import { modelFamily } from './model-family.ts';
import { offerPageTools } from './offer-page-tools.ts';
import { OwnTools, ownToolFamily } from './own-tool-family.ts';
import { PageChats } from './page-chats.ts';
import { PageServers } from './page-servers.ts';
import { permissionFamily } from './permission-family.ts';
import { runFamily } from './run-family.ts';
import { tabFamily } from './tab-family.ts';
import { TextSessions, textSessionFamily } from './text-session-family.ts';
import { toolFamily } from './tool-family.ts';
import type { PageMemberName } from '../../../contract/web-agent.ts';
import type { Page } from './page.ts';
import type { PageAsked, PageFamily, PageHandler } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export interface PageFamilies {
  readonly handlers: Readonly<Partial<Record<PageMemberName, PageHandler>>>;
  /** A document is gone, and what it had open with it. */
  gone(page: Page): void;
  /** A document tells something. */
  notified(page: Page, method: string, params: unknown): void;
  /** Whether it needs no scope, because it uses only what its page has brought. */
  isOwn(asked: Pick<PageAsked, 'type' | 'payload' | 'page'>): boolean;
  settled(): Promise<void>;
  /** What pages have open, for the panels that show it. */
  readonly chats: PageChats;
}

export function createFamilies(services: PageServices): PageFamilies {
  const servers = new PageServers(services);
  const ownTools = new OwnTools(servers, (page, tools) => offerPageTools(services, page, tools));
  const chats = new PageChats(services, ownTools);
  const families: readonly PageFamily[] = [
    permissionFamily(services),
    modelFamily(services),
    textSessionFamily(services, new TextSessions(services)),
    toolFamily(services, ownTools),
    runFamily(services, ownTools),
    mcpFamily(services, servers),
    ownToolFamily(ownTools),
    chatFamily(services, chats),
    browserFamily(services),
    tabFamily(services),
    fetchFamily(services),
  ];
  return {
    handlers: Object.assign({}, ...families.map(({ handlers }) => handlers)) as PageFamilies['handlers'],
    gone: page => {
      for (const family of families) family.gone?.(page);
    },
    notified: (page, method, params) => {
      for (const family of families) family.notified?.(page, method, params);
    },
    chats,
    isOwn: asked => families.some(family => family.isOwn?.(asked) ?? false),
    settled: async () => {
      await Promise.all(families.map(async family => family.settled?.()));
    },
  };
}
