// What a page hands to fetch, as it can be sent: method, headers and a body of text.
import { matches, OwnString, uncurried } from './captured.ts';
import { apiError } from './errors.ts';
import { nothing, own, type Values } from './values.ts';

type Each = (headers: Headers, hear: (value: string, name: string) => void) => void;
let OwnHeaders: typeof Headers;
/** Null where the page had done away with it. */
let eachHeader: Each | null = null;

/** Before the page can have changed it, if it looks at `window.agent` first. */
export function takeHeaders(): void {
  try {
    OwnHeaders = Headers;
    eachHeader = uncurried(Headers.prototype.forEach) as Each;
  } catch {
    // What needs no headers works without them.
  }
}

export function fetchOptions(into: Values, options: unknown): Values {
  const method = own(options, 'method');
  const headers = own(options, 'headers');
  const body = own(options, 'body');
  if (method !== undefined) into['method'] = OwnString(method);
  if (headers != null) {
    if (!eachHeader)
      throw apiError('ERR_INVALID_REQUEST', 'This page has no Headers to read its headers by; ask without them.');
    const sent = nothing();
    eachHeader(new OwnHeaders(headers as HeadersInit), (value, name) => void (sent[name] = value));
    into['headers'] = sent;
  }
  if (body != null) into['body'] = textOf(body);
  return into;
}

function textOf(body: unknown): string {
  const text = OwnString(body);
  if (typeof body !== 'object' || !matches(/^\[object /, text)) return text;
  throw apiError('ERR_INVALID_REQUEST', `The body ${text} cannot be sent; hand over a text instead.`);
}
