// Tools of the browser that the hub carries out itself: names and schemas of spec 004 and of real clients (2.1.90 to 2.1.330).
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

export const batchTool = 'browser_batch';
export const planTool = 'update_plan';

/** None of them touches a page, so they need what seeing one's own tabs needs. */
const common = { scope: 'browser:tabs.read', needsTab: false, byHub: true } as const;
const nothing = { type: 'object', properties: { timeout } };

const batch: BrowserTool = {
  ...common,
  makesCalls: true,
  name: batchTool,
  title: 'Make several calls',
  description: 'Makes several calls in order, up to the first that fails or meets a surprise.',
  verb: 'make calls in',
  inputSchema: {
    type: 'object',
    properties: {
      actions: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, input: { type: 'object' } },
          required: ['name', 'input'],
        },
        description: 'name is a tool, input its arguments.',
      },
      timeout,
    },
    required: ['actions'],
  },
};

const browserChoice: readonly BrowserTool[] = [
  {
    ...common,
    listed: 'several-browsers',
    name: 'list_connected_browsers',
    title: 'List browsers',
    description: 'Lists the browsers that you may work in: [{"deviceId", "name", …}].',
    verb: 'list',
    inputSchema: nothing,
  },
  {
    ...common,
    listed: 'several-browsers',
    name: 'select_browser',
    title: 'Choose a browser',
    description: 'All your calls go to that browser from now on.',
    verb: 'choose',
    inputSchema: { type: 'object', properties: { deviceId: { type: 'string' }, timeout }, required: ['deviceId'] },
  },
  {
    ...common,
    listed: 'several-browsers',
    name: 'switch_browser',
    title: 'Go to another browser',
    description: 'Your calls go to the next connected browser from now on, which the answer names.',
    verb: 'choose',
    inputSchema: nothing,
  },
];

const aboutAgents: readonly BrowserTool[] = [
  {
    ...common,
    listed: 'spec-004',
    name: 'turn_answer_start',
    title: 'Begin a turn',
    description: 'Marks the beginning of an answer of yours.',
    verb: 'mark',
    inputSchema: nothing,
  },
  {
    ...common,
    listed: 'spec-004',
    name: 'turn_answer_complete',
    title: 'End a turn',
    description: 'Marks the end of an answer of yours.',
    verb: 'mark',
    inputSchema: nothing,
  },
  {
    ...common,
    listed: 'spec-004',
    name: 'permissions_check',
    title: 'Check permissions',
    description: 'Tells what you may do now, without doing it or asking the user: allowed, asks, waits or refused.',
    verb: 'check',
    alsoTakes: 'anything',
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: 'Every tool of the browser without it.' },
        action: { type: 'string', description: 'Of computer.' },
        url: { type: 'string', description: 'A page that it is about; the one in the tab without it.' },
        tabId,
        timeout,
      },
    },
  },
  {
    ...common,
    listed: 'spec-004',
    name: 'dev_utils',
    title: 'Look at the connection',
    description: 'Answers a ping, or tells versions, or the state of you, your browser and your tabs.',
    verb: 'look at',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['ping', 'version', 'state'], description: 'Default state.' },
        timeout,
      },
    },
  },
];

const plan: BrowserTool = {
  ...common,
  asksUser: true,
  scope: 'browser:navigate',
  name: planTool,
  title: 'Agree on a plan',
  description: 'Asks the user to agree to a plan: what you will do, on which domains. It gives no permission.',
  verb: 'plan for',
  inputSchema: {
    type: 'object',
    properties: {
      domains: { type: 'array', items: { type: 'string' } },
      approach: { type: 'array', items: { type: 'string' } },
      timeout,
    },
    required: ['domains', 'approach'],
  },
};

export const hubTools: readonly BrowserTool[] = [batch, ...browserChoice, ...aboutAgents, plan];
