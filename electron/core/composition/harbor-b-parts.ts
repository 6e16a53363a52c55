// What Harbor's second generation brings: scripts that are servers, and servers that stay in its browser.
import { join } from 'node:path';
import { CarriedServers } from '../gateway/carried-servers.ts';
import { HarborScripts } from '../harbor/b/harbor-scripts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

interface Neighbours {
  readonly catalogue: ToolCatalogue;
  readonly gateway: Gateway;
  readonly servers: ServerSupervisor;
  readonly toolPins: ToolPins;
}

export interface HarborBParts {
  /** Servers that extensions carry. */
  readonly carried: CarriedServers;
  /** Scripts of Harbor's extension. */
  readonly scripts: HarborScripts;
}

export async function createHarborBParts(boot: Boot, base: BaseParts, neighbours: Neighbours): Promise<HarborBParts> {
  return { carried: await createCarried(boot, base, neighbours), scripts: await createScripts(base, neighbours) };
}

async function createCarried(
  { platform, events }: Boot,
  { state, store }: BaseParts,
  { catalogue, gateway, servers, toolPins }: Neighbours,
): Promise<CarriedServers> {
  const own = {
    ids: () => servers.list().map(({ id }) => id),
    has: (id: string) => servers.seen(id) !== null,
    access: gateway.requests,
  };
  const carried = new CarriedServers({
    catalogue,
    pins: toolPins,
    settings: store.settings,
    servers: own,
    now: () => platform.now(),
    onForgotten: serverId => events.settle({ kind: 'carriedForgotten', serverId }),
  });
  await carried.load();
  state.subscribe(({ changes }) => {
    for (const { collection, id } of changes)
      if (collection === 'servers' && own.has(id))
        carried.taken(id).catch((error: unknown) => platform.log.warn({ server: id, reason: String(error) }, notEnded));
  });
  return carried;
}

const notEnded = 'What was decided about a server that an extension carried could not be ended.';

async function createScripts(base: BaseParts, { servers }: Neighbours): Promise<HarborScripts> {
  const { home, state, store, secretStore } = base;
  const folder = join(home.path, 'harbor-scripts');
  const scripts = new HarborScripts({ servers, state, secretStore, settings: store.settings, folder });
  await scripts.load();
  return scripts;
}
