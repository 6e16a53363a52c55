// What those who answer pages may use of the hub.
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { Models } from '../models/models.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { Rules } from '../permissions/rule-index.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { OwnToolNames } from '../sites/own-tool-names.ts';
import type { SiteQuestions } from '../sites/site-questions.ts';
import type { SiteRegistry } from '../sites/site-registry.ts';
import type { SiteServers } from '../sites/site-servers.ts';
import type { SiteSettings } from '../sites/site-settings.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { PageOffers } from '../tools/page-offers.ts';

export interface PageServices {
  readonly platform: HubPlatform;
  readonly agentServices: AgentServices;
  readonly sites: SiteRegistry;
  readonly rules: Pick<
    SiteSettings,
    'rules' | 'flagsOf' | 'isBlocked' | 'used' | 'refusedByRate' | 'pageOpened' | 'pageClosed' | 'onChanged'
  >;
  readonly questions: Pick<SiteQuestions, 'ask' | 'documentGone'>;
  readonly grants: GrantRegistry;
  readonly policy: () => Rules;
  readonly models: Models;
  readonly servers: ServerSupervisor;
  readonly siteServers: SiteServers;
  readonly pageOffers: PageOffers;
  readonly ownToolNames: Pick<OwnToolNames, 'set'>;
  /** Tells of each change to a server, until the returned function is called. */
  readonly onServers: (changed: () => void) => () => void;
  readonly limiter: CallLimiter;
  readonly tabs: Pick<TabRegistry, 'get' | 'claim' | 'closed' | 'inBrowser' | 'shown' | 'icons'>;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly chat: Pick<ChatServices, 'chats' | 'questions' | 'watchers' | 'lend'>;
  /** What is shown of a server or a plugin, for people. */
  readonly nameOf: (offerer: string) => string;
}
