// The browser's tools for tabs and windows: names and schemas of spec 004 and of real clients.
import { type BrowserTool, tabId } from './browser-tool.ts';

export const tabTools: readonly BrowserTool[] = [
  {
    name: 'tabs_context',
    title: 'List your tabs',
    description: 'Lists the tabs that you own, as JSON: {"availableTabs": [{"tabId", "title", "url"}]}.',
    scope: 'browser:tabs.read',
    needsTab: false,
    verb: 'list',
    inputSchema: { type: 'object', properties: {}, required: [] },
  },
  {
    name: 'tabs_create',
    title: 'Open a tab',
    description: 'Opens a new tab, which is then yours. Answers with its tabId.',
    scope: 'browser:tabs.create',
    needsTab: false,
    verb: 'open',
    inputSchema: {
      type: 'object',
      properties: { url: { type: 'string', description: 'Address to open; an empty page without it.' } },
      required: [],
    },
  },
  {
    name: 'tabs_close',
    title: 'Close a tab',
    description: 'Closes one of your tabs.',
    scope: 'browser:tabs.create',
    needsTab: true,
    verb: 'close',
    inputSchema: { type: 'object', properties: { tabId }, required: [] },
  },
  {
    name: 'navigate',
    title: 'Open an address',
    description:
      'Opens an address in one of your tabs, or goes "back" or "forward", and waits until the page has loaded.',
    scope: 'browser:navigate',
    needsTab: true,
    verb: 'navigate',
    inputSchema: {
      type: 'object',
      properties: { url: { type: 'string', description: 'An http or https address, "back" or "forward".' }, tabId },
      required: ['url'],
    },
  },
  {
    name: 'resize_window',
    title: 'Resize the window',
    description: 'Sets the size of the window that holds one of your tabs, for all tabs in it.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'resize the window of',
    inputSchema: {
      type: 'object',
      properties: {
        width: { type: 'number', minimum: 100, maximum: 10_000, description: 'Pixels of the screen.' },
        height: { type: 'number', minimum: 100, maximum: 10_000 },
        left: { type: 'number', description: 'Where the window is to be.' },
        top: { type: 'number' },
        tabId,
      },
      required: [],
    },
  },
];
