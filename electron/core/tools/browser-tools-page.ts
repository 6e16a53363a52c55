// The browser's tools that read and use a page: names and schemas of spec 004 and of real clients.
import { type BrowserTool, point, ref, selector, selectorTimeout, tabId } from './browser-tool.ts';

const since = { type: 'number', description: 'Only what changed since that reading.' };

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
    description: 'Reads a page as a tree of roles and names, with a ref for what can be used.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read page state from',
    inputSchema: {
      type: 'object',
      properties: {
        filter: {
          type: 'string',
          enum: ['interactive', 'all'],
          description: 'What can be used, or all (default).',
        },
        tabId,
        depth: { type: 'number', description: 'Default 15.' },
        ref_id: { type: 'string', description: 'Only this element.' },
        selector,
        max_chars: { type: 'number', description: 'Default 50000.' },
        from: { type: 'number', description: 'Where to read on.' },
        since,
      },
      required: [],
    },
  },
  {
    name: 'get_page_text',
    title: 'Read the text of the page',
    description: 'Reads the text of a page, an element or a field.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read content from',
    inputSchema: { type: 'object', properties: { ref, selector, tabId }, required: [] },
  },
  {
    name: 'find',
    title: 'Find elements',
    description:
      'Finds elements by words or by a CSS selector, as JSON: {"matches", "elements": [{"ref", "role", "name", "box", …}]}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'inspect element in',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Such as "save button".' },
        selector: { type: 'string', description: 'In place of words.' },
        limit: { type: 'number', minimum: 1, maximum: 100, description: 'Default 20.' },
        since,
        tabId,
      },
      required: [],
    },
  },
  {
    name: 'form_input',
    title: 'Fill fields',
    description: 'Sets the value of a field, or of many in one call.',
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
          type: ['string', 'boolean', 'number', 'array'],
          description: 'A text, an option, an array of options, or whether it is checked.',
        },
        fields: { type: 'array', description: 'Many: [{"ref" or "selector", "value"}, …].' },
        tabId,
      },
      required: [],
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
        coordinate: { ...point, description: 'x and y in CSS pixels of the viewport.' },
        ref,
        selector,
        selector_timeout: selectorTimeout,
        start_coordinate: { ...point, description: 'Where left_click_drag begins.' },
        start_ref: { type: 'string' },
        start_selector: { type: 'string' },
        region: {
          type: 'array',
          items: { type: 'number' },
          minItems: 4,
          maxItems: 4,
          description: 'Of zoom: left, top, right, bottom.',
        },
        scale: { type: 'number', minimum: 0.1, maximum: 1, description: 'Size of a screenshot. Default 1.' },
        text: { type: 'string', description: 'To type, keys to press, or to wait for.' },
        clear: { type: 'boolean', description: 'type replaces what the ref or selector holds.' },
        modifiers: { type: 'string', description: 'Held during a click: "ctrl+shift".' },
        repeat: { type: 'number', minimum: 1, maximum: 100, description: 'How often key presses.' },
        scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
        scroll_amount: { type: 'number', minimum: 1, maximum: 10 },
        url: { type: 'string', description: 'To wait for, * is anything.' },
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
];
