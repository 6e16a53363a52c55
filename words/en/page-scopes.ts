// The Web Agent API's scopes as a page asks for them, in English.
import type { PageScopeWords } from '../page-scopes.ts';

export const pageScopeWords: PageScopeWords = {
  'model:prompt': { title: 'Generate text', text: 'with your model; what it writes goes to the page' },
  'model:tools': { title: 'Let a model call tools', text: 'the model picks from the tools that the page may call' },
  'model:list': { title: 'List models', text: 'which providers and models you have' },
  'mcp:tools.list': { title: 'List tools', text: 'which tools there are and what they take' },
  'mcp:tools.call': { title: 'Call tools', text: 'only those that are ticked; results go to the page' },
  'mcp:servers.register': {
    title: 'Bring its own server',
    text: 'an MCP server of the site, whose tools serve its own pages',
  },
  'browser:activeTab.read': { title: 'Read this page', text: 'its text, never passwords' },
  'browser:activeTab.interact': { title: 'Click and fill in', text: 'on this page, as if you did it' },
  'browser:activeTab.screenshot': { title: 'Take pictures of this page', text: 'what is visible of it' },
  'browser:navigate': { title: 'Go to other addresses', text: 'in this tab, with your sign-ins' },
  'browser:tabs.read': { title: 'See your tabs', text: 'addresses and titles of all that are open' },
  'browser:tabs.create': {
    title: 'Open and control tabs of its own',
    text: 'any site, with your sign-ins, and reads what is there',
  },
  'web:fetch': { title: 'Fetch from other sites', text: 'without your sign-ins, beyond what a browser lets pages do' },
  'chat:open': { title: 'Open the chat', text: 'a panel on the page with your model and the tools of its site' },
  'addressBar:suggest': { title: 'Suggest in the address bar', text: 'for what you type after a word of its own' },
  'addressBar:context': { title: 'Know your tab while you type', text: 'address and title of the tab you are in' },
  'addressBar:history': { title: 'Read your history', text: 'what you visited and chose before' },
  'addressBar:execute': { title: 'Act from the address bar', text: 'calls a tool when you choose its suggestion' },
  'agents:register': { title: 'Offer an agent', text: 'other pages may find it and give it tasks' },
  'agents:discover': { title: 'See agents of other pages', text: 'their names and what they can do' },
  'agents:invoke': { title: 'Give agents tasks', text: 'agents of other pages, and what they answer' },
  'agents:message': { title: 'Exchange messages with agents', text: 'of other pages, both ways' },
  'agents:crossOrigin': { title: 'Reach agents of other sites', text: 'what it tells them leaves this site' },
  'agents:remote': { title: 'Reach agents on other machines', text: 'what it tells them leaves this machine' },
};
