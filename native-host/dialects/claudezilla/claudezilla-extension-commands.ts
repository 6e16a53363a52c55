// From a call of one of the hub's browser tools to the command of spec 000's extension that does the same.
import { isNarrowed, plainPattern } from './claudezilla-narrowing.ts';
import type { Unheeded } from '../unheeded-arguments.ts';

type Args = Readonly<Record<string, unknown>>;
type Command = readonly [command: string, params: Args];
/** A string says what the extension has no form for. */
type Mapping = (args: Args) => Command | string;

/** Beside what the mappings below refuse. */
export const unheededByClaudezilla: Unheeded = {
  kind: "Claudezilla's extension",
  refused: {
    read_page: ['from'],
    'computer left_click': ['modifiers'],
    'computer key': ['repeat'],
  },
  told: {
    read_page: ['filter', 'since'],
    find: ['since'],
    javascript_tool: ['timeout'],
  },
};

/** More than an extension keeps, and than one call of a tool asks for. */
const allOfThem = 1_000;

/** It knows elements by selectors and no refs, and the page's coordinates not at all. */
const computerActions: Readonly<Record<string, Mapping>> = {
  screenshot: args => ['screenshot', picked(args, ['scale', 'quality', 'format', 'purpose', 'annotate'])],
  left_click: args => bySelector('click', args, {}) ?? 'computer left_click without a selector',
  type: args =>
    bySelector('type', args, { text: args.text, clear: args.clear === true }) ?? 'computer type without a selector',
  key: args => {
    if (isText(args.ref)) return 'computer key with a ref';
    if (/\S\s+\S/.test(String(args.text))) return 'computer key with several keys in one call';
    return bySelector('pressKey', args, keyOf(args)) ?? ['pressKey', keyOf(args)];
  },
  scroll_to: args => bySelector('scroll', args, { behavior: 'instant' }) ?? 'computer scroll_to without a selector',
  wait: ({ selector, text, url, duration }) => {
    const wanted = Object.entries({ selector, text, url }).filter(([, value]) => isText(value));
    const timeout = typeof duration === 'number' ? { timeout: duration * 1_000 } : {};
    return wanted.length > 0 ? ['waitFor', { ...Object.fromEntries(wanted), ...timeout }] : 'computer wait for a time';
  },
};

const tools: Readonly<Record<string, Mapping>> = {
  tabs_context: () => ['getTabs', {}],
  tabs_create: args => ['createWindow', picked(args, ['url', 'private'])],
  tabs_close: () => ['closeTab', {}],
  navigate: ({ url }) => (url === 'back' || url === 'forward' ? `navigate ${url}` : ['navigate', { url }]),
  resize_window: args => ['resizeWindow', picked(args, ['width', 'height', 'left', 'top'])],
  get_page_text: args =>
    isText(args.ref)
      ? 'get_page_text with a ref'
      : ['getContent', { maxLength: 500_000, ...picked(args, ['selector']) }],
  read_page: args =>
    isText(args.ref_id)
      ? 'read_page with a ref_id'
      : ['getAccessibilitySnapshot', { maxDepth: args.depth ?? 15, maxNodes: 2_000, ...picked(args, ['selector']) }],
  find: ({ selector }) => (isText(selector) ? ['getElementInfo', { selector }] : 'find without a selector'),
  form_input: args => {
    if (args.fields !== undefined) return 'form_input of many fields';
    if (typeof args.value === 'boolean') return 'form_input of true or false';
    if (Array.isArray(args.value)) return 'form_input of several options';
    return bySelector('type', args, { text: String(args.value), clear: true }) ?? 'form_input without a selector';
  },
  javascript_tool: ({ text }) => ['evaluate', { expression: text }],
  read_console_messages: args => {
    if (isText(args.pattern) && !plainPattern(args.pattern))
      return 'read_console_messages with a pattern of more than words, | and .*';
    const level = args.onlyErrors === true ? { level: 'error' } : {};
    return ['getConsoleLogs', { ...kept('read_console_messages', args), ...level }];
  },
  read_network_requests: args => ['getNetworkRequests', kept('read_network_requests', args)],
  computer: args => {
    const action = String(args.action);
    const mapping = Object.hasOwn(computerActions, action) ? computerActions[action] : undefined;
    return mapping ? mapping(args) : `computer ${action}`;
  },
};

/** The command and its params; a string names what has no counterpart. */
export function claudezillaCommand(tool: string, args: Args): Command | string {
  const mapping = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  return mapping ? mapping(args) : tool;
}

function bySelector(command: string, { selector, selector_timeout: seconds }: Args, more: Args): Command | null {
  if (!isText(selector)) return null;
  const patience = typeof seconds === 'number' ? { autoWait: seconds > 0, waitTimeout: seconds * 1_000 } : {};
  return [command, { selector, ...more, ...patience }];
}

/** What is left out afterwards is no part of what was asked for. */
function kept(tool: string, args: Args): Args {
  const asked = picked(args, ['clear', 'limit']);
  return isNarrowed(tool, args) ? { ...asked, limit: allOfThem } : asked;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function picked(args: Args, names: readonly string[]): Args {
  return Object.fromEntries(names.flatMap(name => (args[name] === undefined ? [] : [[name, args[name]]])));
}

function keyOf({ text }: Args): Args {
  const parts = String(text).split('+');
  const key = parts.at(-1) ?? '';
  const held = new Set(parts.slice(0, -1).map(part => part.toLowerCase()));
  return {
    key,
    ctrlKey: held.has('ctrl'),
    shiftKey: held.has('shift'),
    altKey: held.has('alt'),
    metaKey: held.has('meta') || held.has('cmd'),
  };
}
