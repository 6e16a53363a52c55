// What every connection of an agent is given, whichever way it came.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFirstId } from '../browsers/browser-link.ts';
import { hubParty } from './boot.ts';
import { createRouter } from './registries.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { Boot } from './boot.ts';
import type { Foundation } from './foundation.ts';
import type { Registries } from './registries.ts';

/** How long an agent's first list of tools waits for servers that are starting. */
const serversMs = 5_000;

export function createAgentServices(
  { platform, panels }: Boot,
  foundation: Foundation,
  registries: Registries,
): AgentServices {
  const { agents, catalogue, gateway, toolsKnown } = registries;
  return {
    agents,
    catalogue,
    gateway,
    router: createRouter(foundation, registries, platform, () => panels.any),
    tap: foundation.trace,
    hub: hubParty,
    version: platform.version,
    toolsReady: Promise.race([toolsKnown, sleep(serversMs, undefined, { ref: false })]),
    firstId: () => randomFirstId(size => platform.randomBytes(size)),
  };
}
