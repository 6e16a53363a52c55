// What Harbor's extensions, of either generation, may use of the hub.
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { HarborAParts } from './a/harbor-a-parts.ts';

export interface HarborServices {
  readonly platform: HubPlatform;
  readonly agentServices: AgentServices;
  readonly clients: ClientRegistry;
  /** What the first generation uses beyond that. */
  readonly harborA: HarborAParts;
}

/** A relay that one of Harbor's extensions was started for: it proved itself, and its browser vouches for the extension. */
export interface HarborCaller {
  readonly extensionId: string;
  readonly relayPid: number;
}

/** The built-in client that both generations are: unverified, and asks. */
export const harborClientId = 'compat-harbor';
