// The browser's tools that read and use a page: names and schemas of spec 004 and of real clients.
import { type BrowserTool, point, ref, selector, selectorTimeout, tabId } from './browser-tool.ts';

/** What `computer` does, with the verb of its refusal as spec 000's real system words it. */
export const computerVerbs: Readonly<Record<string, string>> = {
  screenshot: 'screenshot',
  zoom: 'screenshot',
  left_click: 'click in',
  right_click: 'click in',
  double_click: 'click in',
  triple_click: 'click in',
  left_click_drag: 'drag in',
  hover: 'point in',
  type: 'type in',
  key: 'send keys to',
  scroll: 'scroll in',
  scroll_to: 'scroll in',
  wait: 'wait in',
};
const computerActions = Object.keys(computerVerbs);

export const pageTools: readonly BrowserTool[] = [
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
          description: 'interactive: what can be used. Default all.',
        },
        tabId,
        depth: { type: 'number', description: 'How deep to read. Default 15.' },
        ref_id: { type: 'string', description: 'Read only below this element.' },
        selector,
        max_chars: { type: 'number', description: 'Where to cut. Default 50000.' },
      },
      required: [],
    },
  },
  {
    name: 'get_page_text',
    title: 'Read the text of the page',
    description: 'Reads the visible text of the page of a tab, or of one element.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read content from',
    inputSchema: { type: 'object', properties: { ref, selector, tabId }, required: [] },
  },
  {
    name: 'find',
    title: 'Find elements',
    description:
      'Finds elements by words of their role and name, or by a CSS selector. Answers with JSON: {"matches", "elements": [{"ref", "role", "name", "box", …}]}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'inspect element in',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words such as "save button" or "search field".' },
        selector: { type: 'string', description: 'A CSS selector, in place of words.' },
        limit: { type: 'number', minimum: 1, maximum: 100, description: 'How many to describe. Default 20.' },
        tabId,
      },
      required: [],
    },
  },
  {
    name: 'form_input',
    title: 'Fill a field',
    description: 'Sets the value of one field: a text, an option of a list, true or false for what can be checked.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'type in',
    inputSchema: {
      type: 'object',
      properties: {
        ref,
        selector,
        selector_timeout: selectorTimeout,
        value: {
          type: ['string', 'boolean', 'number'],
          description: 'A list takes the value or the text of an option.',
        },
        tabId,
      },
      required: ['value'],
    },
  },
  {
    name: 'computer',
    title: 'See and use the page',
    description: 'Takes a screenshot, clicks, drags, types, presses keys, scrolls or waits in one of your tabs.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'act in',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: computerActions },
        coordinate: { ...point, description: 'x and y in CSS pixels of the page’s window.' },
        ref,
        selector,
        selector_timeout: selectorTimeout,
        start_coordinate: { ...point, description: 'Of left_click_drag.' },
        region: {
          type: 'array',
          items: { type: 'number' },
          minItems: 4,
          maxItems: 4,
          description: 'What zoom shows: left, top, right, bottom.',
        },
        scale: { type: 'number', minimum: 0.1, maximum: 1, description: 'Size of a screenshot. Default 1.' },
        text: { type: 'string', description: 'What to type, press or wait for.' },
        clear: { type: 'boolean', description: 'Whether type replaces what the field (ref, selector) holds.' },
        modifiers: { type: 'string', description: 'Held during a click, such as "ctrl+shift".' },
        repeat: { type: 'number', minimum: 1, maximum: 100, description: 'Of key. Default 1.' },
        scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
        scroll_amount: { type: 'number', minimum: 1, maximum: 10 },
        url: { type: 'string', description: 'The address to wait for, with * for anything.' },
        duration: {
          type: 'number',
          minimum: 0,
          maximum: 300,
          description:
            'Seconds to wait, at most 30; with a selector, text or url the longest to wait. Default 1 and 10.',
        },
        tabId,
      },
      required: ['action'],
    },
  },
  {
    name: 'handle_dialog',
    title: 'Answer a dialog',
    description: 'Answers the dialog that an answer named.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'answer a dialog in',
    inputSchema: {
      type: 'object',
      properties: {
        accept: { type: 'boolean' },
        text: { type: 'string', description: 'For a prompt.' },
        tabId,
      },
      required: ['accept'],
    },
  },
];
