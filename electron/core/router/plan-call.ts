// From a tool's name and arguments to a call as data: which target, which tab, which scope. Decides nothing.
import { scopes } from '../../../contract/permissions.ts';
import { openableAddress, originOf } from '../../../contract/sites.ts';
import { methodOf } from '../../../native-host/dialects/claude/claude-methods.ts';
import { hubError } from '../../../words/hub-error.ts';
import { canDo } from '../browsers/abilities.ts';
import { namesOf } from '../browsers/browser-names.ts';
import { readPlan } from '../permissions/plan.ts';
import { isOfSite } from '../sites/site-servers.ts';
import { opensAddress, scopeOf, verbOf } from '../tools/browser-tools.ts';
import { planTool } from '../tools/browser-tools-hub.ts';
import { targetArguments } from '../tools/browser-tools-method.ts';
import { isDestructive, scopeOfPageTools, scopesOfOffers } from '../tools/callable.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Agent, Browser, Client, Tab } from '../../../contract/schemas/entities.ts';
import type { RunAsk } from '../../../contract/schemas/limits.ts';
import type { Resource } from '../../../contract/schemas/permissions.ts';
import type { BrowserTarget, GatedCall, PluginTarget, ServerSeen } from '../gates/gate.ts';
import type { LimitsSeen } from '../limits/call-limits.ts';
import type { FleetHeld } from '../permissions/policy/fleet-hold.ts';
import type { Rules } from '../permissions/rule-index.ts';
import type { BrowserTool } from '../tools/browser-tool.ts';
import type { Callable, PageCallable } from '../tools/callable.ts';

/** What the router may look at; all of it is read anew for each decision. */
export interface HubView {
  mode(): RunMode;
  now(): number;
  client(id: string): Client | null;
  grants(): Rules;
  policy(): Rules;
  /** What the fleet holds back of this agent beside its rules; absent where there can be none. */
  fleet?(agent: Agent): FleetHeld | null;
  /** Clients have what rules give them and nothing besides, not even what only reads. */
  readonly grantedOnly?: boolean;
  /** The browser that the agent is bound to, or would be. */
  browserFor(agent: Agent): Browser | null;
  browser(id: string): Browser | null;
  tab(browserId: string, tabId: number): Tab | null;
  /** In every browser. */
  ownTabs(agentId: string): readonly Tab[];
  /** The document that the tab shows, where its browser tells. */
  document(browserId: string, tabId: number): string | null;
  /** Those that are there now. */
  connectedBrowsers(): readonly Browser[];
  lastUsedTab(agentId: string, browserId: string): Tab | null;
  server(id: string): ServerSeen | null;
  plugin(id: string): PluginTarget['state'];
  limits(agent: Agent, run: RunAsk | null): LimitsSeen;
  /** Whether these arguments of a call mean a shortcut that the user saved in the panel. */
  hasShortcut(args: Readonly<Record<string, unknown>>): boolean;
}

/** What a browser has told of a page while a call was on its way to it; it stands above what the tab's last report said. */
export interface PageSeen {
  readonly origin: string | null;
  /** It stands in a frame of the page that the tab shows. */
  readonly inFrame?: boolean | undefined;
  /** Of the page, or of frames in it, as TabMoved names them. */
  readonly documents?: readonly string[] | undefined;
  /** Where a call goes that was decided on before; absent where its agent's choice still says so. */
  readonly at?: DecidedPlace | undefined;
}

/** What a call in a browser stays bound to once it is decided on, whatever its agent chooses or uses meanwhile. */
export interface DecidedPlace {
  readonly browserId: string | null;
  readonly tabId: number | null;
}

export const unlimited: LimitsSeen = { run: null, origin: null };

/** A request that only reads from a server: `everything/resources/read`. */
export interface ServerRead {
  readonly kind: 'read';
  readonly id: string;
  readonly serverId: string;
  /** It is answered from what the hub has of the server, which need not run for that. */
  readonly inHub?: true;
}

/** A change of a server itself: `everything/server/stop`. It need not run for that. */
export interface ServerManagement {
  readonly kind: 'manage';
  readonly id: string;
  readonly serverId: string;
}

type Requested = Callable | ServerRead | ServerManagement;

export function planCall(
  view: HubView,
  agent: Agent,
  callable: Requested,
  args: Record<string, unknown>,
  run: RunAsk | null = null,
  page: PageSeen | null = null,
): GatedCall {
  const common = {
    mode: view.mode(),
    now: view.now(),
    client: view.client(agent.clientId),
    agent,
    tool: callable.id,
    grants: view.grants(),
    limits: callable.kind === 'read' || callable.kind === 'manage' ? unlimited : view.limits(agent, run),
    policy: view.policy(),
    ...(view.fleet && { fleet: view.fleet(agent) }),
    ...(view.grantedOnly && { grantedOnly: true as const }),
  };
  return {
    ...common,
    ...aimed(view, agent, callable, args, page),
  };
}

