// Remembers the requests of the tabs that agents work in; of every other tab it keeps nothing.

export interface NetworkRequest {
  readonly url: string;
  readonly method: string;
  readonly type: string;
  /** HTTP status; 0 while the request goes on or when it failed. */
  status: number;
  error: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  durationMs: number | null;
  /** Bytes of the answer as its server says; null when it does not. */
  bytes: number | null;
}

const MAX_TABS = 50;
const MAX_REQUESTS = 300;
const MAX_URL_CHARS = 2_000;

const logs = new Map<number, Map<string, NetworkRequest>>();

/** Begins to remember the tab's requests. */
export function watchNetwork(tabId: number): void {
  if (logs.has(tabId)) return;
  logs.set(tabId, new Map());
  const [oldest] = logs.keys();
  if (logs.size > MAX_TABS && oldest !== undefined) logs.delete(oldest);
}

/** The oldest first. */
export function requestsOf(tabId: number): readonly NetworkRequest[] {
  return [...(logs.get(tabId)?.values() ?? [])];
}

export function clearRequests(tabId: number): void {
  logs.get(tabId)?.clear();
}

const everywhere = { urls: ['<all_urls>'] };

chrome.tabs.onRemoved.addListener(tabId => logs.delete(tabId));
chrome.webRequest.onBeforeRequest.addListener(({ tabId, requestId, url, method, type, timeStamp }) => {
  const log = logs.get(tabId);
  if (!log) return undefined;
  const request = { url: url.slice(0, MAX_URL_CHARS), method, type, startedAt: Math.round(timeStamp) };
  // A redirected request keeps its id, and goes on under its new address.
  log.set(requestId, { ...request, status: 0, error: '', durationMs: null, bytes: null });
  const [oldest] = log.keys();
  if (log.size > MAX_REQUESTS && oldest !== undefined) log.delete(oldest);
  return undefined;
}, everywhere);
chrome.webRequest.onCompleted.addListener(
  ({ tabId, requestId, statusCode, timeStamp, responseHeaders = [] }) => {
    const request = logs.get(tabId)?.get(requestId);
    if (!request) return;
    const length = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
    request.status = statusCode;
    request.bytes = length === undefined ? null : Number(length);
    request.durationMs = Math.round(timeStamp - request.startedAt);
  },
  everywhere,
  ['responseHeaders'],
);
chrome.webRequest.onErrorOccurred.addListener(({ tabId, requestId, error, timeStamp }) => {
  const request = logs.get(tabId)?.get(requestId);
  if (!request) return;
  request.error = error;
  request.durationMs = Math.round(timeStamp - request.startedAt);
}, everywhere);
