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

/** Their names, in the order in which they were sent. `hasFacts` is whether the companion told more than its tool does. */
export function unheededParams(command: string, params: Params, hasFacts: boolean): string[] {
  const known = new Set(['tabId', ...(heeded[command] ?? []), ...(hasFacts ? (byFacts[command] ?? []) : [])]);
  return Object.entries(params).flatMap(([name, value]) => {
    const isAsked = value !== undefined && value !== null && value !== '' && value !== usual[name];
    return known.has(name) || !isAsked ? [] : [name.slice(0, 100)];
  });
}
