// HTTP that the hub sends because a page named an address: without the user's sign-ins, to the internet alone, at every address that the
// name means. What a page can ask itself anyway, its own origin on this machine, is reached too; no redirect is followed.
import { kindOfAddress } from '../../outbound/address-kinds.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { RefusedAddress } from '../../outbound/guarded-lookup.ts';
import { isLocalName } from '../../outbound/reach.ts';
import { boundedResponse } from '../../servers/remote/bounded-body.ts';
import { PageFault } from '../page-fault.ts';
import { agentBounds } from './agent-bounds.ts';
import type { Resolve } from '../../outbound/guarded-lookup.ts';

export interface PageRequest {
  /** Of the page, which is told to whoever is asked. */
  readonly origin: string;
  readonly url: URL;
  /** Sent as JSON by POST; GET when absent. */
  readonly body?: unknown;
  /** Whether what comes is read; else only that it came. */
  readonly readsJson?: boolean;
  readonly signal: AbortSignal;
  /** That of the system when absent. */
  readonly resolve?: Resolve;
}

/** The JSON that came, or null where the other side did not answer with success. Rejects with PageFault for an address that is not asked. */
export async function askFor(request: PageRequest): Promise<{ readonly value: unknown } | null> {
  const { origin, url, body, readsJson = true, signal, resolve } = request;
  expectWeb(url);
  const asking = createGuardedFetch({ reach: reachFrom(origin, url), ...(resolve && { resolve }) });
  const json = {
    accept: 'application/json',
    origin,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
  try {
    const response = await asking(url, { ...init, headers: json, redirect: 'error', signal });
    if (!response.ok || !readsJson) {
      await response.body?.cancel();
      return response.ok ? { value: null } : null;
    }
    const value: unknown = await boundedResponse(response, agentBounds.payloadBytes).json();
    return { value };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedAddress)
      throw new PageFault('ERR_PERMISSION_DENIED', `Permission denied: ${error.message}`);
    return null;
  }
}

function expectWeb({ protocol, username, password, host }: URL): void {
  if ((protocol === 'https:' || protocol === 'http:') && username === '' && password === '') return;
  throw new PageFault(
    'ERR_INVALID_REQUEST',
    `${protocol}//${host} is not asked; use https without a user or a password.`,
  );
}

/** A name means the internet. Only a page of this very machine reaches it, at its own port, and by no name that could come to mean another. */
function reachFrom(origin: string, url: URL): (hostname: string, address: string) => string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOwn = url.origin === origin && (isLocalName(host) || kindOfAddress(host) === 'loopback');
  return (hostname, address) => {
    const kind = kindOfAddress(address);
    if (kind === 'public' || (isOwn && kind === 'loopback')) return null;
    return `${hostname} means ${address}, which is not the internet.`;
  };
}
