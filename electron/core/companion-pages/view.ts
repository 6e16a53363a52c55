// What a page of the companion shows of one tab, or of the questions of its browser; pure, of what panels are shown.
import { agentNameIn } from '../../../contract/agent-name.ts';
import { chatClientId } from '../../../contract/chat.ts';
import { tabKey } from '../../../contract/entities.ts';
import { modelChoiceId } from '../../../contract/models.ts';
import { clientMonograms, monogram } from '../../../contract/monogram.ts';
import { maxSiteTools } from '../../../contract/schemas/companion-pages.ts';
import { fileOrigin, pageOriginAt, siteClientId } from '../../../contract/sites.ts';
import { pageFlags } from '../../../contract/web-agent.ts';
import type { ModelUse } from '../../../contract/models.ts';
import type { AskedPrompt, CompanionView, Driver, Mark, SiteView } from '../../../contract/schemas/companion-pages.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { Grant, Prompt } from '../../../contract/schemas/permissions.ts';
import type { SiteQuestion } from '../../../contract/schemas/web-agent.ts';
import type { PageFlag } from '../../../contract/web-agent.ts';
import type { OwnToolNames } from '../sites/own-tool-names.ts';
import type { StatePublisher } from '../state/publisher.ts';

export type Shown = Pick<StatePublisher, 'get' | 'all' | 'count'> & { readonly hub: StatePublisher['hub'] };

/** Whose view: of one tab of that browser, or, with null, of its questions. */
export interface ViewAt {
  readonly browserId: string;
  readonly tabId: number | null;
}

/** What it is made of; `now` in milliseconds since 1970. */
export interface ViewFrom {
  readonly state: Shown;
  readonly ownTools: Pick<OwnToolNames, 'in'>;
  readonly now: number;
}

const maxServers = 50;

export function viewOf(from: ViewFrom, at: ViewAt): CompanionView {
  const { state } = from;
  const tab = tabOf(state, at);
  const origin = tab && pageOriginAt(tab.url);
  return {
    hub: {
      mode: state.hub.mode,
      browser: state.get('browsers', at.browserId)?.name ?? '',
      waiting: state.count('prompts') + state.count('siteQuestions'),
      locks: state.hub.locks,
    },
    tab: tab && { tabId: tab.tabId, origin, driver: driverOf(state, tab) },
    site: origin === null ? null : siteOf(from, origin, at),
    questions: questionsOf(state, at),
    prompts: at.tabId === null ? [] : promptsOf(state, at),
    models: {
      chat: modelFor(state, 'chat'),
      sites: modelFor(state, 'sites'),
      choices: modelChoices(state),
    },
    servers: [...state.all('servers')].slice(0, maxServers).map(({ id, name, toolCount, state: now }) => {
      return { id, name, state: now.kind, tools: toolCount };
    }),
  };
}

