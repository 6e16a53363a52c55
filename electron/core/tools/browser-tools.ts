// The browser's tools as data: names and schemas of spec 004 and of real clients, the scope each needs, the verb of a refusal.
import type { Scope } from '../../contract/permissions.ts';

export interface BrowserTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** Whether it acts on one tab, and so needs the asker to own it. */
  readonly needsTab: boolean;
  /** `Cannot <verb> tab 42`: the wording of spec 000's refusals. */
  readonly verb: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

const tabId = {
  type: 'number',
  description:
    'One of your own tabs, from tabs_context or tabs_create. Without it: the tab of yours that was used last.',
};

export const browserTools: readonly BrowserTool[] = [
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
    name: 'read_page',
    title: 'Read the page as a tree',
    description: 'Reads the page of a tab as a tree of roles and names. Elements have a ref to use in computer.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read page state from',
    inputSchema: {
      type: 'object',
      properties: {
        filter: {
          type: 'string',
          enum: ['interactive', 'all'],
          description: 'interactive: only what can be used. Default all.',
        },
        tabId,
        depth: { type: 'number', description: 'How deep to read. Default 15.' },
        ref_id: { type: 'string', description: 'Read only below this element.' },
        max_chars: { type: 'number', description: 'Cut the answer at this many characters. Default 50000.' },
      },
      required: [],
    },
  },
  {
    name: 'get_page_text',
    title: 'Read the text of the page',
    description: 'Reads the visible text of the page of a tab.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read content from',
    inputSchema: { type: 'object', properties: { tabId }, required: [] },
  },
  {
    name: 'computer',
    title: 'See and use the page',
    description: 'Takes a screenshot, clicks, types, presses keys, scrolls or waits in one of your tabs.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'act in',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['screenshot', 'left_click', 'type', 'key', 'scroll', 'wait'] },
        coordinate: {
          type: 'array',
          items: { type: 'number' },
          minItems: 2,
          maxItems: 2,
          description: 'x and y in CSS pixels of the page’s window.',
        },
        ref: { type: 'string', description: 'An element from read_page, in place of a coordinate.' },
        text: { type: 'string', description: 'What to type, or the key to press.' },
        scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
        scroll_amount: { type: 'number', minimum: 1, maximum: 10 },
        duration: { type: 'number', minimum: 0, maximum: 30, description: 'Seconds to wait.' },
        tabId,
      },
      required: ['action'],
    },
  },
];

/** The scope a call needs: a screenshot another one than a click, a new tab with an address the one of `navigate`. */
export function scopeOf(tool: BrowserTool, args: Readonly<Record<string, unknown>>): Scope {
  if (tool.name === 'computer' && args.action === 'screenshot') return 'browser:activeTab.screenshot';
  if (tool.name === 'tabs_context' && args.createIfEmpty === true) return 'browser:tabs.create';
  if (tool.name === 'tabs_create' && args.url !== undefined) return 'browser:navigate';
  return tool.scope;
}

/** Whether its `url` is an address that the call opens. */
export function opensAddress(tool: BrowserTool): boolean {
  return tool.name === 'navigate' || tool.name === 'tabs_create';
}

/** The verb of a refusal, as spec 000's real system words it. */
export function verbOf(tool: BrowserTool, args: Readonly<Record<string, unknown>>): string {
  if (tool.name !== 'computer') return tool.verb;
  const verbs: Record<string, string> = {
    screenshot: 'screenshot',
    left_click: 'click in',
    type: 'type in',
    key: 'send keys to',
    scroll: 'scroll in',
    wait: 'wait in',
  };
  const { action } = args;
  return (typeof action === 'string' && Object.hasOwn(verbs, action) && verbs[action]) || tool.verb;
}
