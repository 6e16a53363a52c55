// Which params of a command of spec 000's wire are heeded where a tool of the hub answers it, so that its answer can name the others.
type Params = Readonly<Record<string, unknown>>;

const element = ['selector', 'ref', 'autoWait', 'waitTimeout'];
const part = ['selector'];
const heeded: Readonly<Record<string, readonly string[]>> = {
  navigate: ['url'],
  getContent: [...part, 'maxLength'],
  getPageState: ['maxHeadings', 'maxLinks', 'maxButtons', 'maxInputs', 'maxImages'],
  getAccessibilitySnapshot: [...part, 'maxDepth', 'maxNodes'],
  screenshot: ['purpose', 'quality', 'scale', 'format', 'annotate'],
  click: [...element, 'coordinate', 'x', 'y'],
  type: [...element, 'text', 'clear'],
  pressKey: [...element, 'key', 'ctrlKey', 'shiftKey', 'altKey', 'metaKey'],
  scroll: [...element, 'x', 'y'],
  waitFor: ['selector', 'text', 'url', 'timeout'],
  evaluate: ['expression'],
  getElementInfo: ['selector'],
  getConsoleLogs: ['level', 'clear', 'limit'],
  getNetworkRequests: ['type', 'status', 'clear', 'limit', 'includeHeaders'],
  handleConsent: ['scanTimeout'],
  resizeWindow: ['windowId', 'width', 'height', 'left', 'top'],
  setViewport: ['windowId', 'device', 'width', 'height'],
};
/** What only the companion does beside its tool. */
const byFacts: Readonly<Record<string, readonly string[]>> = {
  getContent: ['includeHtml'],
  screenshot: ['maxWait', 'waitForImages', 'skipReadiness'],
};
/** What is done anyway asks for nothing: the page is scrolled at once, and looked at every 100 ms. */
const usual: Params = {
  behavior: 'instant',
  interval: 100,
  includeHtml: false,
  skipReadiness: false,
  waitForImages: true,
};

const texts: ReadonlySet<string> = new Set(['text', 'expression', 'key', 'selector']);
/** `true` is a text there, and a mistake where a text names something. */
const free: ReadonlySet<string> = new Set(['text', 'expression']);
const numbers: ReadonlySet<string> = new Set([
  ...['scale', 'quality', 'x', 'y', 'width', 'height', 'left', 'top', 'limit', 'timeout', 'waitTimeout', 'maxWait'],
  ...['interval', 'scanTimeout'],
  ...['maxLength', 'maxDepth', 'maxNodes', 'maxHeadings', 'maxLinks', 'maxButtons', 'maxInputs', 'maxImages'],
]);

/** As the tools take them: the real program's command line sends `42` as a number and `0.25` as a text, whatever is meant, and its extension reads both. */
export function readableParams(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, readable(name, value)]));
}

function readable(name: string, value: unknown): unknown {
  if (texts.has(name) && (typeof value === 'number' || (typeof value === 'boolean' && free.has(name))))
    return String(value);
  const isNumber =
    numbers.has(name) && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  return isNumber ? Number(value) : value;
}

/** Their names, in the order in which they were sent. `hasFacts` is whether the companion told more than its tool does. */
export function unheededParams(command: string, params: Params, hasFacts: boolean): string[] {
  const known = new Set(['tabId', ...(heeded[command] ?? []), ...(hasFacts ? (byFacts[command] ?? []) : [])]);
  return Object.entries(params).flatMap(([name, value]) => {
    const isAsked = value !== undefined && value !== null && value !== '' && value !== usual[name];
    return known.has(name) || !isAsked ? [] : [name.slice(0, 100)];
  });
}
