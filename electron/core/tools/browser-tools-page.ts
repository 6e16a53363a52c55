// The browser's tools that read and use a page: names and schemas of spec 004 and of real clients.
import { type BrowserTool, point, ref, selector, selectorTimeout, tabId, timeout } from './browser-tool.ts';

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
          description: 'interactive: only what can be used.',
        },
        tabId,
        depth: { type: 'number', description: 'Default 15.' },
        ref_id: { type: 'string', description: 'Read only this element.' },
        selector,
        max_chars: { type: 'number', description: 'Default 50000.' },
        from: { type: 'number', description: 'Where to read on.' },
        since,
        timeout,
      },
    },
  },
  {
    name: 'get_page_text',
    title: 'Read the text of the page',
    description: 'Reads the text of a page, an element or a field.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'read content from',
    inputSchema: { type: 'object', properties: { ref, selector, tabId, timeout } },
  },
  {
    name: 'find',
    title: 'Find elements',
    description:
      'Finds elements by role and name, or by selector. Answers {"matches", "elements": [{"ref", "role", "name", "box", …}]}.',
    scope: 'browser:activeTab.read',
    needsTab: true,
    verb: 'inspect element in',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Such as "save button".' },
        selector: { type: 'string', description: 'CSS, in place of a query.' },
        limit: { type: 'number', description: '1 to 100, default 20.' },
        since,
        tabId,
        timeout,
      },
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
        timeout,
      },
      required: [],
    },
  },
  {
    name: 'computer',
    title: 'See and use the page',
    description: 'Takes screenshots, clicks, drags, types, presses keys, scrolls or waits in a tab.',
    scope: 'browser:activeTab.interact',
    needsTab: true,
    verb: 'act in',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: computerActions },
        coordinate: { ...point, description: 'x, y in CSS pixels of the viewport.' },
        ref,
        selector,
        selector_timeout: selectorTimeout,
        start_coordinate: { ...point, description: 'Of left_click_drag.' },
        start_ref: { type: 'string' },
        start_selector: { type: 'string' },
        region: {
          type: 'array',
          items: { type: 'number' },
          minItems: 4,
          maxItems: 4,
          description: 'Of zoom: left, top, right, bottom.',
        },
        scale: { type: 'number', description: 'Of a picture, 0.1 to 1; default 0.5, zoom 1.' },
        purpose: {
          type: 'string',
          enum: ['quick-glance', 'read-text', 'inspect-ui', 'full-detail'],
          description: 'Of a picture: sets scale and quality.',
        },
        quality: { type: 'number', description: 'Of a JPEG, default 60.' },
        format: { type: 'string', enum: ['jpeg', 'png'], description: 'Default: the smaller.' },
        annotate: { type: 'boolean', description: 'Draw refs on the picture.' },
        save_to_disk: { type: 'boolean', description: 'Also write the picture to a file.' },
        text: { type: 'string', description: 'To type, keys to press ("ctrl+a"), or text to wait for.' },
        clear: { type: 'boolean', description: 'type replaces the value.' },
        modifiers: { type: 'string', description: 'Keys held during a click: "ctrl+shift".' },
        repeat: { type: 'number', description: 'How often key presses, 1 to 100.' },
        scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
        scroll_amount: { type: 'number', description: '1 to 10.' },
        url: { type: 'string', description: 'To wait for; * is anything.' },
        duration: {
          type: 'number',
          description: 'Seconds to wait: up to 30, default 1; for a selector, text or url up to 300, default 10.',
        },
        tabId,
        timeout,
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
        timeout,
      },
      required: ['accept'],
    },
  },
];
