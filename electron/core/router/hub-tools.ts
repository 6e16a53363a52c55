// The browser's tools that the hub carries out itself, once the gates have let them pass.
import { hubError } from '../../../words/hub-error.ts';
import { namesOf } from '../browsers/browser-names.ts';
import { readPlan } from '../permissions/plan.ts';
import { isOwnTool } from '../tools/own-tools.ts';
import { aboutAnswers, withoutOthers } from './about-answers.ts';
import { listingAnswers } from './listing-answers.ts';
import { listedShortcuts, shortcutText } from './own-shortcuts.ts';
import { checkPermissions } from './permission-check.ts';
import type { Agent, Browser } from '../../../contract/schemas/entities.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';
import type { AboutServices } from './about-answers.ts';
import type { ListingServices } from './listing-answers.ts';
import type { Permit } from './permit.ts';

export interface HubToolServices extends AboutServices, ListingServices {
  readonly agents: Pick<AgentRegistry, 'browsers' | 'turn' | 'planned'>;
  readonly browsers: Pick<BrowserRegistry, 'connected' | 'forAgent' | 'get'>;
  readonly tabs: Pick<TabRegistry, 'ownedBy'>;
  readonly shortcuts: Pick<ShortcutRegistry, 'find' | 'list'>;
  /** Pilothouse's own. */
  readonly version: string;
}

type Arguments = Readonly<Record<string, unknown>>;
/** What it answers, as JSON; a text stands as it is. Throws HubError. */
type HubTool = (services: HubToolServices, permit: Permit, args: Arguments) => unknown;

const tools: Readonly<Record<string, HubTool>> = {
  list_connected_browsers: ({ browsers }, { call: { agent } }) => {
    const used = browsers.forAgent(agent)?.id;
    return browsers.connected().map(browser => ({ ...described(browser), selected: browser.id === used }));
  },
  select_browser: (services, { call: { agent } }, { deviceId }) => select(services, agent, deviceId),
  switch_browser: (services, { call: { agent } }) => {
    const connected = services.browsers.connected();
    const at = connected.findIndex(({ id }) => id === services.browsers.forAgent(agent)?.id);
    const next = connected[(at + 1) % connected.length];
    if (!next) throw hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'no-browser-for-call' });
    if (connected.length === 1 && at === 0)
      return `${next.name} is the only browser that is connected; you go on there.`;
    return choose(services, agent, next);
  },
  turn_answer_start: ({ agents }, { call: { agent } }) =>
    agents.turn(agent.id, true) ? 'The turn has begun.' : 'A turn was under way; it goes on.',
  turn_answer_complete: ({ agents }, { call: { agent } }) =>
    agents.turn(agent.id, false) ? 'The turn has ended.' : 'No turn was under way.',
  permissions_check: checkPermissions,
  shortcuts_list: ({ shortcuts }) => listedShortcuts(shortcuts),
  shortcuts_execute: ({ shortcuts }, _, args) => shortcutText(shortcuts, args),
  update_plan: ({ agents }, { call: { agent } }, args) => {
    const plan = readPlan(args);
    agents.planned(agent.id, plan);
    return `The user agreed to the plan. Until the next one you are held to ${plan.domains.join(', ')}.`;
  },
  dev_utils: (services, permit, { action = 'state' }) => {
    const look = typeof action === 'string' && Object.hasOwn(looks, action) ? looks[action] : undefined;
    if (look) return look(services, permit);
    throw hubError('ERR_INVALID_ARGUMENTS', {
      kind: 'no-such-action',
      tool: 'dev_utils',
      found: JSON.stringify(action).slice(0, 100),
      known: Object.keys(looks).join(', '),
    });
  },
};

/** They change how the agent goes on that calls them; the user's own calls in the panel are of none. */
const ofAgents: ReadonlySet<string> = new Set([
  'select_browser',
  'switch_browser',
  'turn_answer_start',
  'turn_answer_complete',
  'update_plan',
]);

const looks: Readonly<Record<string, (services: HubToolServices, permit: Permit) => unknown>> = {
  ping: (_, { call: { now } }) => ({ pong: true, timestamp: now }),
  version: ({ browsers, version }, { call: { agent } }) => {
    const browser = browsers.forAgent(agent);
    return { pilothouse: version, browser: browser && { ...described(browser), extension: browser.extensionVersion } };
  },
  state: ({ browsers, tabs }, { call: { agent, mode, client } }) => {
    const browser = browsers.forAgent(agent);
    return {
      agent: { name: agent.name, start: client?.start ?? null, turn: agent.turn ?? null },
      mode: { all: mode, agent: agent.mode ?? 'running' },
      browser: browser && { ...described(browser), state: browser.state.kind },
      tabs: tabs.ownedBy(agent.id).filter(({ browserId }) => browserId === browser?.id).length,
    };
  },
};

/** Rejects with HubError, also for a tool that is made of several calls and carried out by whoever makes them. */
export async function answerInHub(services: HubToolServices, permit: Permit, args: Arguments): Promise<ToolResult> {
  const { tool, byUser } = permit.call;
  if (byUser && (ofAgents.has(tool) || isOwnTool(tool)))
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'for-agents', tool });
  const said = await (Object.hasOwn(aboutAnswers, tool) ? aboutItself : plainAnswer)(services, permit, args);
  return { content: [{ type: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) }] };
}

function plainAnswer(services: HubToolServices, permit: Permit, args: Arguments): unknown {
  const { tool, agent } = permit.call;
  const ofLists = Object.hasOwn(listingAnswers, tool) ? listingAnswers[tool] : undefined;
  if (ofLists) return ofLists(services, agent, args);
  const answer = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (!answer) throw hubError('ERR_TOOL_NOT_FOUND', { kind: 'not-one-call', tool });
  return answer(services, permit, args);
}

/** Masked, and with no id of another agent. While the trace was asked the user may have chosen otherwise. */
async function aboutItself(services: HubToolServices, permit: Permit, args: Arguments): Promise<string> {
  const { tool, agent } = permit.call;
  const said = await aboutAnswers[tool]?.(services, permit, args);
  permit.expectAllowed();
  return withoutOthers(JSON.stringify(services.about.mask.value(said)), agent.id);
}

/** The keys that real clients know of a browser, and what tells two of them apart. */
function described({ id, name, family, version, os, state }: Browser) {
  return { deviceId: id, name, browser: `${family} ${version}`.trim(), osPlatform: os, connectedAt: state.since };
}

function select(services: HubToolServices, agent: Agent, deviceId: unknown): string {
  const connected = services.browsers.connected();
  const byName = connected.filter(({ name }) => name === deviceId);
  const wanted = connected.find(({ id }) => id === deviceId) ?? (byName.length === 1 ? byName[0] : undefined);
  if (wanted) return choose(services, agent, wanted);
  throw hubError('ERR_BROWSER_UNAVAILABLE', {
    kind: 'no-connected-browser',
    found: JSON.stringify(deviceId)?.slice(0, 100) ?? 'nothing',
    connected: namesOf(connected),
  });
}

function choose({ agents, tabs }: HubToolServices, agent: Agent, { id, name }: Browser): string {
  agents.browsers.choose(agent.id, id);
  const own = tabs.ownedBy(agent.id).filter(({ browserId }) => browserId === id).length;
  const count = own === 0 ? 'no tabs' : own === 1 ? '1 tab' : `${own} tabs`;
  return `Your calls go to ${name} (${id}) now, where you own ${count}.`;
}
