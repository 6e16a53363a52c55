// The requests of a renewal, and what a failed one means: a sign-in whose own server is away is kept, and tried again when that is back.
import { OAuthError, OAuthErrorCode, UnauthorizedError } from '@modelcontextprotocol/client';
import { hubError } from '../../../../../words/hub-error.ts';
import { failureOf } from '../failure-in-words.ts';
import { signInFetch } from './safe-address.ts';
import type { HubError } from '../../../../../contract/errors.ts';

/** A sign-in that answers so is there, and has nothing to say of the token. */
const outages: ReadonlySet<string> = new Set([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
]);

export class RenewalFetch {
  /** What kept the token from being asked for, or how that was answered where it was no success. */
  #trouble: HubError | null = null;
  #isAway = false;
  #isNotTold = false;
  readonly fetch: typeof fetch;

  /** Whether what failed was to learn where tokens are renewed, which some servers answer with an error for ever. */
  get isNotTold(): boolean {
    return this.#isNotTold;
  }

  constructor(serverUrl: string) {
    const guarded = signInFetch(serverUrl, () => {});
    this.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      const response = await guarded(input, init).catch((error: unknown) => {
        throw this.#away(error, url);
      });
      const { status } = response;
      const isToken = init?.method === 'POST';
      this.#isNotTold ||= status >= 500 && !isToken;
      if (status >= 500 || status === 429) throw this.#away(null, url, status);
      if (!response.ok && isToken) this.#trouble = answered(url, status);
      return response;
    };
  }

  /** What is thrown for a renewal that ended with `error`; `isKept`: its token to renew with was not refused. */
  failure(error: unknown, isKept: boolean): unknown {
    if (this.#isAway && this.#trouble) return this.#trouble;
    if (error instanceof OAuthError && !outages.has(error.code)) return new UnauthorizedError();
    // Whoever answers no OAuth, such as a proxy, has refused no token either.
    if (isKept && (error instanceof OAuthError || error instanceof UnauthorizedError)) return this.#trouble ?? error;
    return error;
  }

  /** The SDK goes on after every other error: to another address, where it would make itself known anew, or to a new sign-in. */
  #away(error: unknown, url: string, status?: number): Error {
    this.#isAway = true;
    this.#trouble = status === undefined ? unreached(error, url) : answered(url, status);
    return new TypeError(this.#trouble.message, { cause: error });
  }
}

function answered(url: string, status: number): HubError {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'host-away', host: new URL(url).host, status, said: null });
}

function unreached(error: unknown, url: string): HubError {
  return hubError('ERR_SERVER_UNAVAILABLE', failureOf(error, url, false).reason);
}
