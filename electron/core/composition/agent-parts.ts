// What every connection of an agent is given, whichever way it came.
import { setTimeout as sleep } from 'node:timers/promises';
import { FirstTabs } from '../agent-connections/first-tabs.ts';
import { randomFirstId } from '../browsers/browser-link.ts';
import { hubParty } from './boot.ts';
import { createRouter } from './registries.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

/** How long an agent's first list of tools waits for servers that are starting. */
const serversMs = 5_000;

export function createAgentServices(
  { hubId, platform, panels }: Boot,
  base: BaseParts,
  registries: Registries,
): AgentServices {
  const { agents, browsers, tabs, catalogue, listings, refusals, shortcuts, gateway, toolsKnown } = registries;
  return {
    agents,
    browsers,
    tabs,
    catalogue,
    listings,
    refusals,
    shortcuts,
    gateway,
    router: createRouter(base, registries, platform, () => panels.canAnswer),
    firstTabs: new FirstTabs(),
    images: base.images,
    tap: base.trace,
    hub: hubParty,
    hubId,
    version: platform.version,
    toolsReady: Promise.race([toolsKnown, sleep(serversMs, undefined, { ref: false })]),
    firstId: () => randomFirstId(size => platform.randomBytes(size)),
  };
}
