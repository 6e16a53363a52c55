// The table of compatibility endpoints: adding one is one line here.
import type { AgentHall } from '../agents/agent-connection.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { HubPlatform } from '../platform.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { CompatEndpoint } from './compat-endpoints.ts';

/** What an endpoint may use. */
export interface CompatServices {
  readonly platform: HubPlatform;
  readonly hall: AgentHall;
  readonly clients: ClientRegistry;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
}

export function createCompatEndpoints(_services: CompatServices): readonly CompatEndpoint[] {
  return [];
}
