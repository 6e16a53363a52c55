// What every view of the gateway is made with.
import type { Router } from '../router/router.ts';
import type { ListReader } from '../tools/browser-offer.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolListings } from '../tools/tool-listing.ts';
import type { AgentSession } from './agent-session.ts';
import type { Gateway } from './gateway.ts';

export interface ViewOptions {
  readonly session: AgentSession;
  readonly gateway: Gateway;
  readonly catalogue: ToolCatalogue;
  readonly listings: Pick<ToolListings, 'list' | 'offerOf'>;
  readonly router: Router;
  readonly reader: ListReader;
  /** The name that the agent reads in `serverInfo`; the hub's own when absent. */
  readonly serverName?: (() => string) | undefined;
  /** Pilothouse's own. */
  readonly version: string;
  /** Resolves when the servers that are to run have started, or after a few seconds. */
  readonly toolsReady: Promise<void> | undefined;
}
