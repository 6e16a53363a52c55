// The browser's tools that look behind a page or run scripts in it: names and schemas of spec 004 and of real clients.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

export const watchTools: readonly BrowserTool[] = [
  {
    name: 'javascript_tool',
    title: 'Run a script',
    description: 'Runs a script in a page and answers with its last value, or what its promise gives, as JSON.',
    scope: 'browser:script',
    needsTab: true,
    verb: 'evaluate in',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['javascript_exec'] },
        text: { type: 'string', description: 'Such as "document.title", without return.' },
        timeout: {
          type: 'number',
          description: 'From 5000: ms, as everywhere. 1 to 60: seconds that the script may take, default 10.',
        },
        tabId,
      },
      required: ['text'],
    },
  },
  {
    name: 'read_console_messages',
    title: 'Read the console',
    description: 'Reads the console of a page: {"messages": [{"level", "text", "url", "line", "at"}], "total"}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read console from',
    alsoTakes: ['level'],
    inputSchema: {
      type: 'object',
      properties: {
        onlyErrors: { type: 'boolean' },
        pattern: { type: 'string', description: 'A regular expression.' },
        limit: { type: 'number', description: 'The newest, 1 to 1000, default 100.' },
        clear: { type: 'boolean', description: 'Leave out next time what is there now.' },
        tabId,
        timeout,
      },
    },
  },
  {
    name: 'read_network_requests',
    title: 'Read requests',
    description:
      'Reads the requests of a tab since its first use: {"requests": [{"url", "method", "type", "status", …}], "total", "filtered"}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read network from',
    alsoTakes: ['type', 'status'],
    inputSchema: {
      type: 'object',
      properties: {
        urlPattern: { type: 'string', description: 'A part of the address.' },
        limit: { type: 'number', description: 'The newest, 1 to 300, default 100.' },
        clear: { type: 'boolean', description: 'Forget them afterwards.' },
        includeHeaders: { type: 'boolean' },
        tabId,
        timeout,
      },
    },
  },
];
