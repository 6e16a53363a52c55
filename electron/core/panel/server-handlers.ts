// What the panel does with MCP servers: adding, running and configuring them, and reading what they say.
import { readOffers } from '../gateway/offers.ts';
import { done } from './done.ts';
import { UsageWatchers } from './usage-watchers.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

export function createServerHandlers(services: Pick<PanelServices, 'servers' | 'gateway' | 'strayData' | 'mask'>) {
  const { servers, gateway, strayData, mask } = services;
  const watchers = new UsageWatchers(servers.records);
  return {
    'servers:add': async params => ({ serverIds: await servers.changes.add(params) }),
    'servers:fill': ({ serverId, fills }) => done(servers.changes.fill(serverId, fills)),
    'servers:approve': ({ serverId, hash }) => done(servers.changes.approve(serverId, hash)),
    'servers:start': ({ serverId }) => done(servers.start(serverId)),
    'servers:stop': ({ serverId }) => done(servers.stop(serverId)),
    'servers:restart': ({ serverId }) => done(servers.restart(serverId)),
    'servers:remove': ({ serverId }) => done(servers.changes.remove(serverId)),
    'servers:stray-data': async ({ serverId }) => ({ found: await strayData.of(serverId) }),
    'servers:take-data': ({ serverId, file }) => done(strayData.take(serverId, file)),
    'servers:set-options': ({ serverId, options }) => done(servers.changes.setOptions(serverId, options)),
    'servers:set': ({ serverId, ...settings }) => done(servers.changes.set(serverId, settings)),
    'servers:environment': ({ serverId }) => servers.environment(serverId),
    'servers:usage': async () => ({ usage: await servers.records.usageNow() }),
    'servers:config': ({ serverId }) => servers.configs.shapes(serverId),
    'servers:configure': ({ serverId, name, config }) => done(servers.changes.configure(serverId, { name, config })),
    'servers:offers': async ({ serverId }) => mask.value(await readOffers(kind => gateway.listShared(serverId, kind))),
    'servers:history': ({ serverId }) => ({ events: [...servers.records.history(serverId)] }),
    'servers:logs': ({ serverId, ...query }) => servers.records.log(serverId, query),
    'servers:clear-logs': ({ serverId }) => done(servers.records.clearLog(serverId)),
    'servers:watch': ({ on }, panel) => done(watchers.set(panel, on)),
  } satisfies Partial<PanelHandlers>;
}
