// Which addresses a sign-in may use: what a server names is neither opened nor asked unless it is one of these.
import { HubError } from '../../../../contract/errors.ts';

/** Throws HubError for an address that is not https, http to this machine aside, or that carries a user or a password. */
export function expectSafeAddress(address: string | URL, what: string): URL {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (url && isSafe && url.username === '' && url.password === '') return url;
  throw new HubError(
    'ERR_SERVER_UNAVAILABLE',
    `${what} is ${JSON.stringify(String(address).slice(0, 200))}, which is not opened: it must begin with https:// and name no user.`,
  );
}

/**
 * The fetch of a sign-in with a server at `serverUrl`: https alone, and this machine only for servers of this machine, so that
 * a server far away cannot have us ask our neighbours.
 */
export function signInFetch(serverUrl: string, onFailure: (error: unknown) => void): typeof fetch {
  const isOwn = isLoopback(new URL(serverUrl));
  return async (input, init) => {
    const url = expectSafeAddress(input instanceof Request ? input.url : input, 'An address of its sign-in');
    if (isPrivate(url) && !isOwn)
      throw new HubError(
        'ERR_SERVER_UNAVAILABLE',
        `Its sign-in names ${url.host}, which only this machine reaches; it is not asked.`,
      );
    try {
      return await fetch(input, { ...init, signal: AbortSignal.timeout(fetchMs) });
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
}

const fetchMs = 15_000;

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Where cloud machines keep their credentials lies among the link-local addresses. */
function isPrivate(url: URL): boolean {
  return isLoopback(url) || url.hostname.startsWith('169.254.') || url.hostname.startsWith('[fe80:');
}
