// Signing in to remote servers (OAuth 2.1 with PKCE): what each run presents, how that is renewed, and the sign-ins under way.
import { randomBytes } from 'node:crypto';
import { HubError } from '../../../../../contract/errors.ts';
import { foreign, reasonOf } from '../../../../../contract/reason.ts';
import { hubError } from '../../../../../words/hub-error.ts';
import { loadPart } from '../../../platform/load-part.ts';
import { expectSafeAddress, signInFetch } from './safe-address.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { RemoteConfig } from '../../../../../contract/schemas/servers.ts';
import type { SecretStore } from '../../../secrets/secret-store.ts';
import type { RemoteAuth } from '../remote-transport.ts';
import type { LoopbackCallback } from './loopback-callback.ts';
import type { SignedIn, SignInProvider } from './providers.ts';

export interface SignInsOptions {
  readonly store: Pick<SecretStore, 'signIn' | 'saveSignIn'>;
  /** How long the user has for a sign-in. */
  readonly timeoutMs?: number;
  readonly os?: NodeJS.Platform;
}

/** A remote server, with values in place of references. */
export interface SignInTarget {
  readonly id: string;
  readonly name: string;
  readonly config: RemoteConfig;
}

/** What a server asked for when it refused. */
interface Challenge {
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
}

interface Pending {
  readonly callback: LoopbackCallback;
  readonly address: string;
  /** Ends it, for this reason. */
  end(reason: Reason): void;
}

const defaultTimeoutMs = 5 * 60_000;

/** It is large, and most hubs have no server that runs elsewhere. */
const loadSdk = () => loadPart(() => import('@modelcontextprotocol/client'));

export class SignIns {
  readonly #options: SignInsOptions;
  readonly #challenges = new Map<string, Challenge>();
  readonly #renewing = new Map<string, Promise<void>>();
  readonly #pending = new Map<string, Pending>();

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** What the runs of a server prove themselves with. */
  authOf(target: SignInTarget): RemoteAuth {
    return {
      token: async () => this.#signedIn(target)?.tokens?.access_token,
      onUnauthorized: (refusal, presented) => this.#renew(target, refusal, presented),
      insufficient: error => void this.#asksForMore(target, error).catch(() => {}),
    };
  }

  isSignedIn(target: SignInTarget): boolean {
    return this.#signedIn(target)?.tokens !== undefined;
  }

  /**
   * Begins a sign-in in place of one under way and resolves with where the user does it. `onEnded` is called once: with null when
   * signed in, else with why not. Rejects with HubError when the server's sign-in cannot be found or used.
   */
  async begin(target: SignInTarget, onEnded: (trouble: Reason | null) => void): Promise<string> {
    const { id, name, config } = target;
    expectSafeAddress(config.url, 'server', name);
    const { LoopbackCallback: Callback } = await import('./loopback-callback.ts');
    const { SignInProvider: Provider } = await import('./providers.ts');
    this.#pending.get(id)?.end({ kind: 'sign-in-again' });
    const state = randomBytes(32).toString('base64url');
    let outcome: Reason | null = { kind: 'sign-in-late' };
    const callback = await Callback.open({
      state,
      name,
      timeoutMs: this.#options.timeoutMs ?? defaultTimeoutMs,
      onAnswer: async answer => {
        outcome = await this.#finish(target, provider, answer).then(() => null, whyOf);
        if (outcome !== null) throw hubError('ERR_SERVER_UNAVAILABLE', outcome);
      },
      onClosed: () => {
        if (this.#pending.get(id)?.callback === callback) this.#pending.delete(id);
        onEnded(outcome);
      },
    });
    const provider = new Provider(callback.redirectUrl, state, config.oauth);
    try {
      const address = await this.#addressOf(target, provider);
      const end = (reason: Reason) => {
        outcome = reason;
        callback.close();
      };
      this.#pending.set(id, { callback, address, end });
      return address;
    } catch (error) {
      outcome = whyOf(error);
      callback.close();
      if (error instanceof HubError && outcome.kind !== 'sign-in-no-address') throw error;
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-cannot-begin', server: name, why: outcome });
    }
  }

  /**
   * What a program of the system may be given to open it, or null: on Linux every account reads the arguments of programs, and the address
   * itself carries the state that the answer must come with.
   */
  addressToOpen(serverId: string): string | null {
    const pending = this.#pending.get(serverId);
    if (!pending) return null;
    return this.#options.os === 'linux' ? pending.callback.leadTo(pending.address) : pending.address;
  }

  /** Forgets what a sign-in brought, and ends one under way. */
  async forget(serverId: string): Promise<void> {
    this.#pending.get(serverId)?.callback.close();
    this.#challenges.delete(serverId);
    await this.#options.store.saveSignIn(serverId, null);
  }

  stop(): void {
    for (const { callback } of this.#pending.values()) callback.close();
  }

  #signedIn({ id, config }: SignInTarget): SignedIn | null {
    const record = this.#options.store.signIn(id) as SignedIn | null;
    return record?.url === config.url ? record : null;
  }

  async #addressOf(target: SignInTarget, provider: SignInProvider): Promise<string> {
    const { config, id } = target;
    const challenge = this.#challenges.get(id);
    const { auth } = await loadSdk();
    await auth(provider, { serverUrl: config.url, fetchFn: signInFetch(config.url, () => {}), ...present(challenge) });
    if (!provider.address) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-no-address' });
    return expectSafeAddress(provider.address, 'sign-in').href;
  }

