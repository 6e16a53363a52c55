// The SDK's transport to a remote server, with its redirects and addresses judged, bodies bounded, its sign-in, and retries of ours.
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { reachOfServer } from '../../outbound/reach.ts';
import { boundedResponse } from './bounded-body.ts';
import type { AuthProvider } from '@modelcontextprotocol/client';
import type { RemoteConfig } from '../../../../contract/schemas/servers.ts';
import type { Resolve } from '../../outbound/guarded-lookup.ts';
import type { Retries } from './retries.ts';

export type AuthChallenge = Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0];

export interface WireOptions {
  readonly config: RemoteConfig;
  /** That of the system when absent. */
  readonly resolve?: Resolve;
  /** `presented` is the Authorization header that was refused. */
  readonly auth: {
    token(): Promise<string | undefined>;
    onUnauthorized(challenge: AuthChallenge, presented: string | null): Promise<void>;
  } | null;
}

export type Wire = StreamableHTTPClientTransport | SSEClientTransport;

export function openWire({ config, auth, resolve }: WireOptions, retries: Retries): Wire {
  const url = new URL(config.url);
  const requestInit = { headers: config.headers };
  const presented = new WeakMap<Response, string | null>();
  const guarded = createGuardedFetch({ reach: reachOfServer(config.url), ...(resolve && { resolve }) });
  const boundedFetch: typeof fetch = async (input, init) => {
    const response = boundedResponse(await guarded(input, init));
    presented.set(response, new Headers(init?.headers).get('authorization'));
    return response;
  };
  const authProvider = auth && {
    token: () => auth.token(),
    onUnauthorized: (challenge: AuthChallenge) =>
      auth.onUnauthorized(challenge, presented.get(challenge.response) ?? null),
  };
  const common = { requestInit, ...(authProvider && { authProvider }) };
  if (config.kind === 'sse') return new SSEClientTransport(url, { ...common, fetch: boundedFetch });
  return new StreamableHTTPClientTransport(url, {
    ...common,
    fetch: boundedFetch,
    reconnectionOptions: retries.options,
    reconnectionScheduler: (again, delayMs, attempt) => retries.schedule(again, delayMs, attempt),
  });
}
