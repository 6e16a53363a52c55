// Which addresses a sign-in may use: what a server names is neither opened nor asked unless it is one of these.
import { reasonOf } from '../../../../../contract/reason.ts';
import { hubError } from '../../../../../words/hub-error.ts';
import { createGuardedFetch } from '../../../outbound/guarded-fetch.ts';
import { RefusedAddress } from '../../../outbound/guarded-lookup.ts';
import { reachOfServer } from '../../../outbound/reach.ts';
import type { OutboundRules } from '../../../outbound/guarded-lookup.ts';

/** Throws HubError for an address that is not https, http to this machine aside, or that carries a user or a password. */
export function expectSafeAddress(address: string | URL, of: 'server' | 'sign-in' | 'redirect', server = ''): URL {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (url && isSafe && url.username === '' && url.password === '') return url;
  const shown = String(address).slice(0, 200);
  throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-address', of, server, address: shown });
}

/**
 * The fetch of a sign-in with a server at `serverUrl`: https alone, http to this machine aside, at each hop; and no nearer than the
 * server itself (`reachOfServer`), so that a server far away cannot have us ask our neighbours.
 */
export function signInFetch(
  serverUrl: string,
  onFailure: (error: unknown) => void,
  rules: OutboundRules = { reach: reachOfServer(serverUrl) },
): typeof fetch {
  const expect = (url: URL) => void expectSafeAddress(url, 'redirect');
  const guarded = createGuardedFetch({ ...rules, expect });
  return async (input, init) => {
    expect(new URL(input instanceof Request ? input.url : input));
    try {
      return await guarded(input, { ...init, signal: AbortSignal.timeout(fetchMs) });
    } catch (error) {
      if (error instanceof RefusedAddress)
        throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-not-asked', why: reasonOf(error) });
      onFailure(error);
      throw error;
    }
  };
}

const fetchMs = 15_000;

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
