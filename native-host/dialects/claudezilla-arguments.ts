// From a command's params to the arguments of the hub's browser tool behind it. Pure; says in a sentence what it cannot carry over.
import { HubError } from '../../electron/contract/errors.ts';

type Params = Readonly<Record<string, unknown>>;
type Arguments = Record<string, unknown>;

const needsRef = 'takes no selector; send the ref of an element from getPageState, or a coordinate [x, y]';

const pixelsAStep = 100;

const mappings: Readonly<Record<string, (params: Params) => Arguments | string>> = {
  navigate: ({ url }) => (typeof url === 'string' && url !== '' ? { url } : 'needs a url'),
  getContent: ({ selector }) =>
    given(selector) && selector !== 'body' ? 'takes no selector; read the whole page without it' : {},
  getPageState: () => ({ filter: 'all' }),
  getAccessibilitySnapshot: ({ maxDepth, selector }) => {
    if (given(selector) && selector !== 'body') return 'takes no selector; read the whole page without it';
    return typeof maxDepth === 'number' ? { depth: clamp(maxDepth, 1, 100) } : { depth: 5 };
  },
  screenshot: () => ({ action: 'screenshot' }),
  click: params => place(params, { action: 'left_click' }) ?? needsRef,
  type: ({ selector, text }) => {
    if (given(selector)) return 'takes no selector; click the ref of the field first, then send text alone';
    return typeof text === 'string' && text !== '' ? { action: 'type', text } : 'needs a text';
  },
  pressKey: params => {
    if (given(params.selector)) return 'takes no selector; click the ref of the field first, then send the key alone';
    return typeof params.key === 'string' && params.key !== '' ? { action: 'key', text: keyOf(params) } : 'needs a key';
  },
  scroll: params => {
    if (given(params.selector)) return 'takes no selector; send x or y in pixels';
    return { ...place(params, {}, false), ...scrollOf(params) };
  },
};

/** SECURITY of the real system: `javascript:` and `data:` never reach a tab. Throws its sentence. */
export function expectAllowedScheme(url: unknown): void {
  if (typeof url !== 'string') return;
  const scheme = /^\s*([a-z][a-z0-9+.-]*:)(?!\d+([/?#]|$))/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined || ['http:', 'https:', 'about:', 'file:'].includes(scheme)) return;
  throw new HubError(
    'ERR_INVALID_ARGUMENTS',
    `URL scheme not allowed: ${scheme}. Allowed: http:, https:, about:, file:`,
  );
}

/**
 * The arguments of the tool that answers a command, `tabId` among them where it was named.
 * Throws ERR_INVALID_ARGUMENTS that names the command and the kind of browser where the tool has no such parameter.
 */
export function toolArguments(command: string, params: Params, browserKind: string): Arguments {
  const mapped = Object.hasOwn(mappings, command) ? mappings[command]?.(params) : undefined;
  if (mapped === undefined) throw new HubError('ERR_INTERNAL', `${command} is answered by no tool.`);
  if (typeof mapped === 'string')
    throw new HubError('ERR_INVALID_ARGUMENTS', `${command} in ${browserKind} ${mapped}.`);
  const tabId = tabIdOf(params);
  return tabId === null ? mapped : { ...mapped, tabId };
}

/** Params say tab ids as numbers or as their text; the real system takes both. Throws ERR_INVALID_ARGUMENTS for anything else. */
export function tabIdOf({ tabId }: Params): number | null {
  if (tabId === undefined || tabId === null || tabId === '' || tabId === 0) return null;
  const number = typeof tabId === 'string' ? Number(tabId) : tabId;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw new HubError(
    'ERR_INVALID_ARGUMENTS',
    `tabId is ${JSON.stringify(tabId)?.slice(0, 100)}; send the whole number that createWindow answered with.`,
  );
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value) || least, least), most);
}

/** Where to act: a ref, a coordinate, or (for clicks) x and y. Null when there is none. */
function place(params: Params, more: Arguments, xy = true): Arguments | null {
  if (typeof params.ref === 'string') return { ...more, ref: params.ref };
  if (Array.isArray(params.coordinate)) return { ...more, coordinate: params.coordinate };
  if (xy && typeof params.x === 'number' && typeof params.y === 'number')
    return { ...more, coordinate: [params.x, params.y] };
  return null;
}

/** The real system scrolls to a position; the browser tool scrolls on from where the page is, 1 to 10 steps of 100 pixels. */
function scrollOf({ x, y }: Params): Arguments {
  const [dx, dy] = [typeof x === 'number' ? x : 0, typeof y === 'number' ? y : 0];
  const sideways = Math.abs(dx) > Math.abs(dy);
  const distance = sideways ? dx : dy;
  const direction = sideways ? (dx < 0 ? 'left' : 'right') : dy < 0 ? 'up' : 'down';
  return {
    action: 'scroll',
    scroll_direction: direction,
    scroll_amount: clamp(Math.abs(distance) / pixelsAStep || 3, 1, 10),
  };
}

function keyOf(params: Params): string {
  const held = [
    params.ctrlKey === true && 'ctrl',
    params.altKey === true && 'alt',
    params.shiftKey === true && 'shift',
    params.metaKey === true && 'meta',
  ];
  return [...held.filter(Boolean), params.key].join('+');
}
