// Tools of spec 004 that only extensions of spec 001 have. They are listed for its clients where such an extension is connected.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

const listed = 'spec-004';
const inputSchema = { type: 'object', properties: { tabId, timeout } };

/** What else they take is theirs to know and is passed on. */
export const claudeTools: readonly BrowserTool[] = [
  {
    listed,
    name: 'shortcuts_list',
    title: 'List shortcuts',
    description: 'Lists the shortcuts that the user saved in the extension.',
    scope: 'browser:tabs.read',
    needsTab: true,
    verb: 'list shortcuts of',
    inputSchema,
  },
  {
    listed,
    name: 'shortcuts_execute',
    title: 'Run a shortcut',
    description: 'Runs a shortcut that the user saved in the extension.',
    scope: 'browser:script',
    needsTab: true,
    verb: 'run a shortcut in',
    inputSchema,
  },
];