/** The parts of `next` that are other than in `before`. */
export function changesOf(before: CompanionView, next: CompanionView): Partial<CompanionView> {
  const names = Object.keys(next) as (keyof CompanionView)[];
  const differing = names.filter(name => JSON.stringify(next[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(differing.map(name => [name, next[name]]));
}

/** Null for the questions of the browser, and for one that the browser does not speak of. */
export function tabOf(state: Shown, { browserId, tabId }: ViewAt): Tab | null {
  return tabId === null ? null : state.get('tabs', tabKey(browserId, tabId));
}

/** Of that tab, or of the whole browser, the oldest first. */
export function questionsOf(state: Shown, { browserId, tabId }: ViewAt): SiteQuestion[] {
  const isMeant = ({ tab }: SiteQuestion) => tab.browserId === browserId && (tabId === null || tab.tabId === tabId);
  return [...state.all('siteQuestions')].filter(isMeant).toSorted((a, b) => a.askedAt - b.askedAt);
}

export function isPromptOf({ tab }: Pick<Prompt, 'tab'>, { browserId, tabId }: ViewAt): boolean {
  return tabId !== null && tab?.browserId === browserId && tab.tabId === tabId;
}

function promptsOf(state: Shown, at: ViewAt): AskedPrompt[] {
  const prompts = [...state.all('prompts')].filter(prompt => isPromptOf(prompt, at));
  return prompts
    .toSorted((a, b) => a.askedAt - b.askedAt)
    .map(prompt => ({ prompt, asker: markOf(state, prompt.agentId, prompt.agentName) }));
}

/** A grant of the site that holds in this tab. */
export function isGrantAt({ subject, tab }: Grant, origin: string, { browserId, tabId }: ViewAt): boolean {
  const isHere = tab === null || (tab.browserId === browserId && tab.tabId === tabId);
  return subject.kind === 'origin' && subject.id === origin && isHere;
}

function siteOf({ state, ownTools, now }: ViewFrom, origin: string, at: ViewAt): SiteView {
  const site = state.get('sites', origin);
  const rules = state.hub.siteRules;
  const flags = { ...(rules?.flags ?? pageFlags), ...site?.flags };
  const holds = (grant: Grant) => isGrantAt(grant, origin, at) && (grant.expiresAt === null || grant.expiresAt > now);
  return {
    origin,
    blocked: site?.blocked ?? false,
    offered: (rules?.on ?? true) && (origin !== fileOrigin || rules?.files === true),
    flags,
    changed: (Object.keys(site?.flags ?? {}) as PageFlag[]).toSorted(),
    tools: toolsOf(state, { ...at, origin }, ownTools),
    grants: [...state.all('grants')].filter(holds).map(grant => ({ ...grant, of: offererOf(state, grant) })),
  };
}

/** Of the page in that tab: those that its agent is offered, and those that no agent is. */
function toolsOf(state: Shown, at: ViewAt & { readonly origin: string }, own: ViewFrom['ownTools']): SiteView['tools'] {
  const { browserId, tabId, origin } = at;
  if (tabId === null) return [];
  const offered = [...state.all('tools')].flatMap(({ id, source, on, held }): SiteView['tools'] => {
    const isHere =
      source.kind === 'page' && source.origin === origin && source.browserId === browserId && source.tabId === tabId;
    // Its document's name in front means nothing to people.
    const name = isHere ? id.slice(source.pageId.length + 1) : '';
    return isHere ? [{ name, state: held !== null ? 'held' : on ? 'offered' : 'off' }] : [];
  });
  const named = new Set(offered.map(({ name }) => name));
  const others = own.in({ browserId, tabId, origin }).filter(name => !named.has(name));
  return [...offered, ...others.map(name => ({ name, state: 'unoffered' as const }))].slice(0, maxSiteTools);
}

function offererOf(state: Shown, { resource }: Grant): string | null {
  if (resource.kind === 'server') return state.get('servers', resource.serverId)?.name ?? resource.serverId;
  return resource.kind === 'plugin' ? (state.get('plugins', resource.pluginId)?.name ?? resource.pluginId) : null;
}

function driverOf(state: Shown, { owner, lastAction }: Tab): Driver {
  const { since } = owner;
  if (owner.kind === 'agent')
    return { kind: 'agent', agent: markOf(state, owner.agentId), since: owner.since, last: lastAction };
  if (owner.kind === 'none') return { kind: 'left', agent: markOf(state, owner.agentId), since: owner.since };
  const from = owner.takenFrom === undefined ? null : markOf(state, owner.takenFrom);
  return { kind: 'you', since: since ?? null, from };
}

function markOf(state: Shown, agentId: string, fallback = agentId): Mark {
  const agent = state.get('agents', agentId);
  const client = agent && state.get('clients', agent.clientId);
  if (!agent || !client) return { name: fallback, mono: monogram(fallback), colour: null };
  const name = agentNameIn(agent, client.name);
  if (client.id === chatClientId) return { name, mono: 'CH', colour: 'you' };
  const clients = Object.fromEntries([...state.all('clients')].map(each => [each.id, each]));
  const mono = client.id === siteClientId ? monogram(name) : (clientMonograms(clients)[client.id] ?? monogram(name));
  return { name, mono, colour: client.colour };
}

function modelFor(state: Shown, use: ModelUse): CompanionView['models']['chat'] {
  const ref = state.get('modelChoices', modelChoiceId({ kind: 'use', use }))?.effective;
  const provider = ref && state.get('modelProviders', ref.providerId);
  return ref && provider ? { name: ref.model, goesTo: provider.goesTo } : null;
}

function modelChoices(state: Shown): CompanionView['models']['choices'] {
  return [...state.all('modelProviders')].filter(answers).flatMap(({ id, goesTo, defaultModel }) => {
    return defaultModel === null ? [] : [{ name: defaultModel, goesTo, value: `${id}:${defaultModel}` }];
  });
}

/** Now, or once it is asked. */
function answers({ state, program }: ModelProvider): boolean {
  if (state.kind === 'ready' || state.kind === 'running') return true;
  return program !== null && (state.kind === 'stopped' || state.kind === 'loading');
}
