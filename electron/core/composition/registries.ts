// The registries and what lies between them, each made with what was stored and handed only what it may use.
import { maxHubFrameBytes } from '../../../contract/frame-bounds.ts';
import { AgentModes } from '../agents/agent-modes.ts';
import { AgentRegistry } from '../agents/agent-registry.ts';
import { GroupNames } from '../agents/group-names.ts';
import { RecentRefusals } from '../agents/recent-refusals.ts';
import { namedApart } from '../browsers/browser-names.ts';
import { BrowserRegistry, type BrowserRegistryOptions } from '../browsers/browser-registry.ts';
import { FocusLoop } from '../browsers/focus-loop.ts';
import { lastSeen } from '../browsers/machine/sightings.ts';
import { PageAnswers } from '../browsers/page-answers.ts';
import { chatClient } from '../clients/chat-client.ts';
import { ClientRegistry, type ClientRegistryOptions } from '../clients/client-registry.ts';
import { builtInClients } from '../compat/built-in-clients.ts';
import { withFittingReplies } from '../images/fit-reply.ts';
import { CallLimiter } from '../limits/call-limits.ts';
import { heldBy } from '../permissions/policy/fleet-hold.ts';
import { BrowserBinding } from '../router/browser-binding.ts';
import { createDescriber } from '../router/call-description.ts';
import { CallsUnderWay } from '../router/calls-under-way.ts';
import { createExecutor } from '../router/execute.ts';
import { FairTurns } from '../router/fair-turns.ts';
import { Router } from '../router/router.ts';
import { OwnToolNames } from '../sites/own-tool-names.ts';
import { SiteRegistry } from '../sites/site-registry.ts';
import { OpenedTabs } from '../tabs/opened-tabs.ts';
import { TabRegistry } from '../tabs/tab-registry.ts';
import { TaskRegistry } from '../tasks/task-registry.ts';
import { PageOffers } from '../tools/page-offers.ts';
import { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import { ToolCatalogue } from '../tools/tool-catalogue.ts';
import { ToolListings } from '../tools/tool-listing.ts';
import { ToolSwitches } from '../tools/tool-switches.ts';
import { hubParty } from './boot.ts';
import { createCompanionParts, followSockets } from './companion-parts.ts';
import { arrivalsRefused, fleetRefusal } from './fleet-policy-parts.ts';
import { followBindings, followBrowsers } from './follow-browsers.ts';
import { createHarborBParts } from './harbor-b-parts.ts';
import { createModelParts } from './model-parts.ts';
import { createPermissionParts } from './permission-parts.ts';
import { createPluginParts } from './plugin-parts.ts';
import { createServerParts } from './server-parts.ts';
import { createSiteParts, createSiteServers } from './site-parts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { ModelServices } from '../panel/model-handlers.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { Targets } from '../router/execute.ts';
import type { HubView } from '../router/plan-call.ts';
import type { RouterOptions } from '../router/router.ts';
import type { SiteServers } from '../sites/site-servers.ts';
import type { StoredBrowser } from '../store/browsers-table.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { CompanionParts } from './companion-parts.ts';
import type { HarborBParts } from './harbor-b-parts.ts';
import type { PermissionParts } from './permission-parts.ts';
import type { PluginParts } from './plugin-parts.ts';
import type { ServerParts } from './server-parts.ts';
import type { SiteParts } from './site-parts.ts';

export interface Registries
  extends PermissionParts,
    ServerParts,
    CompanionParts,
    ModelServices,
    PluginParts,
    SiteParts,
    HarborBParts {
  readonly clients: ClientRegistry;
  readonly agents: AgentRegistry;
  readonly groupNames: GroupNames;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly catalogue: ToolCatalogue;
  readonly listings: ToolListings;
  readonly refusals: RecentRefusals;
  readonly toolSwitches: ToolSwitches;
  readonly shortcuts: ShortcutRegistry;
  readonly loop: FocusLoop;
  readonly limiter: CallLimiter;
  /** What servers carry out for agents. */
  readonly tasks: TaskRegistry;
  readonly underWay: CallsUnderWay;
  /** Web origins that call, whoever speaks for them. */
  readonly sites: SiteRegistry;
  /** MCP servers that pages have brought. */
  readonly siteServers: SiteServers;
  /** Tools that pages offer to the agents whose tabs they are in. */
  readonly pageOffers: PageOffers;
  /** What pages have of tools, whether or not anybody is offered them. */
  readonly ownToolNames: OwnToolNames;
  readonly binding: BrowserBinding;
  readonly turns: FairTurns;
}

export async function createRegistries(boot: Boot, base: BaseParts): Promise<Registries> {
  const { platform, closers } = boot;
  const { store, state } = base;
  const common = { state, now: () => platform.now(), randomBytes: (size: number) => platform.randomBytes(size) };
  const clients = await createClients(base, common);
  const offerOf = (clientId: string) => clients.get(clientId) ?? {};
  const toolSwitches = new ToolSwitches({ rows: await store.toolSwitches.list(), persist: store.toolSwitches });
  const siteServers = await createSiteServers(boot, base);
  const catalogue = new ToolCatalogue(state, toolSwitches, base.mask, offerOf, id => siteServers.siteOf(id));
  const shortcuts = await createShortcuts(boot, base);
  const tabs = await createTabs(boot, base);
  const permissions = await createPermissionParts(boot, base, { clients, catalogue, tabs });
  const parts = { ...permissions, ...(await createSiteParts(boot, base, { ...permissions, catalogue })) };
  const agents = await createAgents(boot, base, permissions);
  closers.add(() => agents.returning.stop());
  const limiter = await createLimiter(base, agents);
  const tasks = await createTasks(boot, base, agents);
  const loop = new FocusLoop(() => platform.now());
  const companionParts = await createCompanionParts(boot, base);
  const openedTabs = new OpenedTabs({ ...common, tabs, agents, audit: line => store.audit.append(line) });
  const browsers = await createBrowsers(boot, base, {
    tabs,
    loop,
    sockets: followSockets(companionParts, boot),
    onOpened: (browserId, opened) => openedTabs.take(browserId, opened),
    onForgotten: browserId => agents.browsers.forgotten(browserId, agentId => tabs.numbersIn(agentId, browserId)),
  });
  followBrowsers(state, browsers, shortcuts, catalogue);
  followBindings(state, agents, catalogue);
  tellPresence(agents, browsers);
  const own = { clients, agents, browsers, tabs, catalogue, toolSwitches, shortcuts, loop, limiter, tasks };
  const offering = await createOffering(boot, base, { ...own, ...permissions, siteServers });
  const { gateway, toolPins: pins } = offering;
  const pageOffers = createPageOffers(boot, { catalogue, pins, tabs, browsers });
  const lists: Gateway['lists'] = (serverId, agentId, name) => gateway.lists(serverId, agentId, name);
  const listings = new ToolListings({ catalogue, offerOf, lists });
  const told = { listings, refusals: new RecentRefusals(common.now) };
  const offers = { siteServers, pageOffers, ownToolNames: new OwnToolNames() };
  return { ...own, ...told, ...offers, ...createCallers(own), ...parts, ...companionParts, ...offering };
}

/** What is known of calls, and of those who make them beside agents. */
function createCallers(own: ConstructorParameters<typeof BrowserBinding>[0] & Pick<Registries, 'agents' | 'clients'>) {
  return {
    underWay: new CallsUnderWay(),
    turns: new FairTurns(),
    binding: new BrowserBinding(own),
    groupNames: new GroupNames(),
    sites: new SiteRegistry(own),
  };
}

function createPageOffers(
  { platform, closers, events }: Boot,
  {
    catalogue,
    pins,
    tabs,
    browsers,
  }: Pick<Registries, 'catalogue' | 'tabs' | 'browsers'> & { readonly pins: ToolPins },
): PageOffers {
  const pageOffers = new PageOffers({
    ...{ catalogue, pins },
    tab: (browserId, tabId) => tabs.get(browserId, tabId),
    browserName: browserId => browsers.get(browserId)?.name ?? browserId,
    randomBytes: size => platform.randomBytes(size),
  });
  closers.add(() => pageOffers.stop());
  for (const kind of ['tabOwnerChanged', 'tabEnded'] as const)
    events.on(kind, ({ browserId, tabId }) => pageOffers.tabChanged(browserId, tabId));
  return pageOffers;
}

/** What offers tools and answers: servers, Harbor's extensions, plugins, models. */
async function createOffering(
  boot: Boot,
  base: BaseParts,
  own: Pick<
    Registries,
    'agents' | 'browsers' | 'clients' | 'catalogue' | 'limiter' | 'tasks' | 'siteServers' | 'cataloguePolicy'
  >,
): Promise<ServerParts & HarborBParts & PluginParts & ModelServices> {
  const serverParts = await createServerParts(boot, base, own);
  const given = { ...own, ...serverParts };
  const harborParts = await createHarborBParts(boot, base, given);
  const pluginParts = await createPluginParts(boot, base, given);
  return { ...serverParts, ...harborParts, ...pluginParts, ...(await createModelParts(boot, base, given)) };
}

/** On the sockets of spec 001 it is told of each connection, also of one that never becomes an agent. */
function tellPresence(agents: AgentRegistry, browsers: BrowserRegistry): void {
  agents.onPresence((agentId, isHere) => {
    if (agents.get(agentId)?.transport !== 'claude-frames') browsers.agentPresence(isHere);
  });
}

async function createClients(
  { store, home: { clientSecrets: secrets } }: BaseParts,
  common: Pick<ClientRegistryOptions, 'state' | 'now' | 'randomBytes'>,
): Promise<ClientRegistry> {
  const rows = await store.clients.list();
  return new ClientRegistry({
    ...common,
    rows,
    builtIn: [...builtInClients, chatClient],
    persist: store.clients,
    secrets,
  });
}

async function createLimiter({ store }: BaseParts, agents: AgentRegistry): Promise<CallLimiter> {
  const { runs: persist } = store.lives;
  const limiter = new CallLimiter({
    settings: store.settings,
    onRun: (agentId, run) => agents.inRun(agentId, run),
    kept: { rows: await persist.list(), persist },
  });
  await limiter.load();
  return limiter;
}

async function createTasks({ platform }: Boot, { store }: BaseParts, agents: AgentRegistry): Promise<TaskRegistry> {
  const { tasks: persist } = store.lives;
  return new TaskRegistry({
    rows: await persist.list(),
    persist,
    now: () => platform.now(),
    agent: id => agents.get(id),
    isAnybody: clientId => builtInClients.some(({ id }) => id === clientId),
  });
}

async function createTabs({ platform, events }: Boot, { state, store }: BaseParts): Promise<TabRegistry> {
  const { tabs: persist } = store.lives;
  return new TabRegistry({
    state,
    kept: { rows: await persist.list(), persist },
    now: () => platform.now(),
    onEnded: (browserId, tabId, isClosed) => events.emit({ kind: 'tabEnded', browserId, tabId, isClosed }),
    onOwner: owned => events.emit({ kind: 'tabOwnerChanged', ...owned }),
    onProven: (browserId, runId, tabIds) => events.emit({ kind: 'tabsProven', browserId, runId, tabIds }),
  });
}

async function createShortcuts({ platform, events }: Boot, { state, store }: BaseParts): Promise<ShortcutRegistry> {
  return new ShortcutRegistry({
    state,
    rows: await store.shortcuts.list(),
    persist: store.shortcuts,
    randomBytes: size => platform.randomBytes(size),
    onChanged: () => events.emit({ kind: 'shortcutChanged' }),
  });
}

async function createBrowsers(
  { platform }: Boot,
  { state, store, trace, mode }: BaseParts,
  parts: Pick<BrowserRegistryOptions, 'tabs' | 'loop' | 'sockets' | 'onOpened' | 'onForgotten'>,
): Promise<BrowserRegistry> {
  const now = () => platform.now();
  const answers = new PageAnswers({ state, settings: store.settings, now });
  await answers.load();
  const browsers = new BrowserRegistry({
    ...parts,
    answers,
    seenAt: await lastSeen(store.settings),
    state,
    now,
    randomBytes: size => platform.randomBytes(size),
    version: platform.version,
    tap: trace,
    hub: hubParty,
    rows: await browsersNamedApart(store.browsers),
    persist: store.browsers,
  });
  browsers.modeChanged(mode.mode);
  return browsers;
}

async function browsersNamedApart(table: BaseParts['store']['browsers']): Promise<StoredBrowser[]> {
  const rows = await table.list();
  const named = namedApart(rows);
  for (const [at, row] of named.entries()) if (row !== rows[at]) await table.put(row);
  return named;
}

async function createAgents(
  { platform, events }: Boot,
  { state, store, mask }: BaseParts,
  { fleetPolicy }: Pick<PermissionParts, 'fleetPolicy'>,
): Promise<AgentRegistry> {
  const { agents: persist } = store.lives;
  const modes = new AgentModes(store.settings);
  await modes.load();
  return new AgentRegistry({
    state,
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
    monotonic: () => performance.now(),
    findProcess: end => platform.connectionProcess(end),
    modes,
    kept: { rows: await persist.list(), persist, mask: text => mask.text(text) },
    onMode: () => events.emit({ kind: 'agentModeChanged' }),
    refuses: agent => fleetRefusal(fleetPolicy.hold, agent),
    onRefused: arrivalsRefused(
      line => store.audit.append(line),
      () => platform.now(),
    ),
    onBrowser: () => events.emit({ kind: 'agentBrowserChanged' }),
    onLeft: agentId => events.emit({ kind: 'agentLeft', agentId }),
  });
}

export function createRouter(
  base: BaseParts,
  registries: Registries,
  platform: Pick<HubPlatform, 'now' | 'randomBytes' | 'home' | 'os' | 'version'>,
  panelOpen: () => boolean,
  { byUser, askedNowhere }: Pick<RouterOptions, 'byUser' | 'askedNowhere'> = {},
): Router {
  const { catalogue, grants, prompts, limiter, learning, pauses, underWay, binding, turns, tasks } = registries;
  const { trace, store, images, mask } = base;
  const view = { ...viewOf(registries, base, platform), grantedOnly: askedNowhere === 'at-gateway' };
  const targets = targetsOf(registries, base, view, platform);
  return new Router({
    catalogue,
    pageMoved: tool => registries.pageOffers.moved(tool),
    turns,
    prompts,
    pauses,
    learning,
    panelOpen,
    describe: createDescriber(registries.browsers, mask),
    ...(byUser && { byUser }),
    ...(askedNowhere && { askedNowhere }),
    tap: trace,
    execute: withFittingReplies(createExecutor(targets), images, maxHubFrameBytes),
    grantUsed: id => grants.used(id),
    limiter,
    tasks,
    underWay,
    binding,
    audit: line => store.audit.append(line),
    mask,
    digestKey: platform.randomBytes(32),
    view,
  });
}

function targetsOf(
  { agents, groupNames, browsers, tabs, catalogue, shortcuts, carried, ...parts }: Registries,
  { pictures, trace, mask }: BaseParts,
  view: HubView,
  { home, os, version }: Pick<HubPlatform, 'home' | 'os' | 'version'>,
): Targets {
  const uploads = { os, ownFolders: [home] };
  const known = { agents, groupNames, browsers, tabs, catalogue, shortcuts, view, version };
  const { listings, grants, refusals, servers, plugins, limiter, pageOffers } = parts;
  const about: Targets['about'] = {
    ...{ grants, refusals, trace, mask, listings },
    servers: () => servers.list(),
    hasTools: serverId => catalogue.hasTools(serverId),
  };
  const callTimeoutMs = () => limiter.limits.defaultTimeoutMs;
  return { ...known, listings, about, servers: carried, plugins, pageOffers, callTimeoutMs, uploads, pictures };
}

function viewOf(registries: Registries, { mode }: BaseParts, platform: Pick<HubPlatform, 'now'>): HubView {
  const { clients, browsers, tabs, servers, carried, plugins, grants, limiter, shortcuts, siteServers } = registries;
  const { policyRules, fleetPolicy } = registries;
  return {
    now: () => platform.now(),
    mode: () => mode.own,
    client: id => clients.get(id),
    grants: () => grants.rules,
    policy: () => policyRules(),
    fleet: agent => heldBy(fleetPolicy.hold, agent),
    browserFor: agent => browsers.forAgent(agent),
    browser: id => browsers.get(id),
    connectedBrowsers: () => browsers.connected(),
    ownTabs: agentId => tabs.ownedBy(agentId),
    tab: (browserId, tabId) => tabs.get(browserId, tabId),
    document: (browserId, tabId) => tabs.document(browserId, tabId),
    lastUsedTab: (agentId, browserId) => tabs.lastUsed(agentId, browserId),
    server: id => {
      const seen = servers.seen(id) ?? carried.seen(id);
      const site = siteServers.of(id);
      return seen && site ? { ...seen, site } : seen;
    },
    plugin: id => plugins.reach(id),
    limits: (agent, run) => limiter.seen(agent, run),
    hasShortcut: args => shortcuts.find(args) !== null,
  };
}