  async #finish(target: SignInTarget, provider: SignInProvider, answer: URLSearchParams): Promise<void> {
    const { id, config } = target;
    const code = answer.get('code');
    // Its own words are not shown: a page that was mixed up with another could have written them.
    if (code === null) {
      const refused = /^\w{1,40}$/.exec(answer.get('error') ?? '')?.[0] ?? null;
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-refused', code: refused });
    }
    const iss = answer.get('iss');
    const challenge = this.#challenges.get(id);
    const { auth } = await loadSdk();
    await auth(provider, {
      serverUrl: config.url,
      authorizationCode: code,
      ...(iss === null ? {} : { iss }),
      fetchFn: signInFetch(config.url, () => {}),
      ...present(challenge),
    });
    const client = provider.clientInformation();
    if (!provider.granted || !client) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-granted-nothing' });
    const discovery = provider.discoveryState();
    const record: SignedIn = { url: config.url, client, tokens: provider.granted, discovery };
    await this.#options.store.saveSignIn(id, { ...record });
  }

  /** One renewal for all that ask for it meanwhile: a token to renew with is often good for one use. */
  async #renew(target: SignInTarget, { response }: { response: Response }, presented: string | null): Promise<void> {
    const { extractWWWAuthenticateParams, UnauthorizedError } = await loadSdk();
    const { id } = target;
    const tokens = this.#signedIn(target)?.tokens;
    // A request that was on its way while another one had the token renewed.
    if (tokens && presented !== null && presented !== `Bearer ${tokens.access_token}`) return;
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    this.#challenges.set(id, { scope, resourceMetadataUrl });
    if (!tokens?.refresh_token) throw new UnauthorizedError();
    const renewing =
      this.#renewing.get(id) ??
      this.#renewNow(target, { scope, resourceMetadataUrl }).finally(() => this.#renewing.delete(id));
    this.#renewing.set(id, renewing);
    await renewing;
  }

  async #renewNow(target: SignInTarget, challenge: Challenge): Promise<void> {
    const { id, config } = target;
    const { auth } = await loadSdk();
    const { RenewalProvider } = await import('./providers.ts');
    const { RenewalFetch } = await import('./renewal-fetch.ts');
    const read = () => this.#signedIn(target);
    const provider = new RenewalProvider(read, async change => {
      const before = read();
      if (before) await this.#options.store.saveSignIn(id, { ...before, ...change });
    });
    for (;;) {
      const renewal = new RenewalFetch(config.url);
      try {
        await auth(provider, { serverUrl: config.url, fetchFn: renewal.fetch, ...present(challenge) });
        return;
      } catch (error) {
        const mayBeWhereItWas = renewal.isNotTold && !provider.isWhereItWas && read()?.discovery !== undefined;
        if (!mayBeWhereItWas) throw renewal.failure(error, read()?.tokens?.refresh_token !== undefined);
        provider.isWhereItWas = true;
      }
    }
  }

  async #asksForMore(target: SignInTarget, error: unknown): Promise<void> {
    const { computeScopeUnion, InsufficientScopeError } = await loadSdk();
    if (!(error instanceof InsufficientScopeError)) return;
    const known = this.#challenges.get(target.id);
    const granted = this.#signedIn(target)?.tokens?.scope;
    this.#challenges.set(target.id, {
      scope: computeScopeUnion(granted, known?.scope, error.requiredScope),
      resourceMetadataUrl: error.resourceMetadataUrl ?? known?.resourceMetadataUrl,
    });
  }
}

function present(challenge: Challenge | undefined): { scope?: string; resourceMetadataUrl?: URL } {
  const { scope, resourceMetadataUrl } = challenge ?? {};
  return { ...(scope === undefined ? {} : { scope }), ...(resourceMetadataUrl && { resourceMetadataUrl }) };
}

function whyOf(error: unknown): Reason {
  const why = reasonOf(error);
  if (why.kind !== 'foreign') return why;
  const sentence = why.text.slice(0, 300).replace(/\s+/g, ' ');
  return foreign(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
}
