// What the endpoints of other programs' wires may use of the hub.
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { RunModeSwitch } from '../agents/run-mode.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { FocusLoop } from '../browsers/focus-loop.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { BrowserBinding } from '../router/browser-binding.ts';
import type { PauseQueue } from '../router/pause-queue.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';

export interface CompatServices {
  readonly platform: HubPlatform;
  readonly agentServices: AgentServices;
  readonly clients: ClientRegistry;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly binding: Pick<BrowserBinding, 'goOn'>;
  readonly loop: FocusLoop;
  readonly mode: Pick<RunModeSwitch, 'mode'>;
  readonly pauses: Pick<PauseQueue, 'wait'>;
  readonly state: Pick<StatePublisher, 'subscribe'>;
}
