// One entry of an HTTP Archive 1.2 as a line of our own format: as it was where Pilothouse wrote it, else what a browser or proxy saw of HTTP.
import { isObject, type Json, numberIn, objectIn, textIn } from './json-members.ts';

export function isHarEntry(value: Json): boolean {
  return 'startedDateTime' in value && 'request' in value;
}

/** To be checked as a line. `seq` is for an entry that has no number of its own. */
export function lineOfHar(entry: Json, seq: number): Json {
  const own = objectIn(entry, '_pilothouse');
  return own['method'] === undefined ? lineOfHttp(entry, seq) : lineOfOwn(entry, own);
}

function lineOfOwn(entry: Json, own: Json): Json {
  const { dropped, requestCutAt, responseCutAt, ...line } = own;
  if (typeof dropped !== 'boolean') return line;
  const request = textIn(objectIn(objectIn(entry, 'request'), 'postData'), 'text');
  const response = textIn(objectIn(objectIn(entry, 'response'), 'content'), 'text');
  return { ...line, payload: { request, response, dropped, requestCutAt, responseCutAt } };
}

function lineOfHttp(entry: Json, seq: number): Json {
  const request = objectIn(entry, 'request');
  const response = objectIn(entry, 'response');
  const status = numberIn(response, 'status') ?? 0;
  const isBad = status === 0 || status >= 400;
  const url = addressOf(textIn(request, 'url') ?? '');
  const content = objectIn(response, 'content');
  return {
    seq,
    at: Date.parse(textIn(entry, 'startedDateTime') ?? ''),
    dir: 'out',
    from: { kind: 'browser', id: 'har', label: 'HTTP client' },
    to: { kind: 'server', id: url?.host ?? 'unknown', label: url?.host ?? 'unknown' },
    kind: 'request',
    method: `${textIn(request, 'method') ?? 'GET'} ${url?.pathname ?? '/'}`,
    tool: null,
    parent: null,
    bytes: sizeOf(request, 'headersSize') + sizeOf(request, 'bodySize'),
    responseBytes: sizeOf(response, 'headersSize') + (sizeOf(response, 'bodySize') || sizeOf(content, 'size')),
    latencyMs: Math.max(0, numberIn(entry, 'time') ?? 0),
    waitedMs: 0,
    outcome: isBad ? 'error' : 'ok',
    code: null,
    reason: isBad ? `${status} ${textIn(response, 'statusText') ?? ''}`.trim() : null,
    rule: null,
    payload: {
      request: messageOf(named(request, url), ['method', 'url', 'headers', 'queryString', 'postData']),
      response: messageOf(response, ['status', 'statusText', 'headers', 'content']),
      dropped: false,
    },
  };
}

/** -1 stands for what was not measured (section "request" of HAR 1.2). */
function sizeOf(value: Json, name: string): number {
  return Math.max(0, Math.trunc(numberIn(value, name) ?? 0));
}

function messageOf(message: Json, names: readonly string[]): string {
  const members = names.flatMap(name => {
    const value = message[name];
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return isEmpty || (isObject(value) && Object.keys(value).length === 0) ? [] : [[name, value] as const];
  });
  return JSON.stringify(Object.fromEntries(members));
}

/**
 * Without what stands twice: in the address beside `queryString`, in the text of a form beside `params`. What masks secrets goes by
 * names, and finds none inside a text.
 */
function named(request: Json, url: URL | null): Json {
  const { postData, queryString } = request;
  const isForm = isObject(postData) && hasItems(postData['params']);
  return {
    ...request,
    ...(url && hasItems(queryString) && { url: `${url.origin}${url.pathname}` }),
    ...(isForm && { postData: { ...postData, text: undefined } }),
  };
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function addressOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
