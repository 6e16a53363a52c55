// What the hub tells an agent of itself, and of nobody else: servers that it may use, its grants, refusals, traces, tabs and tools.
import { permissionGate } from '../gates/permission-gate.ts';
import { subjectsOf } from '../gates/permission-request.ts';
import { targetGate } from '../gates/target-gate.ts';
import { listNameOf } from '../tools/callable.ts';
import { groupsOf } from '../tools/tool-groups.ts';
import { checkCallable } from './permission-check.ts';
import { planCall } from './plan-call.ts';
import type { Agent, Tab } from '../../../contract/schemas/entities.ts';
import type { Grant, Resource } from '../../../contract/schemas/permissions.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { TraceEntry } from '../../../contract/schemas/trace.ts';
import type { RecentRefusals } from '../agents/recent-refusals.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { Callable } from '../tools/callable.ts';
import type { ToolListings } from '../tools/tool-listing.ts';
import type { TraceLog } from '../trace/trace-log.ts';
import type { PermissionCheckServices } from './permission-check.ts';
import type { Permit } from './permit.ts';

export interface AboutServices extends PermissionCheckServices {
  readonly browsers: Pick<BrowserRegistry, 'forAgent' | 'get'>;
  readonly about: {
    readonly grants: Pick<GrantRegistry, 'all'>;
    readonly refusals: Pick<RecentRefusals, 'of'>;
    readonly trace: Pick<TraceLog, 'query'>;
    readonly mask: Pick<SecretMask, 'value'>;
    readonly listings: Pick<ToolListings, 'offered'>;
    servers(): readonly Pick<Server, 'id' | 'name' | 'state'>[];
    /** Whether tools of the server are known, whoever is offered them. */
    hasTools(serverId: string): boolean;
  };
}

type Arguments = Readonly<Record<string, unknown>>;
type Answer = (services: AboutServices, permit: Permit, args: Arguments) => unknown;

const usualEntries = 20;
const mostEntries = 50;
/** More names than this are told a group at a time. */
const maxNames = 400;
const maxPayloadChars = 20_000;

export const aboutAnswers: Readonly<Record<string, Answer>> = {
  hub_servers: (services, permit) => ({ servers: serversFor(services, permit) }),
  hub_grants: ({ about, view }, { call }) => {
    const { agent, client, mode } = call;
    const tabs = view.ownTabs(agent.id);
    return {
      start: client?.start ?? null,
      mode: { all: mode, you: agent.mode ?? 'running' },
      plan: agent.plan?.domains ?? null,
      grants: about.grants
        .all()
        .filter(grant => isMine(grant, agent, tabs))
        .map(told),
    };
  },
  hub_refusals: ({ about }, { call: { agent } }) => ({
    refusals: about.refusals.of(agent.id).map(({ at, ...refusal }) => ({ at: momentOf(at), ...refusal })),
  }),
  hub_browser: ({ browsers, view }, { call: { agent }, hidesPage }) => {
    const browser = browsers.forAgent(agent);
    return {
      browser: browser && { deviceId: browser.id, name: browser.name, state: browser.state.kind },
      tabs: view.ownTabs(agent.id).map(tab => ({
        tabId: tab.tabId,
        title: hidesPage(tab) ? '' : tab.title,
        url: tab.url,
        browser: browsers.get(tab.browserId)?.name ?? null,
      })),
    };
  },
  hub_names: ({ about, ...services }, permit, { group }) => {
    const groups = groupsOf(about.listings.offered(permit.call.agent));
    const wanted = typeof group === 'string' ? [...groups].filter(([name]) => name === group) : [...groups];
    const count = wanted.reduce((sum, [, tools]) => sum + tools.length, 0);
    if (count > maxNames && wanted.length > 1)
      return { groups: Object.fromEntries(wanted.map(([name, tools]) => [name, tools.length])) };
    return { tools: Object.fromEntries(wanted.map(([name, tools]) => [name, byDecision(services, permit, tools)])) };
  },
  hub_traces: async ({ about }, permit, { limit, seq }) => {
    const { agent } = permit.call;
    if (typeof seq === 'number') return oneEntry(about.trace, agent.id, seq);
    const count = typeof limit === 'number' ? Math.min(mostEntries, Math.max(1, Math.trunc(limit))) : usualEntries;
    const filter = { text: '', agentId: agent.id };
    const { entries } = await about.trace.query('window', { filter, from: -1, count });
    return { entries: entries.filter(entry => isOf(entry, agent.id)).map(toldEntry) };
  },
};

