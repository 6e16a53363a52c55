// The one way in which a provider of sign-ins is asked: guarded, bounded, without redirects, and every failure said as one of ours.
import { foreign, reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { kindOfAddress } from '../outbound/address-kinds.ts';
import { reachOfServer } from '../outbound/reach.ts';
import { boundedResponse } from '../servers/remote/bounded-body.ts';
import { signInFetch } from '../servers/remote/sign-in/safe-address.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { OutboundRules, Resolve } from '../outbound/guarded-lookup.ts';

export interface ProviderAnswer {
  readonly status: number;
  /** Its JSON; undefined where it is none. */
  readonly json: unknown;
}

const maxAnswerBytes = 1024 * 1024;

/**
 * Asks `url`, which the provider at `home` has named: nothing nearer than that is reached. Redirects are not followed, because a token
 * would go along. Rejects with HubError where nobody answers.
 */
export async function askProvider(
  url: string,
  init: RequestInit,
  { name, home, resolve }: { readonly name: string; readonly home: string; readonly resolve?: Resolve | undefined },
): Promise<ProviderAnswer> {
  try {
    const ask = signInFetch(home, () => {}, rulesFor(home, resolve));
    const response = await ask(url, { ...init, redirect: 'error' });
    const text = await textOf(response);
    return { status: response.status, json: jsonOf(text) };
  } catch (error) {
    throw away(name, error);
  }
}

/** As for a remote server; but where cloud machines keep their credentials no provider is, also where somebody has typed that. */
function rulesFor(home: string, resolve: Resolve | undefined): OutboundRules {
  const reach = reachOfServer(home);
  const refuse = (hostname: string, address: string) =>
    kindOfAddress(address) === 'link-local'
      ? `${hostname} means ${address}, where no provider of sign-ins is.`
      : reach(hostname, address);
  return { reach: refuse, ...(resolve && { resolve }) };
}

/** Whether it was the way there, or the provider itself being ill, and not a refusal. */
export function isAway(error: unknown): boolean {
  return reasonOf(error).kind === 'oauth-away';
}

export function away(name: string, error: unknown): HubError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = reasonOf(cause);
  const said = why.kind === 'foreign' ? foreign(why.text.slice(0, 300)) : why;
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-away', provider: name, why: said });
}

async function textOf(response: Response): Promise<string> {
  // An error is bounded too, which is not so for servers of MCP.
  const { status, body } = response;
  return boundedResponse(new Response(body, { headers: { 'content-type': 'application/json' } }), maxAnswerBytes)
    .text()
    .catch(error => {
      throw new Error(`HTTP ${status} without a whole answer`, { cause: error });
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
