// The Web Agent API of spec 003, as pages, the companion and the hub agree on it: flags, scopes, members, codes and bounds.

/**
 * The channels on which pages post (`window.postMessage`, spec 003 "Transport Protocol"): the spec's own, that of Harbor's later
 * extension, and that of its first.
 */
export const pageChannels = ['harbor_web_agent', 'web_agents_api', 'harbor-provider'] as const;
export type PageChannel = (typeof pageChannels)[number];

/** Spec 003 "Feature Flags", with its defaults. */
export const pageFlags = {
  textGeneration: true,
  toolAccess: true,
  toolCalling: false,
  browserInteraction: false,
  browserControl: false,
  multiAgent: false,
} as const satisfies Record<string, boolean>;
export type PageFlag = keyof typeof pageFlags;
export type PageFlags = Readonly<Record<PageFlag, boolean>>;

/** The scopes that a page may ask for, in the order in which they are shown. */
export const pageScopes = [
  'model:prompt',
  'model:tools',
  'model:list',
  'mcp:tools.list',
  'mcp:tools.call',
  'mcp:servers.register',
  'browser:activeTab.read',
  'browser:activeTab.interact',
  'browser:activeTab.screenshot',
  'browser:navigate',
  'browser:tabs.read',
  'browser:tabs.create',
  'web:fetch',
  'chat:open',
  'addressBar:suggest',
  'addressBar:context',
  'addressBar:history',
  'addressBar:execute',
  'agents:register',
  'agents:discover',
  'agents:invoke',
  'agents:message',
  'agents:crossOrigin',
  'agents:remote',
] as const;
export type PageScope = (typeof pageScopes)[number];

/**
 * What it comes to that a page has it, which is not what it comes to that an agent has it: a page asks for itself. Of tools the riskiest
 * that is ticked counts; what stands here is for those of a page that nobody has ticked yet.
 */
export const pageScopeRisks: { readonly [S in PageScope]: 'low' | 'medium' | 'high' } = {
  'model:prompt': 'low',
  'model:tools': 'medium',
  'model:list': 'low',
  'mcp:tools.list': 'low',
  'mcp:tools.call': 'high',
  'mcp:servers.register': 'medium',
  'browser:activeTab.read': 'medium',
  'browser:activeTab.interact': 'high',
  'browser:activeTab.screenshot': 'medium',
  'browser:navigate': 'high',
  'browser:tabs.read': 'medium',
  // It opens pages with the user's sign-ins, and reads them.
  'browser:tabs.create': 'high',
  'web:fetch': 'high',
  'chat:open': 'low',
  'addressBar:suggest': 'low',
  'addressBar:context': 'medium',
  'addressBar:history': 'high',
  'addressBar:execute': 'medium',
  'agents:register': 'low',
  'agents:discover': 'medium',
  'agents:invoke': 'medium',
  'agents:message': 'medium',
  'agents:crossOrigin': 'high',
  'agents:remote': 'high',
};

/** What a grant is to the page that reads of it. */
export const pageGrantTypes = ['granted-once', 'granted-always', 'denied', 'not-granted'] as const;
export type PageGrantType = (typeof pageGrantTypes)[number];

/** Codes of errors as pages get them: spec 003's nine, then those that its implementations have beside them. */
export const pageErrorCodes = [
  'ERR_PERMISSION_DENIED',
  'ERR_SCOPE_REQUIRED',
  'ERR_SERVER_UNAVAILABLE',
  'ERR_TOOL_NOT_FOUND',
  'ERR_TOOL_NOT_ALLOWED',
  'ERR_TOOL_TIMEOUT',
  'ERR_TOOL_FAILED',
  'ERR_RATE_LIMITED',
  'ERR_BUDGET_EXCEEDED',
  'ERR_FEATURE_DISABLED',
  'ERR_MODEL_FAILED',
  'ERR_SESSION_NOT_FOUND',
  'ERR_INVALID_REQUEST',
  'ERR_ELEMENT_NOT_FOUND',
  'ERR_TIMEOUT',
  'ERR_CANCELLED',
  'ERR_INTERNAL',
  'ERR_NOT_IMPLEMENTED',
  'ERR_HARBOR_NOT_FOUND',
  'ERR_MCP_DISCOVER',
  'ERR_MCP_REGISTER',
  'ERR_MCP_UNREGISTER',
  'ERR_CHAT',
  'ERR_CHAT_OPEN',
  'ERR_CHAT_CLOSE',
  'ERR_AGENT_FAILED',
  'ERR_AGENT_NOT_FOUND',
  'ERR_NOT_REGISTERED',
  'ERR_NO_HANDLER',
  'ERR_NOT_ACCEPTED',
  'ERR_NO_TAB',
  'ERR_HANDLER_FAILED',
  'ERR_NO_ROUTE',
  'ERR_INVOCATION_FAILED',
  'ERR_FORWARD_FAILED',
  'ERR_SEND_FAILED',
] as const;
export type PageErrorCode = (typeof pageErrorCodes)[number];

