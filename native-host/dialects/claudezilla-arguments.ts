// From a command's params to the arguments of the hub's browser tool behind it. Pure; says in a sentence what it cannot carry over.
import { HubError } from '../../contract/errors.ts';
import { viewportOf, viewports } from './claudezilla-viewports.ts';

type Params = Readonly<Record<string, unknown>>;
type Arguments = Record<string, unknown>;

const pixelsAStep = 100;
const usualWaitMs = 5_000;

const mappings: Readonly<Record<string, (params: Params) => Arguments | string>> = {
  navigate: ({ url }) => (isText(url) ? { url } : 'needs a url'),
  getContent: params => part(params),
  getPageState: () => ({ filter: 'all' }),
  getAccessibilitySnapshot: params => ({
    depth: typeof params.maxDepth === 'number' ? clamp(params.maxDepth, 1, 100) : 5,
    ...part(params),
  }),
  screenshot: ({ scale, quality, format, purpose, annotate }) => ({
    action: 'screenshot',
    ...(typeof scale === 'number' ? { scale: Math.min(1, Math.max(0.1, scale)) } : {}),
    ...(typeof quality === 'number' ? { quality: clamp(quality, 1, 100) } : {}),
    ...(format === 'jpeg' || format === 'png' ? { format } : {}),
    ...(isText(purpose) ? { purpose } : {}),
    ...(annotate === true ? { annotate } : {}),
  }),
  click: params => {
    const where = place(params);
    return where ? { action: 'left_click', ...where } : 'needs a selector, a ref or a coordinate [x, y]';
  },
  type: params => {
    if (!isText(params.text)) return 'needs a text';
    const where = element(params);
    // The real system empties the field first unless it is told not to.
    return { action: 'type', text: params.text, ...where, ...(where && { clear: params.clear !== false }) };
  },
  pressKey: params => (isText(params.key) ? { action: 'key', text: keyOf(params), ...element(params) } : 'needs a key'),
  scroll: params => {
    const where = element(params);
    return where ? { action: 'scroll_to', ...where } : { ...place(params, false), ...scrollOf(params) };
  },
  waitFor: ({ selector, text, url, timeout }) => {
    const wanted = Object.entries({ selector, text, url }).filter(([, value]) => isText(value));
    if (wanted.length === 0) return 'needs a selector, a text or a url to wait for';
    const ms = typeof timeout === 'number' ? clamp(timeout, 0, 300_000) : 10_000;
    return { action: 'wait', ...Object.fromEntries(wanted), duration: ms / 1_000 };
  },
  evaluate: ({ expression }) =>
    isText(expression) ? { action: 'javascript_exec', text: expression } : 'needs an expression',
  getElementInfo: ({ selector }) => (isText(selector) ? { selector, limit: 1 } : 'needs a selector'),
  getConsoleLogs: ({ level, ...params }) => ({
    ...picked(params, ['clear', 'limit']),
    ...(level === 'error' ? { onlyErrors: true } : isText(level) ? { level } : {}),
  }),
  getNetworkRequests: params => ({ limit: 50, ...picked(params, ['type', 'status', 'clear', 'limit']) }),
  handleConsent: () => ({ action: 'left_click' }),
  resizeWindow: params => picked(params, ['windowId', 'width', 'height', 'left', 'top']),
  setViewport: ({ device, ...params }) => {
    if (!given(device)) return picked(params, ['width', 'height']);
    const viewport = viewportOf(device);
    if (!viewport)
      return `knows no device ${JSON.stringify(device)?.slice(0, 100)}; send one of ${Object.keys(viewports).join(', ')}`;
    return { width: viewport.width, height: viewport.height };
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function picked(params: Params, names: readonly string[]): Arguments {
  return Object.fromEntries(names.flatMap(name => (given(params[name]) ? [[name, params[name]]] : [])));
}

/** The part of a page to read; `body` is all of it. */
function part({ selector }: Params): Arguments {
  return isText(selector) && selector !== 'body' ? { selector } : {};
}

/** A ref, or a selector that is waited for as the real system does unless told not to. */
function element({ ref, selector, autoWait, waitTimeout }: Params): Arguments | null {
  if (isText(ref)) return { ref };
  if (!isText(selector)) return null;
  const ms = typeof waitTimeout === 'number' ? clamp(waitTimeout, 0, 30_000) : usualWaitMs;
  return autoWait === false ? { selector } : { selector, selector_timeout: ms / 1_000 };
}

/** Where to act: a ref, a coordinate, or (for clicks) x and y. Null when there is none. */
function place(params: Params, xy = true): Arguments | null {
  const where = element(params);
  if (where) return where;
  if (Array.isArray(params.coordinate)) return { coordinate: params.coordinate };
  if (xy && typeof params.x === 'number' && typeof params.y === 'number') return { coordinate: [params.x, params.y] };
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
