// Scopes of permissions, and how long and how far an answer holds.

/** Spec 003 "Scopes", then Pilothouse's own. `acts` marks what changes something. */
export const scopes = {
  'model:prompt': { title: 'Generate text', sentence: 'generate text with a model', risk: 'low', acts: false },
  'model:tools': { title: 'Models with tools', sentence: 'let a model call tools', risk: 'medium', acts: true },
  'model:list': { title: 'List models', sentence: 'see which models there are', risk: 'low', acts: false },
  'mcp:tools.list': { title: 'List tools', sentence: 'see which tools there are', risk: 'low', acts: false },
  'mcp:tools.call': { title: 'Call tools', sentence: 'call tools', risk: 'medium', acts: true },
  'mcp:servers.register': { title: 'Register servers', sentence: 'register MCP servers', risk: 'high', acts: true },
  'browser:activeTab.read': { title: 'Read pages', sentence: 'read the page in its tabs', risk: 'medium', acts: false },
  'chat:open': { title: 'Open chat', sentence: 'open the chat', risk: 'low', acts: true },
  'browser:activeTab.interact': {
    title: 'Act on pages',
    sentence: 'click and type in its tabs',
    risk: 'medium',
    acts: true,
  },
  'browser:activeTab.screenshot': {
    title: 'See pages',
    sentence: 'take pictures of its tabs',
    risk: 'medium',
    acts: false,
  },
  'browser:navigate': { title: 'Navigate', sentence: 'open addresses in its tabs', risk: 'medium', acts: true },
  'browser:tabs.read': { title: 'See tabs', sentence: 'see its tabs', risk: 'low', acts: false },
  'browser:tabs.create': { title: 'Open tabs', sentence: 'open new tabs', risk: 'low', acts: true },
  'web:fetch': {
    title: 'Fetch from the web',
    sentence: 'send requests to other sites',
    risk: 'high',
    acts: true,
  },
  'addressBar:suggest': {
    title: 'Suggest in the address bar',
    sentence: 'suggest in the address bar',
    risk: 'low',
    acts: false,
  },
  'addressBar:context': {
    title: 'Know what is typed for',
    sentence: 'know the tab that is typed in the address bar of',
    risk: 'medium',
    acts: false,
  },
  'addressBar:history': {
    title: 'Read the history',
    sentence: 'read what was visited and chosen before',
    risk: 'high',
    acts: false,
  },
  'addressBar:execute': {
    title: 'Act from the address bar',
    sentence: 'carry out what is chosen in the address bar',
    risk: 'medium',
    acts: true,
  },
  'agents:register': { title: 'Offer an agent', sentence: 'offer an agent to other pages', risk: 'low', acts: true },
  'agents:discover': { title: 'See agents', sentence: 'see agents of other pages', risk: 'medium', acts: false },
  'agents:invoke': { title: 'Ask agents', sentence: 'give tasks to agents of other pages', risk: 'medium', acts: true },
  'agents:message': {
    title: 'Write to agents',
    sentence: 'exchange messages with agents of other pages',
    risk: 'medium',
    acts: true,
  },
  'agents:crossOrigin': {
    title: 'Reach other sites',
    sentence: 'reach agents of other sites',
    risk: 'high',
    acts: true,
  },
  'agents:remote': {
    title: 'Reach other machines',
    sentence: 'reach agents on other machines',
    risk: 'high',
    acts: true,
  },
  'browser:script': { title: 'Run scripts', sentence: 'run scripts in its tabs', risk: 'high', acts: true },
  'browser:files': { title: 'Upload files', sentence: 'hand files to pages', risk: 'high', acts: true },
  'servers:read': {
    title: 'Read from servers',
    sentence: 'read prompts and resources of an MCP server',
    risk: 'low',
    acts: false,
  },
  'servers:call': { title: 'Call server tools', sentence: 'call tools of an MCP server', risk: 'medium', acts: true },
  'plugins:call': { title: 'Call plugin tools', sentence: 'call tools of a plugin', risk: 'medium', acts: true },
  'servers:manage': {
    title: 'Manage servers',
    sentence: 'start, stop and change MCP servers',
    risk: 'high',
    acts: true,
  },
  'hub:panel': {
    title: 'See the panel',
    sentence: 'see what this panel shows: calls with all that was asked and answered, and pictures of pages',
    risk: 'high',
    acts: false,
  },
  'hub:answer': {
    title: 'Answer questions',
    sentence: 'answer the questions of agents here',
    risk: 'high',
    acts: true,
  },
} as const satisfies Record<
  string,
  { title: string; sentence: string; risk: 'low' | 'medium' | 'high'; acts: boolean }
>;
export type Scope = keyof typeof scopes;

/**
 * `use` = this call; `once` = spec 003's ALLOW_ONCE, 10 minutes or until the tab closes; `agent` = until it leaves;
 * `lock` = until the screen locks, offered only where that is reported (`hub.lifetimes`).
 */
export const lifetimes = ['use', 'once', 'agent', 'lock', 'always'] as const;
export type Lifetime = (typeof lifetimes)[number];

/**
 * How much an answer speaks of: this tool (on this site or server), all reading there, everything of the scope on this
 * site, everything of the scope (of this server, where it is about one).
 */
export const breadths = ['tool', 'reading', 'site', 'scope'] as const;
export type Breadth = (typeof breadths)[number];

/** What a call does to an element of a page, or to a dialog that it holds open: actions of `computer`, then other tools. */
export const describedActs = [
  'left_click',
  'right_click',
  'double_click',
  'triple_click',
  'left_click_drag',
  'hover',
  'type',
  'key',
  'scroll',
  'scroll_to',
  'fill',
  'upload',
  'accept',
  'dismiss',
] as const;
export type DescribedAct = (typeof describedActs)[number];
