// What those who answer pages may use of the hub.
import type { AskedTool, SiteAnswer } from '../../../contract/schemas/web-agent.ts';
import type { PageFlags, PageScope } from '../../../contract/web-agent.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { Models } from '../models/models.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { Rules } from '../permissions/rule-index.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { SiteRegistry } from '../sites/site-registry.ts';
import type { PageSite } from './page.ts';

/** What the user has set for pages. */
export interface SiteRules {
  flagsOf(origin: string): PageFlags;
  isBlocked(origin: string): boolean;
  /** A page of it has done something. */
  used(origin: string): void;
  pageOpened(page: PageSite): void;
  pageClosed(page: PageSite): void;
  onChanged(listener: () => void): () => void;
}

export interface AskedOfUser {
  readonly scopes: readonly PageScope[];
  readonly reason: string | null;
  readonly tools: readonly AskedTool[] | null;
}

/** Questions of pages to the user. */
export interface SiteAsking {
  ask(
    about: PageSite & { readonly document: string; readonly askedBefore: boolean },
    wanted: AskedOfUser,
    signal: AbortSignal,
  ): Promise<{ kind: 'answered'; answer: SiteAnswer } | { kind: 'expired' | 'gone' | 'closed' }>;
  documentGone(document: string): void;
}

export interface PageServices {
  readonly platform: HubPlatform;
  readonly agentServices: AgentServices;
  readonly sites: SiteRegistry;
  readonly rules: SiteRules;
  readonly questions: SiteAsking;
  readonly grants: GrantRegistry;
  readonly policy: () => Rules;
  readonly models: Models;
  readonly servers: ServerSupervisor;
  readonly limiter: CallLimiter;
  readonly chat: Pick<ChatServices, 'chats' | 'questions'>;
  /** What is shown of a server or a plugin, for people. */
  readonly nameOf: (offerer: string) => string;
}
