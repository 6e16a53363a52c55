// The registries and what lies between them, each made with what was stored and handed only what it may use.
import { maxHubFrameBytes } from '../../../contract/schemas/endpoint.ts';
import { AgentModes } from '../agents/agent-modes.ts';
import { AgentRegistry } from '../agents/agent-registry.ts';
import { BrowserRegistry } from '../browsers/browser-registry.ts';
import { FocusLoop } from '../browsers/focus-loop.ts';
import { ClientRegistry } from '../clients/client-registry.ts';
import { builtInClients } from '../compat/built-in-clients.ts';
import { withFittingReplies } from '../images/fit-reply.ts';
import { CallLimiter } from '../limits/call-limits.ts';
import { CallsUnderWay } from '../router/calls-under-way.ts';
import { createExecutor } from '../router/execute.ts';
import { Router } from '../router/router.ts';
import { TabRegistry } from '../tabs/tab-registry.ts';
import { ToolCatalogue } from '../tools/tool-catalogue.ts';
import { ToolSwitches } from '../tools/tool-switches.ts';
import { createPermissionParts } from './permission-parts.ts';
import { createServerParts } from './server-parts.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { RouterOptions } from '../router/router.ts';
import type { Closers } from './closers.ts';
import type { Foundation } from './foundation.ts';
import type { PermissionParts } from './permission-parts.ts';
import type { RegistryNews, ServerParts } from './server-parts.ts';

export interface Registries extends PermissionParts, ServerParts {
  readonly clients: ClientRegistry;
  readonly agents: AgentRegistry;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly catalogue: ToolCatalogue;
  readonly toolSwitches: ToolSwitches;
  readonly loop: FocusLoop;
  readonly limiter: CallLimiter;
  readonly underWay: CallsUnderWay;
}

export const hubParty: Party = { kind: 'hub', id: 'hub', label: 'Hub' };

export async function createRegistries(
  platform: HubPlatform,
  foundation: Foundation,
  closers: Closers,
  news: RegistryNews = { serversLogged() {} },
): Promise<Registries> {
  const { store, state, home, trace, mode } = foundation;
  const common = { state, now: () => platform.now(), randomBytes: (size: number) => platform.randomBytes(size) };
  const clients = new ClientRegistry({
    ...common,
    rows: await store.clients.list(),
    builtIn: builtInClients,
    persist: store.clients,
    secrets: home.clientSecrets,
  });
  const toolSwitches = new ToolSwitches({ rows: await store.toolSwitches.list(), persist: store.toolSwitches });
  const catalogue = new ToolCatalogue(state, toolSwitches, foundation.mask);
  const underWay = new CallsUnderWay();
  const recheck = () => underWay.recheck();
  const parts = await createPermissionParts(platform, foundation, closers, { clients, catalogue, underWay });
  const { grants, prompts } = parts;
  const modes = new AgentModes(store.settings);
  await modes.load();
  const tabs = new TabRegistry({
    ...common,
    onClosed: (browserId, tabId) => grants.tabClosed(browserId, tabId),
    onOwner: recheck,
  });
  const agents = new AgentRegistry({
    ...common,
    monotonic: () => performance.now(),
    modes,
    onMode: recheck,
    onLeft: agentId => {
      tabs.orphan(agentId);
      grants.agentLeft(agentId);
      prompts.agentLeft(agentId);
      limiter.agentLeft(agentId);
      void servers.agentGone(agentId);
      gateway.agentGone(agentId);
    },
  });
  closers.add(() => agents.stop());
  mode.onChanged(next => {
    recheck();
    if (next === 'stopped') agents.disconnectAll('The user stopped all agents.');
  });
  const limiter = new CallLimiter({
    settings: store.settings,
    onRun: (agentId, run) => agents.inRun(agentId, run),
  });
  await limiter.load();
  const loop = new FocusLoop(() => platform.now());
  const browsers = new BrowserRegistry({
    ...common,
    loop,
    version: platform.version,
    tabs,
    tap: trace,
    hub: hubParty,
    rows: await store.browsers.list(),
    persist: store.browsers,
  });
  agents.onPresence((_agentId, isHere) => browsers.agentPresence(isHere));
  const serverParts = await createServerParts(platform, foundation, closers, { catalogue, limiter, news });
  const { servers, gateway } = serverParts;
  return {
    clients,
    agents,
    browsers,
    tabs,
    ...serverParts,
    catalogue,
    toolSwitches,
    ...parts,
    loop,
    limiter,
    underWay,
  };
}

export function createRouter(
  foundation: Foundation,
  registries: Registries,
  platform: Pick<HubPlatform, 'now' | 'randomBytes' | 'home' | 'os'>,
  panelOpen: () => boolean,
  byUser?: RouterOptions['byUser'],
): Router {
  const { clients, agents, browsers, tabs, servers, catalogue, gateway, grants, prompts, limiter } = registries;
  const { policy, learning, pauses, underWay } = registries;
  const { mode, trace, store, images, mask } = foundation;
  const uploads = { os: platform.os, ownFolders: [platform.home] };
  return new Router({
    catalogue,
    prompts,
    pauses,
    learning,
    panelOpen,
    ...(byUser && { byUser }),
    tap: trace,
    execute: withFittingReplies(
      createExecutor({ agents, browsers, tabs, servers: gateway.requests, uploads }),
      images,
      maxHubFrameBytes,
    ),
    grantUsed: id => grants.used(id),
    limiter,
    underWay,
    audit: line => store.audit.append(line),
    mask,
    digestKey: platform.randomBytes(32),
    view: {
      now: () => platform.now(),
      mode: () => mode.mode,
      client: id => clients.get(id),
      grants: () => grants.rules,
      policy: () => policy.rules,
      browserFor: agent => browsers.forAgent(agent),
      tab: (browserId, tabId) => tabs.get(browserId, tabId),
      document: (browserId, tabId) => tabs.document(browserId, tabId),
      lastUsedTab: (agentId, browserId) => tabs.lastUsed(agentId, browserId),
      server: id => servers.seen(id),
      limits: (agent, run) => limiter.seen(agent, run),
    },
  });
}
