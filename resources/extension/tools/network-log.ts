// Remembers the requests of the tabs that agents work in; of every other tab it keeps nothing.
import { originOf } from '../../../contract/sites.ts';
import { cutText } from '../page/cut-text.ts';
import { commitsOf } from '../tab-documents.ts';
import { sleep } from './tool.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

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
  /** Of the answer; none that sets a cookie. */
  headers: readonly Header[];
  /** Of the document that made it, or of the page that it opened; null where that is of no site. */
  readonly origin: string | null;
}

const maxTabs = 50;
const maxRequests = 300;
const maxUrlChars = 2_000;
const maxHeaders = 50;
const maxHeaderChars = 500;
const toldWithinMs = 300;
const lookEveryMs = 20;

/** What is known of a tab's requests. */
export interface KnownRequests {
  /** The oldest first. */
  readonly requests: readonly NetworkRequest[];
  /** How many older ones were not kept. */
  readonly dropped: number;
  /** Since when they are remembered, in milliseconds since the epoch; null where that was before the page began to load. */
  readonly since: number | null;
}

interface TabLog {
  readonly requests: Map<string, NetworkRequest>;
  readonly startedAt: number;
  dropped: number;
  /** Whether the page that the tab shows was asked for since. */
  hasPage: boolean;
  /** Ids of the requests for pages since `commits` was read. */
  readonly asked: Set<string>;
  /** `commitsOf` the tab when all of its requests for pages were last told. */
  commits: number;
  stop(): void;
}

const logs = new Map<number, TabLog>();

chrome.tabs.onRemoved.addListener(forget);

/** Remembers the tab's requests from now on, or from earlier on. `isEmpty` for a tab that has loaded nothing yet. */
export function watchNetwork(tabId: number, isEmpty = false): void {
  const log = logs.get(tabId) ?? listen(tabId, isEmpty);
  // The tab that nobody has used for longest is the first.
  logs.delete(tabId);
  logs.set(tabId, log);
  const [oldest] = logs.keys();
  if (logs.size > maxTabs && oldest !== undefined) forget(oldest);
}

export function requestsOf(tabId: number): KnownRequests {
  const log = logs.get(tabId);
  if (!log) return { requests: [], dropped: 0, since: Date.now() };
  return { requests: [...log.requests.values()], dropped: log.dropped, since: log.hasPage ? null : log.startedAt };
}

/** Firefox tells of the request for a page a little after it shows the page: waits for those that are missing. A page of the history has none. */
export async function untilTold(tabId: number, signal: AbortSignal): Promise<void> {
  const log = logs.get(tabId);
  if (!log || 'debugger' in chrome) return;
  const until = performance.now() + toldWithinMs;
  const isMissing = () => log.commits + log.asked.size < commitsOf(tabId);
  while (isMissing() && performance.now() < until) await sleep(lookEveryMs, signal);
  log.asked.clear();
  log.commits = commitsOf(tabId);
}

export function clearRequests(tabId: number): void {
  const log = logs.get(tabId);
  if (!log) return;
  log.requests.clear();
  log.dropped = 0;
}

function forget(tabId: number): void {
  logs.get(tabId)?.stop();
  logs.delete(tabId);
}

/** Chromium names who made a request `initiator`, Firefox `originUrl`. */
function madeBy(details: chrome.webRequest.OnBeforeRequestDetails): string | null {
  // What opens a page or a frame shows where that is, also after redirects.
  if (details.type === 'main_frame' || details.type === 'sub_frame') return originOf(details.url);
  const { initiator = '', originUrl = '' } = details as { initiator?: string; originUrl?: string };
  return originOf(initiator || originUrl);
}

function listen(tabId: number, isEmpty: boolean): TabLog {
  const log: TabLog = {
    requests: new Map(),
    startedAt: Date.now(),
    dropped: 0,
    hasPage: isEmpty,
    asked: new Set(),
    commits: commitsOf(tabId),
    stop: () => {},
  };
  const filter = { urls: ['<all_urls>'], tabId };
  const { onBeforeRequest, onCompleted, onErrorOccurred } = chrome.webRequest;
  const { began, ended, failed } = notesIn(log);
  onBeforeRequest.addListener(began, filter);
  onCompleted.addListener(ended, filter, ['responseHeaders']);
  onErrorOccurred.addListener(failed, filter);
  log.stop = () => {
    onBeforeRequest.removeListener(began);
    onCompleted.removeListener(ended);
    onErrorOccurred.removeListener(failed);
  };
  return log;
}

function readHeaders(headers: readonly chrome.webRequest.HttpHeader[]): Header[] {
  return headers
    .filter(({ name }) => !/^set-cookie2?$/i.test(name))
    .slice(0, maxHeaders)
    .map(({ name, value = '' }) => ({ name, value: cutText(value, maxHeaderChars) }));
}

/** What is written down of the browser's events. */
function notesIn(log: TabLog) {
  const { requests } = log;
  const began = (details: chrome.webRequest.OnBeforeRequestDetails) => {
    const { requestId, url, method, type, timeStamp } = details;
    const startedAt = Math.round(timeStamp);
    if (type === 'main_frame') {
      log.hasPage = true;
      log.asked.add(requestId);
    }
    const request = { url: cutText(url, maxUrlChars), method, type, startedAt, origin: madeBy(details) };
    // A redirected request keeps its id, and goes on under its new address.
    requests.set(requestId, { ...request, status: 0, error: '', durationMs: null, bytes: null, headers: [] });
    const [oldest] = requests.keys();
    if (requests.size > maxRequests && oldest !== undefined && requests.delete(oldest)) log.dropped += 1;
    return undefined;
  };
  const ended = ({ requestId, statusCode, timeStamp, responseHeaders = [] }: chrome.webRequest.OnCompletedDetails) => {
    const request = requests.get(requestId);
    if (!request) return;
    const length = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-length')?.value;
    request.status = statusCode;
    request.headers = readHeaders(responseHeaders);
    request.bytes = length === undefined ? null : Number(length);
    request.durationMs = Math.round(timeStamp - request.startedAt);
  };
  const failed = ({ requestId, error, timeStamp }: chrome.webRequest.OnErrorOccurredDetails) => {
    // No page comes of it.
    log.asked.delete(requestId);
    const request = requests.get(requestId);
    if (!request) return;
    request.error = error;
    request.durationMs = Math.round(timeStamp - request.startedAt);
  };
  return { began, ended, failed };
}
