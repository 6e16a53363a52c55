// Carrying out an allowed call: at the browser that the gates saw, or at the server.
import { HubError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { withOwn } from '../../../native-host/dialects/claudezilla/claudezilla-own.ts';
import { hubError } from '../../../words/hub-error.ts';
import { foreignExtension } from '../browsers/foreign/foreign-extensions.ts';
import { uploadArguments } from '../browsers/upload-paths.ts';
import { createdTask } from '../tasks/task-words.ts';
import { shortcutsTool } from '../tools/browser-tools-shortcuts.ts';
import { usualTimeoutMs } from '../tools/call-timeout.ts';
import { withSurprise } from '../tools/surprise.ts';
import { AnsweredError, QuotedError } from '../wire/rpc-error.ts';
import { dialogsOf } from './call-dialogs.ts';
import { siteOf, withWordless } from './decided-page.ts';
import { FewForEach } from './few-for-each.ts';
import { answerInHub } from './hub-tools.ts';
import { wantedPicture, withSavedPictures } from './kept-pictures.ts';
import { tabMoved } from './moved-page.ts';
import { withOwnShortcuts } from './own-shortcuts.ts';
import { inBrowser, isAgents, ownList, ownTabs, shownContent } from './told-tabs.ts';
import type { DecidedPage } from '../../../contract/companion.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { GroupNames } from '../agents/group-names.ts';
import type { CallOptions, CallResult } from '../browsers/browser-link.ts';
import type { BrowserRegistry } from '../browsers/browser-registry.ts';
import type { UploadRules } from '../browsers/upload-paths.ts';
import type { BrowserTarget, GatedCall } from '../gates/gate.ts';
import type { SavedPictures } from '../images/saved-pictures.ts';
import type { PluginRegistry } from '../plugins/plugin-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { BrowserTool } from '../tools/browser-tool.ts';
import type { Callable, PageCallable } from '../tools/callable.ts';
import type { PageOffers } from '../tools/page-offers.ts';
import type { AgentCall, ServerAccess, ServerRequest } from './agent-call.ts';
import type { HubToolServices } from './hub-tools.ts';
import type { Permit } from './permit.ts';

export interface Targets extends Omit<HubToolServices, 'agents' | 'browsers' | 'tabs'> {
  readonly agents: AgentRegistry;
  readonly groupNames: Pick<GroupNames, 'of'>;
  readonly browsers: BrowserRegistry;
  readonly tabs: TabRegistry;
  readonly servers: ServerAccess;
  readonly plugins: Pick<PluginRegistry, 'call'>;
  readonly pageOffers: Pick<PageOffers, 'call'>;
  /** How long a call of a plugin's tool may take, in milliseconds, where its asker does not say so. */
  readonly callTimeoutMs: () => number;
  readonly pictures: Pick<SavedPictures, 'save'>;
  /** Which files may be handed to pages. */
  readonly uploads: UploadRules;
}

export function createExecutor(targets: Targets) {
  const few = new FewForEach();
  return async (permit: Permit, agentCall: AgentCall): Promise<ToolResult> => {
    const { call, callable, onSent } = permit;
    const { params } = agentCall;
    if (callable.kind === 'browser' && call.target.kind === 'browser' && call.target.inHub) {
      permit.expectAllowed();
      onSent();
      return answerInHub(targets, permit, params.arguments ?? {});
    }
    if (callable.kind === 'browser' && call.target.kind === 'browser') {
      const { isKept, params: wanted } = wantedPicture(callable.tool, params);
      const vetted = await withVetted(targets, callable.tool, wanted);
      const { target } = call;
      const key = `${call.agent.id} browser ${target.browser?.id ?? ''}`;
      const result = await few.run(key, permit.signal, hasWaited => {
        if (hasWaited) permit.expectAllowed();
        return callBrowser(targets, permit, target, vetted, agentCall);
      });
      if (callable.id === shortcutsTool) return withOwnShortcuts(result, targets.shortcuts);
      if (!isKept) return result;
      permit.expectAllowed();
      return withSavedPictures(result, targets.pictures);
    }
    if (callable.kind === 'plugin') return callPlugin(targets, permit, callable, agentCall);
    if (callable.kind === 'page') return callInPage(targets, permit, callable, agentCall);
    if (callable.kind !== 'server') throw new HubError('ERR_INTERNAL', `${callable.id} has no target.`);
    const { serverId, tool } = callable;
    const key = `${call.agent.id} server ${serverId}`;
    const ask = serverRequest(permit, serverId, tool.name, agentCall);
    const { onWait } = agentCall.request;
    const result = await few.run(key, permit.signal, () => targets.servers.ask(call.agent.id, ask), onWait);
    return toolResultOf(result, tool.name);
  };
}

function serverRequest(permit: Permit, serverId: string, name: string, agentCall: AgentCall): ServerRequest {
  const { params, request, policy, isStep } = agentCall;
  const expectAllowed = () => {
    permit.expectAllowed();
    permit.onSent();
  };
  const { timeoutMs } = policy;
  const wanted = { serverId, method: 'tools/call', params: { ...params, name }, request, tool: name };
  const bounds = { ...(isStep && { isStep }), ...(timeoutMs !== undefined && { timeoutMs }) };
  return { ...wanted, expectAllowed, ...bounds };
}

function callPlugin(
  { plugins, callTimeoutMs }: Targets,
  permit: Permit,
  callable: Callable & { readonly kind: 'plugin' },
  { params, request, policy }: AgentCall,
): Promise<ToolResult> {
  const expectAllowed = () => {
    permit.expectAllowed();
    permit.onSent();
  };
  return plugins.call({
    callable,
    args: params.arguments ?? {},
    agent: permit.call.agent,
    parent: request.seq,
    signal: permit.signal,
    timeoutMs: policy.timeoutMs ?? callTimeoutMs(),
    expectAllowed,
  });
}

async function callInPage(
  { pageOffers, tabs }: Targets,
  permit: Permit,
  callable: PageCallable,
  { params, request }: AgentCall,
): Promise<ToolResult> {
  const { browserId, tabId } = callable.place;
  permit.expectAllowed();
  permit.onSent();
  const args = params.arguments ?? {};
  const result = await pageOffers.call(callable, { args, parent: request.seq, signal: permit.signal });
  if (isAgents(permit.call)) tabs.touch(browserId, tabId, callable.id);
  return result;
}

/** Decided here and not where files are read: some extensions open them by themselves. */
async function withVetted({ uploads }: Targets, tool: BrowserTool, params: ToolCallParams): Promise<ToolCallParams> {
  if (tool.scope !== 'browser:files') return params;
  return { ...params, arguments: await uploadArguments(tool, params.arguments ?? {}, uploads) };
}

/** The server's own object, which is looked at only as far as the hub reads it. */
function toolResultOf(result: unknown, name: string): ToolResult {
  if (isToolResult(result)) return result;
  if (isRecord(result) && result.content === undefined) return { ...result, content: [] };
  throw hubError('ERR_TOOL_FAILED', { kind: 'no-content', tool: name });
}

/** A call that goes on as a task has its content later. */
function isToolResult(value: unknown): value is ToolResult {
  if (!isRecord(value)) return false;
  const { content } = value;
  if (content === undefined) return createdTask(value) !== null;
  return Array.isArray(content) && content.every(block => isRecord(block) && typeof block.type === 'string');
}

async function callBrowser(
  targets: Targets,
  permit: Permit,
  target: BrowserTarget,
  params: ToolCallParams,
  { request, policy, own }: AgentCall,
): Promise<ToolResult> {
  const { agents, browsers, tabs } = targets;
  const { call } = permit;
  const { agent, tool } = call;
  if (!target.browser) throw hubError('ERR_BROWSER_UNAVAILABLE', { kind: 'no-browser-for-call' });
  const browserId = target.browser.id;
  agents.browsers.bind(agent.id, browserId);
  // The companion tells of each change to its tabs as it comes.
  if (tool === 'tabs_context' && !own && !foreignExtension(target.browser.extensionId))
    return listOwn(targets, permit, target.browser);
  const args = argumentsFor(tabs, call, browserId, params);
  const { timeoutMs = usualTimeoutMs(tool, args) } = policy;
  const { tabId } = target;
  const tab = tabId === null ? {} : { tabId, decided: told(permit, target), keptFor: keptFor(call, target) };
  const room = policy.maxReplyBytes === undefined ? {} : { maxReplyBytes: policy.maxReplyBytes };
  const time =
    policy.endsAt === undefined ? {} : { withinMs: Math.max(1, Math.round(policy.endsAt - performance.now())) };
  const group = tool === 'tabs_create' && isAgents(call) ? { group: targets.groupNames.of(agent) } : {};
  const result = await browsers
    .call(
      browserId,
      { tool, args, ...tab, ...room, ...time, ...group, ...dialogsOf(permit, policy, args) },
      sentWith(permit, { parent: request.seq, timeoutMs, ...(own && { own }) }),
    )
    .catch((error: unknown) => {
      const moved = tabMoved(error);
      if (moved && !moved.inFrame && target.tabId !== null) tabs.moved(browserId, target.tabId, moved.url);
      return asRefusal(error, foreignExtension(target.browser?.extensionId ?? '') !== null);
    });
  noteTabs(tabs, call, target.tabId, browserId, result);
  if (!result.isError) noteKnown(targets, call, browserId, args);
  const content = inBrowser(browsers, call, target.browser, shownContent(tabs, permit, target.browser, result));
  return withSurprise(withOwn(result.isError ? { content, isError: true } : { content }, result), result.surprise);
}

function sentWith(
  { call, signal, covers, onSent }: Permit,
  asked: Pick<CallOptions, 'parent' | 'timeoutMs' | 'own'>,
): CallOptions {
  const site = siteOf(call);
  return { ...asked, signal, covers, onSent, asker: call.agent.id, ...(site !== null && { site }) };
}

/** The list of tabs is the agent's own by construction: the browser is told which ones to speak of. */
function argumentsFor(
  tabs: TabRegistry,
  { agent, tool }: GatedCall,
  browserId: string,
  { arguments: args = {} }: ToolCallParams,
): Record<string, unknown> {
  if (tool !== 'tabs_context') return args;
  return { ...args, tabIds: ownTabs(tabs, agent.id, browserId).map(({ tabId }) => tabId) };
}

/** What the hub knows by itself. */
function listOwn(targets: Targets, permit: Permit, browser: Browser): ToolResult {
  const { call } = permit;
  noteKnown(targets, call, browser.id, {});
  return { content: inBrowser(targets.browsers, call, browser, [ownList(targets.tabs, permit, browser)]) };
}

/** Another one each time that the tab is given away, and comes back. */
function keptFor(call: GatedCall, { tab }: BrowserTarget): string {
  const since = tab?.owner.since ?? 0;
  return `${isAgents(call) ? call.agent.id : 'you'}@${since}`;
}

/** Extensions of others know nothing of what an answer may tell. */
function told({ page, hidesPage }: Permit, { browser, tabId }: BrowserTarget): DecidedPage {
  return browser && foreignExtension(browser.extensionId) ? page : withWordless(page, tabId, hidesPage);
}

/** Who was moved knows where it works once it was answered there about its tabs, or about one that it has named. */
function noteKnown(
  { agents }: Targets,
  { agent, target }: GatedCall,
  browserId: string,
  args: { tabId?: unknown },
): void {
  const needsTab = target.kind === 'browser' && target.needsTab;
  if (agent.moved && agents.get(agent.id)?.browserId === browserId && (!needsTab || args.tabId !== undefined))
    agents.browsers.knowsMoved(agent.id);
}

/** What the call did to tabs. */
function noteTabs(
  tabs: TabRegistry,
  call: GatedCall,
  tabId: number | null,
  browserId: string,
  { tab }: CallResult,
): void {
  const { agent, tool } = call;
  // Who tells of documents describes the tab as it is now; others tell where it was opened.
  if (tab?.document !== undefined) tabs.shown(browserId, tab);
  if (tool === 'tabs_create') {
    if (tab && isAgents(call)) tabs.claim(agent.id, browserId, tab);
  } else if (tool === 'tabs_close' && tabId !== null) tabs.closed(browserId, tabId);
  else if (tabId !== null && isAgents(call)) tabs.touch(browserId, tabId, tool);
}

/** An extension carries out the hub's own tools: what it says is no error of a server to hand on, but a refusal like any other. */
function asRefusal(error: unknown, isForeign: boolean): never {
  if (!(error instanceof AnsweredError)) throw error;
  const { code, message, data } = error;
  throw isForeign ? new QuotedError(code, message, data) : new HubError(code, message, data);
}