type Aimed = Pick<
  GatedCall,
  'asksUser' | 'ownTool' | 'scope' | 'readOnly' | 'destructive' | 'resources' | 'definition' | 'target'
>;

function aimed(
  view: HubView,
  agent: Agent,
  callable: Requested,
  args: Record<string, unknown>,
  page: PageSeen | null,
): Aimed {
  if (callable.kind === 'browser') return inBrowser(view, agent, callable.tool, args, page);
  if (callable.kind === 'page') return inPage(view, callable);
  return callable.kind === 'plugin' ? atPlugin(view, callable) : atServer(view, agent, callable);
}

function atPlugin(view: HubView, { pluginId, tool, readOnly }: Callable & { kind: 'plugin' }): Aimed {
  return {
    scope: scopesOfOffers.plugin,
    readOnly,
    destructive: isDestructive(tool),
    definition: tool,
    resources: [{ kind: 'plugin', pluginId }],
    target: { kind: 'plugin', pluginId, state: view.plugin(pluginId) },
  };
}

const scopeAt = { read: 'servers:read', server: scopesOfOffers.server, manage: 'servers:manage' } as const;

function atServer(
  view: HubView,
  agent: Agent,
  callable: Exclude<Requested, { kind: 'browser' | 'plugin' | 'page' }>,
): Aimed {
  const { kind, serverId } = callable;
  const target = { kind: 'server' as const, serverId, server: view.server(serverId) };
  return {
    scope: scopeAt[kind],
    ...(kind === 'server' && isOwn(target.server, agent) && { ownTool: true }),
    readOnly: kind === 'read' || (kind === 'server' && callable.readOnly),
    destructive: kind === 'server' && isDestructive(callable.tool),
    ...(kind === 'server' && { definition: callable.tool }),
    resources: [{ kind: 'server', serverId }],
    target: kind === 'manage' || (kind === 'read' && callable.inHub) ? { ...target, isManaged: true } : target,
  };
}

/** What a page offers itself is used as the page is acted in: at its site, in its tab, by whoever owns that. */
function inPage(view: HubView, { tool, place: { browserId, tabId, origin } }: PageCallable): Aimed {
  const browser = view.browser(browserId);
  const tab = view.tab(browserId, tabId);
  const site: Resource = { kind: 'site', origin };
  return {
    scope: scopeOfPageTools,
    readOnly: false,
    destructive: isDestructive(tool),
    definition: tool,
    resources: tab ? [site, { kind: 'tab', browserId, tabId }] : [site],
    target: {
      ...{ kind: 'browser', browser, needsTab: true, tabId, tab, inFrame: false },
      document: view.document(browserId, tabId),
      verb: 'use a tool in',
    },
  };
}

/** Its own site has brought the server. */
function isOwn(server: ServerSeen | null, agent: Agent): boolean {
  return server?.site !== undefined && isOfSite(server.site.origin, agent);
}

function inBrowser(
  view: HubView,
  agent: Agent,
  listed: BrowserTool,
  given: Record<string, unknown>,
  page: PageSeen | null,
): Aimed {
  const browser = browserOf(view, agent, page?.at);
  const tool = carriedOut(view, listed, browser, given);
  const args = targetArguments(tool, given);
  const { byHub } = tool;
  const needsTab = tool.needsTab || (args.tabId !== undefined && methodOf(tool.name) !== null);
  if (browser?.state.kind === 'connected' && !byHub && !canDo(browser, tool.name))
    throw hubError('ERR_TOOL_NOT_FOUND', { kind: 'browser-cannot', tool: tool.name, browser: browser.name });
  const tabId = needsTab ? tabOf(view, agent, browser, args, page?.at) : null;
  const tab = browser && tabId !== null ? view.tab(browser.id, tabId) : null;
  const scope = scopeOf(tool, args);
  if (tool.name === planTool) readPlan(args);
  return {
    scope,
    ...(tool.asksUser && { asksUser: tool.asksUser }),
    readOnly: !scopes[scope].acts,
    destructive: false,
    resources: resourcesOf(tool, tab, args, page),
    target: {
      kind: 'browser',
      browser,
      needsTab,
      ...(byHub && { inHub: byHub }),
      ...(browser && !byHub && !page?.at && bindingOf(view, agent, browser, needsTab ? args : {})),
      tabId,
      tab,
      document: tab && documentIn(view, tab, page),
      inFrame: page?.inFrame ?? false,
      ...(page?.inFrame && page.documents && { frameDocuments: page.documents }),
      verb: verbOf(tool, args),
    },
  };
}

