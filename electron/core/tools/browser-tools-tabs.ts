// The browser's tools for tabs and windows: names and schemas of spec 004 and of real clients.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

const sharedArguments =
  'All tools: tabId is one of your tabs, by default the one used last; timeout is in ms for the whole call, 5000 to 300000, default 150000.';

export const tabTools: readonly BrowserTool[] = [
  {
    name: 'tabs_context',
    title: 'List your tabs',
    description: `Lists your tabs as JSON: {"availableTabs": [{"tabId", "title", "url"}]}. ${sharedArguments}`,
    scope: 'browser:tabs.read',
    needsTab: false,
    verb: 'list',
    inputSchema: { type: 'object', properties: { createIfEmpty: { type: 'boolean' }, timeout } },
  },
  {
    name: 'tabs_create',
    title: 'Open a tab',
    description: 'Opens a tab of your own; answers with its tabId.',
    scope: 'browser:tabs.create',
    needsTab: false,
    verb: 'open',
    inputSchema: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'Default: an empty page.' },
        private: { type: 'boolean', description: 'In a private window.' },
        timeout,
      },
    },
  },
  {
    name: 'tabs_close',
    title: 'Close a tab',
    description: 'Closes one of your tabs.',
    scope: 'browser:tabs.create',
    needsTab: true,
    verb: 'close',
    inputSchema: { type: 'object', properties: { tabId, timeout } },
  },
  {
    name: 'navigate',
    title: 'Open an address',
    description: 'Opens an address in a tab and waits until it has loaded.',
    scope: 'browser:navigate',
    needsTab: true,
    verb: 'navigate',
    inputSchema: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'http or https, or "back" or "forward".' },
        tabId,
        timeout,
      },
      required: ['url'],
    },
  },
  {
    name: 'resize_window',
    title: 'Resize the window',
    description: 'Sets size and place of the window of a tab, for all tabs in it, or the size of its page.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'resize the window of',
    alsoTakes: ['windowId'],
    inputSchema: {
      type: 'object',
      properties: {
        width: { type: 'number', minimum: 100, maximum: 10_000 },
        height: { type: 'number', minimum: 100, maximum: 10_000 },
        left: { type: 'number' },
        top: { type: 'number' },
        viewport: { type: 'boolean', description: 'Of the page alone.' },
        tabId,
        timeout,
      },
    },
  },
];
