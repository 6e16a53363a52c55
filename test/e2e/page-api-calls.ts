// One call of each member of the Web Agent API, with what it asks.
import type { PageMemberName } from '../../contract/web-agent.ts';

export interface MemberCall {
  readonly type: PageMemberName;
  readonly call: string;
  readonly payload: object;
}

const row = (type: PageMemberName, call: string, payload: object = {}): MemberCall => ({ type, call, payload });
const path = (type: PageMemberName, args = '', payload: object = {}): MemberCall =>
  row(type, `${type}(${args})`, payload);
const first = `const piece = async stream => { for await (const one of stream) return one; }`;

export const memberCalls: readonly MemberCall[] = [
  path('ai.canCreateTextSession'),
  path('ai.createTextSession', `{ systemPrompt: 'Short.', temperature: 0.2, monitor() {} }`, {
    systemPrompt: 'Short.',
    temperature: 0.2,
  }),
  path('ai.languageModel.capabilities'),
  path('ai.languageModel.create', `{ topK: 3, initialPrompts: [{ role: 'user', content: 'Hi' }] }`, {
    topK: 3,
    initialPrompts: [{ role: 'user', content: 'Hi' }],
  }),
  path('ai.providers.list'),
  path('ai.providers.getActive'),
  path('ai.providers.listConfiguredModels'),
  path('ai.providers.getConfiguredModelsMetadata'),
  path('ai.runtime.getBest'),
  path('ai.runtime.getCapabilities'),
  path('agent.requestPermissions', `{ scopes: ['model:prompt'], reason: 'To sum up.' }`, {
    scopes: ['model:prompt'],
    reason: 'To sum up.',
  }),
  path('agent.permissions.list'),
  path('agent.capabilities'),
  path('agent.tools.list'),
  path('agent.tools.call', `{ tool: 'time/now', args: { zone: 'UTC' } }`, { tool: 'time/now', args: { zone: 'UTC' } }),
  row('agent.tools.call', `agent.tools.call('echo::say', { text: 'Hi' })`, { tool: 'echo::say', args: { text: 'Hi' } }),
  row('agent.tools.call', `agent.tools.call({ tool: 'time/now' })`, { tool: 'time/now', args: {} }),
  path('agent.browser.activeTab.readability'),
  path('agent.browser.activeTab.getElements'),
  path('agent.browser.activeTab.getElement', `'#go'`, { ref: '#go' }),
  path('agent.browser.activeTab.waitForSelector', `'#go', { timeout: 5, visible: true }`, {
    ref: '#go',
    timeout: 5,
    visible: true,
  }),
  path('agent.browser.activeTab.click', `'#go'`, { ref: '#go' }),
  row('agent.browser.activeTab.click', `agent.browser.activeTab.click('#go', { button: 'right' })`, {
    ref: '#go',
    options: { button: 'right' },
  }),
  path('agent.browser.activeTab.fill', `'#name', 'Ada'`, { ref: '#name', value: 'Ada' }),
  path('agent.browser.activeTab.select', `'#size', 'L'`, { ref: '#size', value: 'L' }),
  path('agent.browser.activeTab.scroll', `'down', 300`, { direction: 'down', amount: 300 }),
  row('agent.browser.activeTab.scroll', `agent.browser.activeTab.scroll({ y: 40 })`, { y: 40 }),
  path('agent.browser.activeTab.screenshot', `{ format: 'jpeg' }`, { format: 'jpeg' }),
  path('agent.browser.navigate', `'https://site.test/next'`, { url: 'https://site.test/next' }),
  path('agent.browser.waitForNavigation', `{ timeout: 9 }`, { timeout: 9 }),
  path('agent.browser.fetch', `'https://other.test/', { method: 'POST', headers: { 'X-One': '1' }, body: 'text' }`, {
    url: 'https://other.test/',
    options: { method: 'POST', headers: { 'x-one': '1' }, body: 'text' },
  }),
  path(
    'agent.fetch',
    `new URL('https://other.test/'), { headers: new Headers({ a: 'b' }), body: new URLSearchParams('x=1') }`,
    {
      url: 'https://other.test/',
      headers: { a: 'b' },
      body: 'x=1',
    },
  ),
  path('agent.browser.tabs.list'),
  path('agent.browser.tabs.get', '7', { tabId: 7 }),
  path('agent.browser.tabs.create', `{ url: 'https://other.test/', active: false }`, {
    url: 'https://other.test/',
    active: false,
  }),
  path('agent.browser.tabs.close', '7', { tabId: 7 }),
  path('agent.browser.tab.readability', '7', { tabId: 7 }),
  path('agent.browser.tab.getHtml', `7, 'main'`, { tabId: 7, selector: 'main' }),
  path('agent.browser.tab.waitForLoad', '7, { timeout: 9 }', { tabId: 7, timeout: 9 }),
  path('agent.browser.tab.click', `7, '#go'`, { tabId: 7, selector: '#go' }),
  path('agent.browser.tab.fill', `7, '#name', 'Ada'`, { tabId: 7, selector: '#name', value: 'Ada' }),
  path('agent.browser.tab.scroll', '7, { y: 40 }', { tabId: 7, y: 40 }),
  path('agent.browser.tab.screenshot', '7', { tabId: 7 }),
  path('agent.browser.tab.navigate', `7, 'https://other.test/'`, { tabId: 7, url: 'https://other.test/' }),
  path('agent.browser.tab.waitForNavigation', '7', { tabId: 7 }),
  path('agent.sessions.create', `{ name: 'Mine', capabilities: { llm: {} } }`, {
    name: 'Mine',
    capabilities: { llm: {} },
  }),
  path('agent.sessions.get', `'s1'`, { sessionId: 's1' }),
  path('agent.sessions.list'),
  path('agent.sessions.terminate', `'s1'`, { sessionId: 's1' }),
  path('agent.mcp.discover'),
  path('agent.mcp.register', `{ url: 'https://site.test/mcp', name: 'Shop' }`, {
    url: 'https://site.test/mcp',
    name: 'Shop',
  }),
  path('agent.mcp.unregister', `'shop'`, { serverId: 'shop' }),
  path('agent.chat.canOpen'),
  path('agent.chat.open', `{ systemPrompt: 'Help.' }`, { systemPrompt: 'Help.' }),
  path('agent.chat.close', `'chat-1'`, { chatId: 'chat-1' }),
  path('agent.agents.register', `{ name: 'Reader', tags: ['a'] }`, { name: 'Reader', tags: ['a'] }),
  path('agent.agents.unregister', `'agent-1'`, { agentId: 'agent-1' }),
  path('agent.agents.getInfo', `'agent-1'`, { agentId: 'agent-1' }),
  path('agent.agents.discover', `{ tags: ['a'] }`, { tags: ['a'] }),
  path('agent.agents.list'),
  path('agent.agents.invoke', `'agent-1', { task: 'read', input: 1 }`, {
    agentId: 'agent-1',
    request: { task: 'read', input: 1 },
  }),
  row('agent.agents.invoke', `agent.agents.invoke({ agentId: 'agent-1', task: 'read', timeout: 9 })`, {
    agentId: 'agent-1',
    request: { task: 'read', timeout: 9 },
  }),
  path('agent.agents.send', `'agent-1', { a: 1 }`, { agentId: 'agent-1', payload: { a: 1 } }),
  row('agent.agents.send', `agent.agents.send({ to: 'agent-1', payload: 2 })`, { agentId: 'agent-1', payload: 2 }),
  path('agent.agents.subscribe', `'news', () => {}`, { eventType: 'news' }),
  path('agent.agents.unsubscribe', `'news'`, { eventType: 'news' }),
  path('agent.agents.broadcast', `'news', [1]`, { eventType: 'news', data: [1] }),
  path('agent.agents.orchestrate.pipeline', `{ steps: [] }, 'in'`, { config: { steps: [] }, initialInput: 'in' }),
  path('agent.agents.orchestrate.parallel', `{ tasks: [] }`, { config: { tasks: [] } }),
  path('agent.agents.orchestrate.route', `{ routes: [] }, 'in', 'do'`, {
    config: { routes: [] },
    input: 'in',
    task: 'do',
  }),
  path('agent.agents.orchestrate.supervisor', `{ workers: [] }, []`, { config: { workers: [] }, tasks: [] }),
  path('agent.agents.remote.connect', `{ url: 'https://a.test/' }`, { url: 'https://a.test/' }),
  path('agent.agents.remote.disconnect', `'agent-1'`, { agentId: 'agent-1' }),
  path('agent.agents.remote.list'),
  path('agent.agents.remote.ping', `'agent-1'`, { agentId: 'agent-1' }),
  path('agent.agents.remote.discover', `'https://a.test/'`, { baseUrl: 'https://a.test/' }),
  path('agent.addressBar.canProvide'),
  path('agent.addressBar.registerProvider', `{ id: 'p', name: 'P', triggers: [], onQuery() {} }`, {
    id: 'p',
    name: 'P',
    triggers: [],
  }),
  path(
    'agent.addressBar.registerToolShortcuts',
    `{ shortcuts: [{ trigger: 't', tool: 'a/b' }], resultHandler: 'inline' }`,
    {
      shortcuts: [{ trigger: 't', tool: 'a/b' }],
      resultHandler: 'inline',
    },
  ),
  path('agent.addressBar.registerSiteProvider', `{ origin: location.origin, name: 'S', patterns: [], onQuery() {} }`, {
    origin: 'https://site.test',
    name: 'S',
    patterns: [],
  }),
  path('agent.addressBar.discover'),
  path('agent.addressBar.listProviders'),
  path('agent.addressBar.unregisterProvider', `'p'`, { providerId: 'p' }),
  path('agent.addressBar.setDefaultProvider', `'p'`, { providerId: 'p' }),
  path('agent.addressBar.getDefaultProvider'),
  row('agent.run', `(async () => { ${first}; return piece(agent.run({ task: 'Do it', signal: undefined })); })()`, {
    task: 'Do it',
  }),
];

/** Those of a session, which has to be made first; the answer to its creation is its id `s1`. */
export const sessionCalls: readonly MemberCall[] = [
  row('session.prompt', `session.prompt('Hi')`, { sessionId: 's1', input: 'Hi' }),
  row('session.promptStreaming', `(async () => { ${first}; return piece(session.promptStreaming('Hi')); })()`, {
    sessionId: 's1',
    input: 'Hi',
  }),
  row('session.clone', 'session.clone()', { sessionId: 's1' }),
  row('session.destroy', 'session.destroy()', { sessionId: 's1' }),
];