function documentIn(view: HubView, { browserId, tabId }: Tab, page: PageSeen | null): string | null {
  const { inFrame, documents } = page ?? {};
  return documents && !inFrame ? (documents[0] ?? null) : view.document(browserId, tabId);
}

/** The tool as this call needs it: the extension has a counterpart of its own for what is not the hub's. */
function carriedOut(
  view: HubView,
  { inExtension, byHub, ...tool }: BrowserTool,
  browser: Browser | null,
  args: Record<string, unknown>,
): BrowserTool {
  const isForExtension = inExtension && browser && canDo(browser, tool.name) && !view.hasShortcut(args);
  return isForExtension ? { ...tool, ...inExtension } : { ...tool, ...(byHub && { byHub }) };
}

/** What its agent has to know before the call may be carried out there. A call that was decided on stays where it is. */
function bindingOf(
  view: HubView,
  agent: Agent,
  browser: Browser,
  args: Record<string, unknown>,
): Pick<BrowserTarget, 'others' | 'next' | 'moved' | 'elsewhere'> {
  const nameOfBrowser = (id: string | null) => (id === null ? null : view.browser(id)?.name) ?? 'another browser';
  const { moved } = agent;
  if (browser.state.kind !== 'connected') {
    const connected = view.connectedBrowsers();
    return { others: namesOf(connected), ...(connected[0] && { next: connected[0] }) };
  }
  const tabId = namedTab(args);
  // Which page it means is known only when it has seen or named a tab of this browser.
  if (tabId === undefined)
    return moved && !moved.known ? { moved: { from: nameOfBrowser(moved.from), byUser: moved.by === 'user' } } : {};
  const own = view.ownTabs(agent.id).filter(tab => tab.tabId === tabId);
  const isHere = own.some(tab => tab.browserId === browser.id);
  const other = own.find(tab => tab.browserId !== browser.id);
  // Until it has chosen itself, such a number may be meant for either.
  const isDoubtful = moved?.tabs.includes(tabId) ?? false;
  if (isHere ? !isDoubtful : !other && !isDoubtful) return {};
  return { elsewhere: { browser: nameOfBrowser(other?.browserId ?? moved?.from ?? null), isHere } };
}

function browserOf(view: HubView, agent: Agent, at: DecidedPlace | undefined): Browser | null {
  if (!at) return view.browserFor(agent);
  return at.browserId === null ? null : view.browser(at.browserId);
}

function tabOf(
  view: HubView,
  agent: Agent,
  browser: Browser | null,
  args: Record<string, unknown>,
  at: DecidedPlace | undefined,
): number | null {
  if (at) return at.tabId;
  return namedTab(args) ?? (browser && view.lastUsedTab(agent.id, browser.id)?.tabId) ?? null;
}

function namedTab(args: Record<string, unknown>): number | undefined {
  if (args.tabId === undefined || args.tabId === null) return undefined;
  if (typeof args.tabId === 'number' && Number.isSafeInteger(args.tabId)) return args.tabId;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-tab-number', found: JSON.stringify(args.tabId) });
}

/** The site a call is about: the one it goes to, else where its tab is. Another tool's `url` says nothing of it. */
function resourcesOf(
  tool: BrowserTool,
  tab: Tab | null,
  args: Record<string, unknown>,
  page: PageSeen | null,
): Resource[] {
  const here = page ? page.origin : tab && originOf(tab.url);
  // about:blank is no site, and least of all the one that the tab shows before.
  const origin = page === null && opensAddress(tool) && goesElsewhere(args.url) ? openedOrigin(args.url) : here;
  const site: Resource[] = origin ? [{ kind: 'site', origin }] : [];
  return tab ? [...site, { kind: 'tab', browserId: tab.browserId, tabId: tab.tabId }] : site;
}

/** `back` and `forward` open nothing that is known here. */
function goesElsewhere(url: unknown): url is string {
  return typeof url === 'string' && url !== 'back' && url !== 'forward';
}

/** Null for about:blank. Throws ERR_INVALID_ARGUMENTS for what no agent may open: it is neither a site nor the page that is left. */
export function openedOrigin(url: string): string | null {
  const address = openableAddress(url);
  if (address === null)
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'not-openable', found: url.trim().slice(0, 200) });
  return originOf(address);
}
