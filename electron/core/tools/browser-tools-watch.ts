// The browser's tools that look behind a page or run scripts in it: names and schemas of spec 004 and of real clients.
import { type BrowserTool, tabId } from './browser-tool.ts';

export const watchTools: readonly BrowserTool[] = [
  {
    name: 'javascript_tool',
    title: 'Run a script',
    description: 'Runs a script in the page of a tab and answers with its last value as JSON; a promise is waited for.',
    scope: 'browser:script',
    needsTab: true,
    verb: 'evaluate in',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['javascript_exec'] },
        text: { type: 'string', description: 'The script, such as "document.title". No "return" at its end.' },
        timeout: {
          type: 'number',
          minimum: 1,
          maximum: 60,
          description: 'Seconds that it may hold up the page. Default 10.',
        },
        tabId,
      },
      required: ['text'],
    },
  },
  {
    name: 'read_console_messages',
    title: 'Read the console',
    description:
      'Reads what the page of a tab wrote to its console, as JSON: {"messages": [{"level", "text", "url", "line", "at"}], "total"}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read console from',
    inputSchema: {
      type: 'object',
      properties: {
        onlyErrors: { type: 'boolean', description: 'Only errors and exceptions.' },
        pattern: { type: 'string', description: 'A regular expression that the text has to match.' },
        limit: { type: 'number', minimum: 1, maximum: 1_000, description: 'How many, the newest. Default 100.' },
        clear: { type: 'boolean', description: 'Whether the next call leaves out what is there now.' },
        tabId,
      },
      required: [],
    },
  },
  {
    name: 'read_network_requests',
    title: 'Read requests',
    description:
      'Reads the requests that a tab made since it was first used here, as JSON: {"requests": [{"url", "method", "type", "status", …}], "total", "filtered"}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read network from',
    inputSchema: {
      type: 'object',
      properties: {
        urlPattern: { type: 'string', description: 'A text that the address has to contain.' },
        limit: { type: 'number', minimum: 1, maximum: 300, description: 'How many, the newest. Default 100.' },
        clear: { type: 'boolean', description: 'Whether to forget them afterwards.' },
        tabId,
      },
      required: [],
    },
  },
];
