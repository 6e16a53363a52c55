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
import { createTraceToolHandlers } from './trace-tool-handlers.ts';
import { UsageWatchers } from './usage-watchers.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { ManifestContext } from '../../../native-host/manifests/context.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { CompatEndpoints } from '../compat/compat-endpoints.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { McpWay } from '../http/mcp-way.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { PromptQueue } from '../permissions/prompt-queue.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { SignIns } from '../servers/remote/sign-in/sign-ins.ts';
import type { StrayDataDesk } from '../servers/stray-data/stray-data.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { RetentionKeeper } from '../store/retention-keeper.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { ToolSwitches } from '../tools/tool-switches.ts';
import type { TraceLog } from '../trace/trace-log.ts';
import type { PermissionHandlerServices } from './permission-handlers.ts';
import type { TraceToolServices } from './trace-tool-handlers.ts';

export interface PanelServices extends PermissionHandlerServices, TraceToolServices {
  readonly state: StatePublisher;
  readonly clients: ClientRegistry;
  readonly agents: AgentRegistry;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly servers: ServerSupervisor;
  readonly signIns: SignIns;
  readonly strayData: Pick<StrayDataDesk, 'of' | 'take'>;
  readonly secretStore: SecretStore;
  /** Hides secrets. */
  readonly mask: Pick<SecretMask, 'value'>;
  /** Opens an address in the user's browser; absent where the panel itself is in one. */
  readonly openLink?: ((url: string) => Promise<void>) | undefined;
  readonly desktop?: HubPlatform['desktop'] | undefined;
  readonly catalogue: ToolCatalogue;
  readonly gateway: Pick<Gateway, 'listShared'>;
  readonly toolPins: ToolPins;
  readonly toolSwitches: ToolSwitches;
  readonly prompts: PromptQueue;
  readonly grants: GrantRegistry;
  readonly limiter: CallLimiter;
  readonly retention: RetentionKeeper;
  readonly trace: TraceLog;
  readonly compat: CompatEndpoints;
  readonly manifests: ManifestContext;
  /** The launcher of the command line, absolute. */
  readonly launcher: string;
  readonly mcp: McpWay;
  /** A new id that nobody can guess. */
  randomId(): string;
}

export function createPanelHandlers(services: PanelServices): PanelHandlers {
  const { state, mode, browsers, servers, gateway, toolPins, toolSwitches, prompts, grants, trace, compat, manifests } =
    services;
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

    'servers:add': async params => ({ serverIds: await servers.add(params) }),
    'servers:approve': ({ serverId, hash }) => done(servers.approve(serverId, hash)),
    'servers:start': ({ serverId }) => done(servers.start(serverId)),
    'servers:stop': ({ serverId }) => done(servers.stop(serverId)),
    'servers:restart': ({ serverId }) => done(servers.restart(serverId)),
    'servers:remove': async ({ serverId }) => {
      await servers.remove(serverId);
      await services.signIns.forget(serverId);
      prompts.serverRemoved(serverId);
      await grants.revokeServer(serverId);
      await toolPins.removeServer(serverId);
      await toolSwitches.removeServer(serverId);
      return {};
    },
    'servers:stray-data': async ({ serverId }) => ({ found: await services.strayData.of(serverId) }),
    'servers:take-data': ({ serverId, file }) => done(services.strayData.take(serverId, file)),
    'servers:set-options': ({ serverId, options }) => done(servers.change(serverId, { options })),
    ...createImportHandlers(services),
    'servers:config': ({ serverId }) => servers.configs.shapes(serverId),
    'servers:configure': ({ serverId, name, config }) => done(servers.configure(serverId, { name, config })),
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

    'trace:window': ({ filter, from, count, ...bounds }) => trace.window(filter, from, count, bounds),
    'trace:values': ask => trace.values(ask),
    'trace:pin': async ({ seq, on }) => {
      await trace.pin(seq, on);
      return {};
    },
    'trace:pins': async () => ({ entries: [...(await trace.pins())] }),
    'trace:payload': ({ seq }) => trace.payload(seq),
    ...createTraceToolHandlers(services),

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
