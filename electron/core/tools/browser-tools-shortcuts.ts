// Tools for the shortcuts that the user saved. The hub has them; an extension of spec 001 has its own beside.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

export const shortcutsTool = 'shortcuts_list';
export const shortcutTool = 'shortcuts_execute';

export const shortcutTools: readonly BrowserTool[] = [
  {
    listed: 'saved-shortcuts',
    byHub: true,
    inExtension: { scope: 'browser:tabs.read', needsTab: true },
    name: shortcutsTool,
    title: 'List shortcuts',
    description: 'Lists what the user saved for you to run.',
    scope: 'browser:tabs.read',
    needsTab: false,
    verb: 'list shortcuts of',
    inputSchema: { type: 'object', properties: { tabId, timeout } },
  },
  {
    listed: 'saved-shortcuts',
    byHub: true,
    inExtension: { scope: 'browser:script', needsTab: true },
    makesCalls: true,
    name: shortcutTool,
    title: 'Run a shortcut',
    description: 'Returns a saved prompt or runs saved actions.',
    scope: 'browser:tabs.read',
    needsTab: false,
    verb: 'run a shortcut in',
    inputSchema: {
      type: 'object',
      properties: {
        tabId,
        shortcutId: { type: 'string' },
        command: { type: 'string', description: 'Instead of shortcutId.' },
        timeout,
      },
    },
  },
];