function serversFor({ about, view }: AboutServices, { call: { agent } }: Permit) {
  const offered = groupsOf(about.listings.offered(agent));
  return about.servers().flatMap(({ id, name, state }) => {
    const tools = offered.get(id)?.length ?? 0;
    const isSwitchedOff = tools === 0 && about.hasTools(id);
    // Nothing of one that the user has not approved can be used.
    if (isSwitchedOff || state.kind === 'blocked') return [];
    const read = planCall(view, agent, { kind: 'read', id: `${id}/resources/read`, serverId: id, inHub: true }, {});
    if ([targetGate, permissionGate].some(gate => gate(read).kind === 'deny')) return [];
    return [{ id, name, state: state.kind, since: momentOf(state.since), tools }];
  });
}

/** For this very agent: of its client, or of the page that it is, and of no other agent of theirs; about a tab, only of its own. */
function isMine({ subject, agentId, tab, resource }: Grant, agent: Agent, tabs: readonly Tab[]): boolean {
  const isSubject = subjectsOf(agent).some(({ kind, id }) => kind === subject.kind && id === subject.id);
  const isOwn = (at: { browserId: string; tabId: number }) =>
    tabs.some(({ browserId, tabId }) => browserId === at.browserId && tabId === at.tabId);
  const isForTab = (tab === null || isOwn(tab)) && (resource.kind !== 'tab' || isOwn(resource));
  return isSubject && (agentId === null || agentId === agent.id) && isForTab;
}

function told({ id, effect, scope, tools, reading, resource, lifetime, expiresAt }: Grant) {
  const place = placeOf(resource);
  const ends = expiresAt === null ? {} : { expiresAt: momentOf(expiresAt) };
  return { id, effect, scope, tools, ...(reading && { reading }), place, lifetime, ...ends };
}

function placeOf(resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return 'everywhere';
    case 'site':
      return resource.origin;
    case 'server':
      return `server ${resource.serverId}`;
    case 'plugin':
      return `plugin ${resource.pluginId}`;
    case 'tab':
      return `tab ${resource.tabId}`;
  }
}

function byDecision(services: Pick<AboutServices, 'view'>, permit: Permit, tools: readonly Callable[]) {
  const names: Record<string, string[]> = {};
  for (const callable of tools) {
    const { decision, code } = checkCallable(services, permit, callable, {});
    const key = code === 'ERR_INVALID_ARGUMENTS' ? 'dependsOnArguments' : decision;
    (names[key] ??= []).push(listNameOf(callable));
  }
  return names;
}

/** A filter by name may find more than its own. */
function isOf({ from, to }: TraceEntry, agentId: string): boolean {
  return [from, to].some(({ kind, id }) => kind === 'agent' && id === agentId);
}

function toldEntry({
  seq,
  at,
  dir,
  method,
  tool,
  tabId,
  latencyMs,
  waitedMs,
  outcome,
  code,
  reason,
  rule,
}: TraceEntry) {
  return { seq, at: momentOf(at), dir, method, tool, tabId, latencyMs, waitedMs, outcome, code, reason, rule };
}

async function oneEntry(trace: Pick<TraceLog, 'query'>, agentId: string, seq: number) {
  const found = await trace.query('call', { seq });
  if (!found || !isOf(found.entry, agentId)) return { entry: null };
  const { request, response } = found.payload;
  return { entry: { ...toldEntry(found.entry), request: cut(request), response: cut(response) } };
}

function cut(text: string | null): string | null {
  return text !== null && text.length > maxPayloadChars ? `${text.slice(0, maxPayloadChars)}…` : text;
}

function momentOf(at: number): string {
  return new Date(at).toISOString();
}

/** Ids of others stand in some of what an agent was told; here they do not. */
export function withoutOthers(text: string, agentId: string): string {
  return text.replace(/agent_[0-9a-f]{4,}/g, id => (agentId.startsWith(id) ? id : 'another agent'));
}
