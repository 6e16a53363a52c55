// The registries and what lies between them, each made with what was stored and handed only what it may use.
import { join } from 'node:path';
import { maxHubFrameBytes } from '../contract/endpoint.ts';
import { AgentRegistry } from './agents/agent-registry.ts';
import { BrowserRegistry } from './browsers/browser-registry.ts';
import { ClientRegistry } from './clients/client-registry.ts';
import { compatClients } from './compat/compat-clients.ts';
import { Gateway } from './gateway/gateway.ts';
import { FocusLoop } from './compat/claudezilla-loop.ts';
import { withFittingReplies } from './images/fit-reply.ts';
import { CallLimiter } from './limits/call-limits.ts';
import { AgentModes } from './agents/agent-modes.ts';
import { createPermissionParts } from './permission-parts.ts';
import { createExecutor } from './router/execute.ts';
import { Router } from './router/router.ts';
import { moveStoredSecrets } from './secrets/move-stored.ts';
import { ServerSecrets } from './secrets/server-secrets.ts';
import { ChildLedger } from './servers/processes/child-ledger.ts';
import { reapOrphans } from './servers/processes/orphan-reaper.ts';
import { SignIns } from './servers/remote/sign-in/sign-ins.ts';
import { createRuntimes } from './servers/runtimes/machine-runtimes.ts';
import { createServerSupervisor } from './servers/server-supervisor.ts';
import { TabRegistry } from './tabs/tab-registry.ts';
import { ToolCatalogue } from './tools/tool-catalogue.ts';
import { ToolPins } from './tools/tool-pins.ts';
import { ToolSwitches } from './tools/tool-switches.ts';
import type { Party } from '../contract/trace.ts';
import type { Closers } from './closers.ts';
import type { Foundation } from './foundation.ts';
import type { PermissionParts } from './permission-parts.ts';
import type { HubPlatform } from './platform.ts';
import type { ServerTool } from './servers/server-tool.ts';
import type { Runtimes } from './servers/runtimes/runtimes.ts';
import type { ServerSupervisor } from './servers/server-supervisor.ts';

export interface Registries extends PermissionParts {
  readonly clients: ClientRegistry;
  readonly agents: AgentRegistry;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly servers: ServerSupervisor;
  readonly signIns: SignIns;
  readonly catalogue: ToolCatalogue;
  readonly gateway: Gateway;
  readonly toolPins: ToolPins;
  readonly toolSwitches: ToolSwitches;
  readonly loop: FocusLoop;
  readonly limiter: CallLimiter;
}

/** What panels hear of beside the state. */
export interface RegistryNews {
  serversLogged(serverIds: string[]): void;
}

export const hubParty: Party = { kind: 'hub', id: 'hub', label: 'Hub' };

