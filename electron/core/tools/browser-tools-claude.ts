// Tools of spec 004 that only extensions of spec 001 have. They are listed for its clients where such an extension is connected.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

const listed = 'spec-004';
const inputSchema = { type: 'object', properties: { tabId, timeout } };

/** What else they take is theirs to know and is passed on. */
export const claudeTools: readonly BrowserTool[] = [
  {
    listed,
    name: 'gif_creator',
    title: 'Record a GIF',
    description: 'Records what happens in a tab, and exports it as a GIF.',
    scope: 'browser:activeTab.screenshot',
    needsTab: true,
    verb: 'record',
    inputSchema,
  },
];
