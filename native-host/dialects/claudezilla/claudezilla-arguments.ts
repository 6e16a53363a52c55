// From a command's params to the arguments of the hub's browser tool behind it. Pure; says in a sentence what it cannot carry over.
import { HubError } from '../../../contract/errors.ts';
import { viewportOf, viewports } from './claudezilla-viewports.ts';

type Params = Readonly<Record<string, unknown>>;
type Arguments = Record<string, unknown>;

/** Its answers are bounded by the number of their entries. */
const maxTreeChars = 500_000;
const usualWaitMs = 5_000;

const mappings: Readonly<Record<string, (params: Params) => Arguments | string>> = {
  navigate: ({ url }) => (isText(url) ? { url } : 'needs a url'),
  getContent: params => part(params),
  getPageState: () => ({ filter: 'all', max_chars: maxTreeChars }),
  getAccessibilitySnapshot: params => ({
    depth: typeof params.maxDepth === 'number' ? clamp(params.maxDepth, 1, 100) : 5,
    max_chars: maxTreeChars,
    ...part(params),
  }),
  screenshot: ({ scale, quality, format, purpose, annotate }) => ({
    action: 'screenshot',
    ...(typeof scale === 'number' ? { scale: Math.min(1, Math.max(0.1, scale)) } : {}),
    ...(typeof quality === 'number' ? { quality: takenQuality(quality) } : {}),
    ...(isText(format) ? { format } : {}),
    ...(isText(purpose) ? { purpose } : {}),
    ...(annotate === true ? { annotate } : {}),
  }),
  click: params => {
    const where = place(params);
    return where ? { action: 'left_click', ...where } : 'needs a selector, a ref or a coordinate [x, y]';
  },
  type: params => {
    const { text } = params;
    if (typeof text !== 'string') return 'needs a text';
    const where = element(params);
    // The real system empties the field first unless it is told not to, and with an empty text does nothing else; what has the focus it types into.
    const clear = where ? params.clear !== false : params.clear === true;
    return { action: 'type', text, ...where, ...((where || clear || text === '') && { clear }) };
  },
  pressKey: params => (isText(params.key) ? { action: 'key', text: keyOf(params), ...element(params) } : 'needs a key'),
  scroll: params => {
    const where = element(params);
    return where ? { action: 'scroll_to', ...where } : scrollOf(params);
  },
  waitFor: ({ selector, text, url, timeout }) => {
    const wanted = Object.entries({ selector, text, url }).filter(([, value]) => isText(value));
    if (wanted.length === 0) return 'needs a selector, a text or a url to wait for';
    const ms = typeof timeout === 'number' ? clamp(timeout, 0, 300_000) : 10_000;
    return { action: 'wait', ...Object.fromEntries(wanted), duration: ms / 1_000 };
  },
  evaluate: ({ expression }) => {
    if (!isText(expression)) return 'needs an expression';
    expectAllowedExpression(expression);
    return { action: 'javascript_exec', text: expression };
  },
  getElementInfo: ({ selector }) => (isText(selector) ? { selector, limit: 1 } : 'needs a selector'),
  getConsoleLogs: ({ level, ...params }) => ({
    ...picked(params, ['clear', 'limit']),
    ...(level === 'error' ? { onlyErrors: true } : isText(level) ? { level } : {}),
  }),
  getNetworkRequests: params => ({
    limit: 50,
    ...picked(params, ['type', 'status', 'clear', 'limit', 'includeHeaders']),
  }),
  handleConsent: () => ({ action: 'left_click' }),
  resizeWindow: params => picked(params, ['windowId', 'width', 'height', 'left', 'top']),
  setViewport: ({ device, ...params }) => {
    const page = { ...picked(params, ['windowId']), viewport: true };
    if (!given(device)) {
      if (given(params.width) && given(params.height)) return { ...page, ...picked(params, ['width', 'height']) };
      return `needs a device, or a width and a height; devices are ${Object.keys(viewports).join(', ')}`;
    }
    const viewport = viewportOf(device);
    if (!viewport)
      return `knows no device ${JSON.stringify(device)?.slice(0, 100)}; send one of ${Object.keys(viewports).join(', ')}`;
    return { ...page, width: viewport.width, height: viewport.height };
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

const maxExpressionChars = 10_000;
/** SECURITY of the real system, and its own words: nothing that reaches out of the page or into its stores, or runs later. */
const forbidden: readonly RegExp[] = [
  /\bfetch\s*\(/i,
  /\bXMLHttpRequest\b/i,
  /\bimport\s*\(/i,
  /\beval\s*\(/i,
  /\bFunction\s*\(/i,
  /\bsetTimeout\s*\(/i,
  /\bsetInterval\s*\(/i,
  /\bdocument\.cookie\b/i,
  /\blocalStorage\b/i,
  /\bsessionStorage\b/i,
];

function expectAllowedExpression(expression: string): void {
  if (expression.length > maxExpressionChars)
    throw new HubError('ERR_INVALID_ARGUMENTS', `Expression too long (max ${maxExpressionChars} characters)`);
  const found = forbidden.find(pattern => pattern.test(expression));
  if (found)
    throw new HubError('ERR_INVALID_ARGUMENTS', `Blocked expression pattern detected: ${found.source.slice(0, 20)}...`);
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

/** Of a JPEG, as near as there is to what was asked for. */
export function takenQuality(asked: number): number {
  return clamp(asked, 1, 100);
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

/** Where to click: a ref, a coordinate, or x and y. Null when there is none. */
function place(params: Params): Arguments | null {
  const where = element(params);
  if (where) return where;
  if (Array.isArray(params.coordinate)) return { coordinate: params.coordinate };
  if (typeof params.x === 'number' && typeof params.y === 'number') return { coordinate: [params.x, params.y] };
  return null;
}

/** To a place of the page, from its beginning; the direction that is not named stays. With neither the page is only looked at. */
function scrollOf({ x, y }: Params): Arguments {
  const [left, top] = [x, y].map(at => (typeof at === 'number' && Number.isFinite(at) ? at : undefined));
  if (left === undefined && top === undefined) return { action: 'wait', duration: 0 };
  return { action: 'scroll_to', ...(left !== undefined && { left }), ...(top !== undefined && { top }) };
}

function keyOf(params: Params): string {
  const held = [
    params.ctrlKey === true && 'ctrl',
    params.altKey === true && 'alt',
    params.shiftKey === true && 'shift',
    params.metaKey === true && 'meta',
  ];
  return [...held.filter(Boolean), params.key === ' ' ? 'space' : params.key].join('+');
}