/** At hub exit a server has this long for each rung of the ladder: stdin end, SIGTERM, SIGKILL. */
const exitGrace = { graceMs: 600 };
/** What a killed hub left has lost its input already. */
const reapGraces = { inputMs: 0, termMs: 500 };

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
    builtIn: compatClients,
    persist: store.clients,
    secrets: home.clientSecrets,
  });
  const toolSwitches = new ToolSwitches({ rows: await store.toolSwitches.list(), persist: store.toolSwitches });
  const catalogue = new ToolCatalogue(state, toolSwitches);
  const parts = await createPermissionParts(platform, foundation, closers, { clients, catalogue });
  const { grants, prompts } = parts;
  const modes = new AgentModes(store.settings);
  await modes.load();
  const tabs = new TabRegistry({ ...common, onClosed: (browserId, tabId) => grants.tabClosed(browserId, tabId) });
  const agents = new AgentRegistry({
    ...common,
    modes,
    onLeft: agentId => {
      tabs.orphan(agentId);
      grants.agentLeft(agentId);
      prompts.agentLeft(agentId);
      limiter.agentLeft(agentId);
      void servers.agentGone(agentId);
    },
  });
  closers.add(() => agents.stop());
  mode.onChanged(next => {
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
  const toolPins = new ToolPins({
    pins: await store.toolPins.list(),
    approvals: await store.toolPins.approvals(),
    persist: store.toolPins,
    now: common.now,
  });
  const signIns = new SignIns({ store: foundation.secretStore });
  closers.add(() => signIns.stop());
  const runtimes = createRuntimes(platform);
  closers.add(() => runtimes.stop());
  const neighbours = { catalogue, toolPins, signIns, runtimes, news };
  const { servers, gateway } = await createServers(platform, foundation, neighbours);
  closers.add(() => servers.stopAll(exitGrace));
  foundation.secrets.read = () => servers.secretValues();
  return {
    clients,
    agents,
    browsers,
    tabs,
    servers,
    signIns,
    catalogue,
    gateway,
    toolPins,
    toolSwitches,
    ...parts,
    loop,
    limiter,
  };
}

interface ServerNeighbours {
  readonly catalogue: ToolCatalogue;
  readonly toolPins: ToolPins;
  readonly signIns: SignIns;
  readonly runtimes: Runtimes;
  readonly news: RegistryNews;
}

async function createServers(
  platform: HubPlatform,
  { home, store, state, trace, secretStore }: Foundation,
  { catalogue, toolPins, signIns, runtimes, news }: ServerNeighbours,
): Promise<{ servers: ServerSupervisor; gateway: Gateway }> {
  const { os, log } = platform;
  const ledger = new ChildLedger(join(home.path, 'children.json'), () => platform.now());
  const reaped = reapOrphans({ ledger, os, graces: reapGraces }).then(
    orphans => {
      const of = orphans.map(({ record }) => `${record.serverId} (${record.pid ?? 'unknown'})`);
      if (of.length > 0) log.warn({ orphans: of }, 'Processes that an earlier hub had left were ended.');
    },
    (error: unknown) => log.warn({ reason: String(error) }, 'What an earlier hub has left could not be looked for.'),
  );
  const checkTools = (serverId: string, tools: readonly ServerTool[]) =>
    toolPins.check(serverId, servers.get(serverId)?.hash ?? '', tools);
  const gateway = new Gateway({
    servers: () => servers,
    learnTools: (serverId, tools) => catalogue.addServerTools(serverId, tools, checkTools(serverId, tools)),
    needsOwnRun: (serverId, sentence) => servers.needsOwnRun(serverId, sentence),
  });
  const secrets = new ServerSecrets(secretStore);
  const rows = await moveStoredSecrets(await store.servers.list(), secrets, async changed => {
    for (const row of changed) await store.servers.put(row);
    await store.compact();
  });
  const servers: ServerSupervisor = createServerSupervisor({
    platform: withPath(platform, runtimes),
    runtimes,
    state,
    tap: trace,
    rows,
    secrets,
    signIns,
    persist: { save: row => store.servers.put(row), remove: id => store.servers.remove(id) },
    toolMemory: {
      remembered: await store.lastTools.list(),
      save: (id, hash, tools) => store.lastTools.put(id, hash, tools),
      remove: id => store.lastTools.remove(id),
    },
    everybody: gateway,
    onReady: (serverId, client, asker) => gateway.ready(serverId, client, asker),
    onOwnTools: (serverId, tools, asker) => gateway.ownTools(serverId, tools, asker),
    onTools: (serverId, tools) => catalogue.setServerTools(serverId, tools, checkTools(serverId, tools)),
    onLogs: serverIds => news.serversLogged(serverIds),
    logFolder: join(home.logs, 'servers'),
    ledger,
    cleared: Promise.all([reaped, runtimes.ready]).then(() => {}),
  });
  return { servers, gateway };
}

/** Servers get the PATH that a terminal has, also where the hub was started from a desktop and has a shorter one. */
function withPath(platform: HubPlatform, runtimes: Runtimes): HubPlatform {
  return {
    ...platform,
    get env() {
      return runtimes.env;
    },
  };
}

export function createRouter(
  foundation: Foundation,
  registries: Registries,
  now: () => number,
  panelOpen: () => boolean,
): Router {
  const { clients, agents, browsers, tabs, servers, catalogue, gateway, grants, prompts, limiter } = registries;
  const { policy, learning, pauses } = registries;
  const { mode, trace, store, images } = foundation;
  return new Router({
    catalogue,
    prompts,
    pauses,
    learning,
    panelOpen,
    tap: trace,
    execute: withFittingReplies(createExecutor({ agents, browsers, tabs, gateway }), images, maxHubFrameBytes),
    grantUsed: id => grants.used(id),
    limiter,
    audit: line => store.audit.append(line),
    view: {
      now,
      mode: () => mode.mode,
      client: id => clients.get(id),
      grants: () => grants.rules,
      policy: () => policy.rules,
      browserFor: agent => browsers.forAgent(agent),
      tab: (browserId, tabId) => tabs.get(browserId, tabId),
      lastUsedTab: (agentId, browserId) => tabs.lastUsed(agentId, browserId),
      server: id => servers.seen(id),
      limits: (agent, run) => limiter.seen(agent, run),
    },
  });
}
