// What of the hub the extension of the first generation uses beyond what both generations do.
import type { ChatServices } from '../../chat/chat-services.ts';
import type { CallLimiter } from '../../limits/call-limits.ts';
import type { Models } from '../../models/models.ts';
import type { OAuthSignIns } from '../../oauth/oauth-sign-ins.ts';
import type { GrantRegistry } from '../../permissions/grant-registry.ts';
import type { RuleChanges } from '../../permissions/rule-changes.ts';
import type { Rules } from '../../permissions/rule-index.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { ServerSupervisor } from '../../servers/lifecycle/server-supervisor.ts';
import type { Runtimes } from '../../servers/runtimes/runtimes.ts';
import type { SiteRegistry } from '../../sites/site-registry.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { InTurn } from './in-turn.ts';
import type { ServerFacts } from './server-facts.ts';

export interface HarborAParts {
  readonly servers: ServerSupervisor;
  readonly sites: SiteRegistry;
  readonly grants: GrantRegistry;
  /** In which all connections change grants: those are the hub's. */
  readonly grantTurns: InTurn;
  readonly policy: () => Rules;
  readonly changes: Pick<RuleChanges, 'confirm' | 'made' | 'refused'>;
  readonly limiter: CallLimiter;
  readonly chat: Pick<ChatServices, 'chats' | 'questions'>;
  readonly models: Models;
  readonly oauth: OAuthSignIns;
  readonly secretStore: SecretStore;
  readonly runtimes: Pick<Runtimes, 'env' | 'folders'>;
  readonly state: Pick<StatePublisher, 'subscribe' | 'snapshot'>;
  /** What this wire knows of servers beyond what they are. */
  readonly facts: ServerFacts;
  readonly catalogue: Catalogue;
}
