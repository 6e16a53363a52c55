// What each request of the panel does. One line or two each: the work is in the registries.
import { installManifest, listEveryManifest, uninstallManifest } from '../../../native-host/manifests/installer.ts';
import { hubError } from '../../../words/hub-error.ts';
import { readOffers } from '../gateway/offers.ts';
import { createImportHandlers } from './import-handlers.ts';
import { createPeopleHandlers } from './people-handlers.ts';
import { createPermissionHandlers } from './permission-handlers.ts';
import { createSecretHandlers } from './secret-handlers.ts';
import { createTabHandlers } from './tab-handlers.ts';
import { createToolHandlers } from './tool-handlers.ts';
import { createTraceHandlers } from './trace-handlers.ts';
import { UsageWatchers } from './usage-watchers.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { RetentionKeeper } from '../store/retention-keeper.ts';
import type { PanelServices } from './panel-services.ts';

export function createPanelHandlers(services: PanelServices): PanelHandlers {
  const { state, mode, browsers, servers, gateway, grants, compat, manifests } = services;
  const watchers = new UsageWatchers(servers.records);
  return {
    'state:get': () => {
      grants.sweep();
      return state.snapshot();
    },
    'hub:set-mode': params => done(mode.set(params.mode)),

    ...createPeopleHandlers(services),

    'browsers:approve': ({ browserId, name }) => done(browsers.approve(browserId, name)),
    'browsers:deny': ({ browserId }) => done(browsers.deny(browserId)),
    'browsers:forget': ({ browserId }) => done(browsers.forget(browserId)),
    ...createTabHandlers(services),

    'servers:add': async params => ({ serverIds: await servers.changes.add(params) }),
    'servers:approve': ({ serverId, hash }) => done(servers.changes.approve(serverId, hash)),
    'servers:start': ({ serverId }) => done(servers.start(serverId)),
    'servers:stop': ({ serverId }) => done(servers.stop(serverId)),
    'servers:restart': ({ serverId }) => done(servers.restart(serverId)),
    'servers:remove': ({ serverId }) => done(servers.changes.remove(serverId)),
    'servers:stray-data': async ({ serverId }) => ({ found: await services.strayData.of(serverId) }),
    'servers:take-data': ({ serverId, file }) => done(services.strayData.take(serverId, file)),
    'servers:set-options': ({ serverId, options }) => done(servers.changes.change(serverId, { options })),
    ...createImportHandlers(services),
    'servers:config': ({ serverId }) => servers.configs.shapes(serverId),
    'servers:configure': ({ serverId, name, config }) => done(servers.changes.configure(serverId, { name, config })),
    'servers:offers': async ({ serverId }) =>
      services.mask.value(await readOffers(kind => gateway.listShared(serverId, kind))),
    'servers:history': ({ serverId }) => ({ events: [...servers.records.history(serverId)] }),
    'servers:logs': ({ serverId, ...query }) => servers.records.log(serverId, query),
    'servers:clear-logs': ({ serverId }) => done(servers.records.clearLog(serverId)),
    'servers:watch': ({ on }, panel) => {
      watchers.set(panel, on);
      return {};
    },
    ...createSecretHandlers(services),

    ...createToolHandlers(services),

    ...createPermissionHandlers(services),

    ...createTraceHandlers(services),

    'endpoints:set': ({ endpointId, on }) =>
      done(endpointId === 'mcp-http' ? services.mcp.change({ enabled: on }) : compat.set(endpointId, on)),
    'endpoints:rotate-token': ({ endpointId }) => done(compat.rotateToken(endpointId)),

    'mcp-server:get': () => ({ settings: services.mcp.view() }),
    'mcp-server:set': async ({ change }) => ({ settings: await services.mcp.change(change) }),

    'retention:get': () => keptNow(services.retention),
    'retention:set': async ({ change }) => {
      await services.retention.change(change);
      return keptNow(services.retention);
    },
    'limits:get': () => ({ limits: services.limiter.limits, now: services.limiter.now }),
    'limits:set': async ({ change }) => ({ limits: await services.limiter.change(change) }),

    'desktop:get': () => ({ settings: services.desktop?.settings() ?? null }),
    'desktop:look-for-updates': async () => ({ settings: await expectDesktop(services).lookForUpdates() }),
    'desktop:set': ({ change }) => ({ settings: expectDesktop(services).change(change) }),

    'manifests:list': async () => ({ rows: await listEveryManifest(manifests) }),
    'manifests:install': async ({ browserId, host, replace }) => ({
      row: await installManifest({ ...manifests, host }, browserId, replace),
    }),
    'manifests:uninstall': async ({ browserId, host }) => ({
      row: await uninstallManifest({ ...manifests, host }, browserId),
    }),
  };
}

async function done(work: unknown): Promise<Record<string, never>> {
  await work;
  return {};
}

async function keptNow(keeper: RetentionKeeper) {
  return { retention: keeper.retention, kept: await keeper.kept() };
}

function expectDesktop({ desktop }: PanelServices): NonNullable<HubPlatform['desktop']> {
  if (desktop) return desktop;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-desktop' });
}
