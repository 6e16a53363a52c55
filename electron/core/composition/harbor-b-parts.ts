// What Harbor's second generation brings: scripts that are servers, and servers that stay in its browser.
import { join } from 'node:path';
import { CarriedServers } from '../gateway/carried-servers.ts';
import { HarborScripts } from '../harbor/b/harbor-scripts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

interface Neighbours {
  readonly catalogue: ToolCatalogue;
  readonly gateway: Gateway;
  readonly servers: ServerSupervisor;
}

export interface HarborBParts {
  /** Servers that extensions carry. */
  readonly carried: CarriedServers;
  /** Scripts of Harbor's extension. */
  readonly scripts: HarborScripts;
}

export async function createHarborBParts(boot: Boot, base: BaseParts, neighbours: Neighbours): Promise<HarborBParts> {
  return { carried: createCarried(boot, neighbours), scripts: await createScripts(base, neighbours) };
}

function createCarried({ platform }: Boot, { catalogue, gateway, servers }: Neighbours): CarriedServers {
  const own = {
    ids: () => servers.list().map(({ id }) => id),
    has: (id: string) => servers.seen(id) !== null,
    access: gateway.requests,
  };
  return new CarriedServers({ catalogue, servers: own, now: () => platform.now() });
}

async function createScripts(base: BaseParts, { servers }: Neighbours): Promise<HarborScripts> {
  const { home, state, store, secretStore } = base;
  const folder = join(home.path, 'harbor-scripts');
  const scripts = new HarborScripts({ servers, state, secretStore, settings: store.settings, folder });
  await scripts.load();
  return scripts;
}
