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
  readonly sees?: SeesServer | undefined;
}

/** Whether a client may know that there is a server, a tool of it, or what it has to read; where that is not handed in, every client may. */
export type SeesServer = (
  clientId: string,
  serverId: string,
  what?: { readonly name: string; readonly readOnly: boolean } | 'reads',
) => boolean;

type Sight = Pick<ViewOptions, 'gateway' | 'session' | 'sees'>;

/** The servers that this agent may know of, also those that sleep until they are asked. */
export function offeredServers({ gateway, session, sees }: Sight): ReturnType<Gateway['offering']> {
  const all = gateway.offering();
  return sees ? all.filter(({ id }) => sees(session.agent().clientId, id)) : all;
}

/** Those of them whose resources and prompts it may know of. */
export function readableServers(sight: Sight): ReturnType<Gateway['offering']> {
  const { session, sees } = sight;
  const all = offeredServers(sight);
  return sees ? all.filter(({ id }) => sees(session.agent().clientId, id, 'reads')) : all;
}
