// The table of compatibility endpoints: adding one is one line here.
import { claudeBridgeEndpoint } from './claude-bridge-endpoint.ts';
import { claudeFramesEndpoints } from './claude-frames-endpoints.ts';
import { createClaudezillaEndpoint } from './claudezilla-endpoint.ts';
import type { AgentHall } from '../agent-connections/agent-connection.ts';
import type { RunModeSwitch } from '../agents/run-mode.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { FocusLoop } from '../browsers/focus-loop.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { CompatEndpoint } from './compat-endpoints.ts';

/** What an endpoint may use. */
export interface CompatServices {
  readonly platform: HubPlatform;
  readonly hall: AgentHall;
  readonly clients: ClientRegistry;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly loop: FocusLoop;
  readonly mode: Pick<RunModeSwitch, 'mode'>;
}

export function createCompatEndpoints(services: CompatServices): readonly CompatEndpoint[] {
  return [...claudeFramesEndpoints(services), claudeBridgeEndpoint(services), createClaudezillaEndpoint(services)];
}
