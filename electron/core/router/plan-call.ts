// From a tool's name and arguments to a call as data: which target, which tab, which scope. Decides nothing.
import { HubError } from '../../contract/errors.ts';
import { scopes } from '../../contract/permissions.ts';
import { originOf } from '../../contract/sites.ts';
import { isDestructive } from '../tools/callable.ts';
import { opensAddress, scopeOf, verbOf } from '../tools/browser-tools.ts';
import type { Agent, Browser, Client, RunMode, Tab } from '../../contract/entities.ts';
import type { RunAsk } from '../../contract/limits.ts';
import type { Resource } from '../../contract/permissions.ts';
import type { GatedCall, LimitsSeen, ServerSeen } from '../gates/gate.ts';
import type { Rules } from '../permissions/rule-index.ts';
import type { BrowserTool } from '../tools/browser-tool.ts';
import type { Callable } from '../tools/callable.ts';

/** What the router may look at; all of it is read anew for each decision. */
export interface HubView {
  mode(): RunMode;
  now(): number;
  client(id: string): Client | null;
  grants(): Rules;
  policy(): Rules;
  /** The browser that the agent is bound to, or would be. */
  browserFor(agent: Agent): Browser | null;
  tab(browserId: string, tabId: number): Tab | null;
  lastUsedTab(agentId: string, browserId: string): Tab | null;
  server(id: string): ServerSeen | null;
  limits(agent: Agent, run: RunAsk | null): LimitsSeen;
}

const unlimited: LimitsSeen = { run: null, origin: null };

/** A request that only reads from a server: `everything/resources/read`. */
export interface ServerRead {
  readonly kind: 'read';
  readonly id: string;
  readonly serverId: string;
}

export function planCall(
  view: HubView,
  agent: Agent,
  callable: Callable | ServerRead,
  args: Record<string, unknown>,
  run: RunAsk | null = null,
): GatedCall {
  const common = {
    mode: view.mode(),
    now: view.now(),
    client: view.client(agent.clientId),
    agent,
    tool: callable.id,
    grants: view.grants(),
    limits: callable.kind === 'read' ? unlimited : view.limits(agent, run),
    policy: view.policy(),
  };
  if (callable.kind !== 'browser') {
    const { kind, serverId } = callable;
    return {
      ...common,
      scope: kind === 'read' ? 'servers:read' : 'servers:call',
      readOnly: kind === 'read' || callable.readOnly,
      destructive: kind === 'server' && isDestructive(callable.tool),
      resources: [{ kind: 'server', serverId }],
      target: { kind: 'server', serverId, server: view.server(serverId) },
    };
  }
  const browser = view.browserFor(agent);
  const { needsTab } = callable.tool;
  const tabId = needsTab
    ? (namedTab(args) ?? (browser && view.lastUsedTab(agent.id, browser.id)?.tabId) ?? null)
    : null;
  const tab = browser && tabId !== null ? view.tab(browser.id, tabId) : null;
  const scope = scopeOf(callable.tool, args);
  return {
    ...common,
    scope,
    readOnly: !scopes[scope].acts,
    destructive: false,
    resources: resourcesOf(callable.tool, tab, args),
    target: { kind: 'browser', browser, needsTab, tabId, tab, verb: verbOf(callable.tool, args) },
  };
}

function namedTab(args: Record<string, unknown>): number | undefined {
  if (args.tabId === undefined || args.tabId === null) return undefined;
  if (typeof args.tabId === 'number' && Number.isSafeInteger(args.tabId)) return args.tabId;
  throw new HubError(
    'ERR_INVALID_ARGUMENTS',
    `tabId is ${JSON.stringify(args.tabId)}; it must be a whole number from tabs_context.`,
  );
}

/** The site a call is about: the one it goes to, else where its tab is. Another tool's `url` says nothing of it. */
function resourcesOf(tool: BrowserTool, tab: Tab | null, args: Record<string, unknown>): Resource[] {
  const opened = opensAddress(tool) && typeof args.url === 'string' ? openedOrigin(args.url) : null;
  const origin = opened ?? (tab && originOf(tab.url));
  const site: Resource[] = origin ? [{ kind: 'site', origin }] : [];
  return tab ? [...site, { kind: 'tab', browserId: tab.browserId, tabId: tab.tabId }] : site;
}

/** As the extension reads it: without a scheme it is https; `back` and `forward` open nothing that is known here. */
function openedOrigin(url: string): string | null {
  if (url === 'back' || url === 'forward') return null;
  // `localhost:3000` is a name and a port, although it reads like a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(url.trim());
  return originOf(hasScheme ? url.trim() : `https://${url.trim()}`);
}