/**
 * `details.cause` of an ERR_PERMISSION_DENIED that lasts no longer than the run mode: agents are paused or stopped, or may only read now. These are
 * codes of the hub's own (`errorCodes`).
 */
export const passingCauses = ['ERR_PAUSED', 'ERR_READ_ONLY'] as const;

/** An error as it goes to the page; it becomes an Error with `code` and `details` there. */
export interface PageError {
  readonly code: PageErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a member needs before it does anything. */
export interface PageMember {
  /** One of these has to be on; absent where no flag speaks of it. */
  readonly flags?: readonly PageFlag[];
  /** All of these have to be granted. */
  readonly scopes?: readonly PageScope[];
  /** Where they are missing the user is asked, as if the page had called `requestPermissions`. */
  readonly asks?: true;
  /** Its answers come as events before it ends. */
  readonly streams?: true;
  /** How long it may take in all, in milliseconds, while nobody is asked; `callMs` when absent. */
  readonly withinMs?: number;
}

/** How long a call of a page may take: of a tool or of anything that is no model (spec 003 "Rate Limiting"), and of a model. */
export const callMs = 30_000;
export const modelMs = 180_000;
/** A model that calls tools; each of its calls has a bound of its own. */
const runMs = 15 * 60_000;

const model = { flags: ['textGeneration'], scopes: ['model:prompt'], withinMs: modelMs } as const;
const models = { flags: ['textGeneration'], scopes: ['model:list'] } as const;
const text = { flags: ['textGeneration'] } as const;
const reads = { flags: ['browserInteraction', 'browserControl'], scopes: ['browser:activeTab.read'] } as const;
const looks = { flags: ['browserInteraction'], scopes: ['browser:activeTab.read'] } as const;
const acts = { flags: ['browserInteraction'], scopes: ['browser:activeTab.interact'] } as const;
const pictures = { flags: ['browserInteraction'], scopes: ['browser:activeTab.screenshot'] } as const;
const goes = { flags: ['browserControl'], scopes: ['browser:navigate'] } as const;
const fetches = { flags: ['browserControl'], scopes: ['web:fetch'] } as const;
const tabs = { flags: ['browserControl'], scopes: ['browser:tabs.read'] } as const;
const ownTabs = { flags: ['browserControl'], scopes: ['browser:tabs.create'] } as const;
const waits = { withinMs: 120_000 } as const;
const agents = (...scopes: PageScope[]) => ({ flags: ['multiAgent'], scopes }) as const satisfies PageMember;
const suggests = { scopes: ['addressBar:suggest'] } as const;

/**
 * The requests of a page by their type, which is the path of the member. What is in no generation of the API is not here; what the page
 * answers by itself (`sessions.*.listAllowedTools`, `modelContext.tools`) is not either.
 */
export const pageMembers = {
  'ai.canCreateTextSession': text,
  'ai.createTextSession': { ...model, asks: true },
  'ai.languageModel.capabilities': text,
  'ai.languageModel.create': { ...model, asks: true },
  'session.prompt': model,
  'session.promptStreaming': { ...model, streams: true },
  'session.clone': model,
  'session.destroy': text,
  'ai.providers.list': models,
  'ai.providers.getActive': models,
  'ai.providers.listConfiguredModels': models,
  'ai.providers.getConfiguredModelsMetadata': models,
  'ai.runtime.getBest': text,
  'ai.runtime.getCapabilities': text,
  'agent.requestPermissions': {},
  'agent.permissions.list': {},
  'agent.capabilities': {},
  'agent.tools.list': { flags: ['toolAccess'], scopes: ['mcp:tools.list'] },
  'agent.tools.call': { flags: ['toolAccess'], scopes: ['mcp:tools.call'] },
  'agent.browser.activeTab.readability': reads,
  'agent.browser.activeTab.getElements': looks,
  'agent.browser.activeTab.getElement': looks,
  'agent.browser.activeTab.waitForSelector': { ...looks, ...waits },
  'agent.browser.activeTab.click': acts,
  'agent.browser.activeTab.fill': acts,
  'agent.browser.activeTab.select': acts,
  'agent.browser.activeTab.scroll': acts,
  'agent.browser.activeTab.screenshot': pictures,
  'agent.browser.navigate': goes,
  'agent.browser.waitForNavigation': { ...goes, ...waits },
  'agent.browser.fetch': fetches,
  'agent.fetch': fetches,
  'agent.browser.tabs.list': tabs,
  'agent.browser.tabs.get': tabs,
  'agent.browser.tabs.create': ownTabs,
  'agent.browser.tabs.close': ownTabs,
  'agent.browser.tab.readability': ownTabs,
  'agent.browser.tab.getHtml': ownTabs,
  'agent.browser.tab.waitForLoad': { ...ownTabs, ...waits },
  'agent.browser.tab.click': ownTabs,
  'agent.browser.tab.fill': ownTabs,
  'agent.browser.tab.scroll': ownTabs,
  'agent.browser.tab.screenshot': ownTabs,
  'agent.browser.tab.navigate': ownTabs,
  'agent.browser.tab.waitForNavigation': { ...ownTabs, ...waits },
  'agent.run': { flags: ['toolCalling'], scopes: ['model:tools'], streams: true, withinMs: runMs },
  'agent.sessions.create': {},
  'agent.sessions.get': {},
  'agent.sessions.list': {},
  'agent.sessions.terminate': {},
  'agent.mcp.discover': {},
  'agent.mcp.register': { scopes: ['mcp:servers.register'], asks: true, ...waits },
  'agent.mcp.unregister': { scopes: ['mcp:servers.register'] },
  'agent.chat.canOpen': {},
  // It asks for its scope by itself, and answers with what came of that.
  'agent.chat.open': {},
  'agent.chat.close': {},
  'agent.agents.register': agents('agents:register'),
  'agent.agents.unregister': agents('agents:register'),
  'agent.agents.getInfo': agents('agents:discover'),
  'agent.agents.discover': agents('agents:discover'),
  'agent.agents.list': agents('agents:discover'),
  'agent.agents.invoke': { ...agents('agents:invoke'), withinMs: modelMs },
  'agent.agents.send': agents('agents:message'),
  'agent.agents.subscribe': agents('agents:message'),
  'agent.agents.unsubscribe': agents('agents:message'),
  'agent.agents.broadcast': agents('agents:message'),
  'agent.agents.orchestrate.pipeline': { ...agents('agents:invoke'), withinMs: runMs },
  'agent.agents.orchestrate.parallel': { ...agents('agents:invoke'), withinMs: runMs },
  'agent.agents.orchestrate.route': { ...agents('agents:invoke'), withinMs: modelMs },
  'agent.agents.orchestrate.supervisor': { ...agents('agents:invoke'), withinMs: runMs },
  'agent.agents.remote.connect': agents('agents:remote'),
  'agent.agents.remote.disconnect': agents('agents:remote'),
  'agent.agents.remote.list': agents('agents:remote'),
  'agent.agents.remote.ping': agents('agents:remote'),
  'agent.agents.remote.discover': agents('agents:remote'),
  'agent.addressBar.canProvide': {},
  'agent.addressBar.registerProvider': suggests,
  'agent.addressBar.registerToolShortcuts': { scopes: ['addressBar:suggest', 'addressBar:execute'] },
  'agent.addressBar.registerSiteProvider': suggests,
  'agent.addressBar.discover': suggests,
  'agent.addressBar.listProviders': suggests,
  'agent.addressBar.unregisterProvider': suggests,
  'agent.addressBar.setDefaultProvider': suggests,
  'agent.addressBar.getDefaultProvider': suggests,
} as const satisfies Record<string, PageMember>;
export type PageMemberName = keyof typeof pageMembers;

export function pageMember(type: string): PageMember | null {
  return Object.hasOwn(pageMembers, type) ? pageMembers[type as PageMemberName] : null;
}

/** Whether a member is there with these flags. */
export function isMemberOn({ flags }: PageMember, on: PageFlags): boolean {
  return flags === undefined || flags.some(flag => on[flag]);
}

/**
 * What the hub asks of a page's document beside its answers, by JSON-RPC the other way. Those under `page.` go to what the page itself has
 * handed over; those under `do.` are carried out by the companion, in that document or in its browser.
 */
export const pageAsks = {
  /** `{name, args}`: a tool of `navigator.modelContext`. Answered with what its handler returned. */
  tool: 'page.tool',
  /** `{toolName, args}`: a tool of the site over `harbor-website-tools`. */
  websiteTool: 'page.websiteTool',
  /** `{invocationId, agentId, from, task, input}`: an agent of the page. Answered with `{success, result?, error?}`. */
  invoke: 'page.invoke',
  /** `{providerId, context}`: answered with `{suggestions}`. */
  addressBarQuery: 'page.addressBarQuery',
  /** `{providerId, suggestion}`. */
  addressBarSelect: 'page.addressBarSelect',
} as const;

/** The same under `do.`, for the MCP servers and the chat of a site. */
export const companionAsks = {
  /** `{}`: the MCP servers that the document's links name, `{servers}`. */
  discoverMcp: 'do.discoverMcp',
  /** `{chatId, key, style}`: the panel of a chat comes into the document; `key` is what it shows itself with. */
  openChat: 'do.chat.open',
  /** `{chatId}`: the panel goes. */
  closeChat: 'do.chat.close',
} as const;

/**
 * What the hub is told of a document without asking. `tools`: `{tools: [{name, description?, inputSchema?}]}`, the whole list after each
 * change. `refused`: `{count}`, how many of its requests the companion has refused since it said so last, because they were over
 * `pageBounds`; it says so once a second at most.
 */
export const pageTells = { tools: 'page.tools', refused: 'page.refused' } as const;

/**
 * What the panel of a chat asks of the hub on its own wire: `chat.show {key}` first, `chat.history {}`, both answered with PageChatView;
 * `chat.send {text}`, answered when the answer has ended; `chat.stop {}`; `chat.leave {}`: its user has closed it.
 */
export const chatAsks = {
  show: 'chat.show',
  history: 'chat.history',
  send: 'chat.send',
  stop: 'chat.stop',
  leave: 'chat.leave',
} as const;

/** What it hears: `{turn}`; `{turnId, part, from, text}`, text that was added to a part; nothing, where it has to ask for all turns anew. */
export const chatNews = { turn: 'chat.turn', text: 'chat.text', rearranged: 'chat.rearranged' } as const;

/** Servers that pages bring along, at the same time: of one document, and of one browser. */
export const pageServerBounds = { ofDocument: 5, ofBrowser: 50 } as const;

/** Tools that a document offers by itself: how many, and how much their definitions come to in JSON. */
export const pageToolBounds = { tools: 200, bytes: 64 * 1024 } as const;

/** The name by which the `allow` attribute of a frame's element lets the frame use the API (`allow="web-agent"`). */
export const pagePolicy = 'web-agent';

/** Notifications of the hub about a page: `{id, event}` of a request that streams; an event for agents; flags that changed. */
export const pageNews = { stream: 'stream', agentEvent: 'agentEvent', flags: 'flags' } as const;

/** Of a page: requests that wait for their answers at the same time, bytes of one request, and how many new ones and how many bytes it may send in a second. */
export const pageBounds = {
  inFlight: 100,
  requestBytes: 8 * 1024 * 1024,
  burst: 200,
  perSecond: 50,
  burstBytes: 16 * 1024 * 1024,
  bytesPerSecond: 2 * 1024 * 1024,
  /** Between two lists of its own tools. */
  toolsPauseMs: 250,
  /** Documents of one browser that use the API at the same time. */
  documents: 2_000,
  tools: 200,
  originChars: 300,
} as const;
