// Sign-ins for servers that want an account's tokens: begun, kept, renewed in time, handed out, taken back.
import { renewBeforeMs } from '../../../contract/oauth.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { clientMark, signInMark } from './account-marks.ts';
import { Beginnings } from './beginnings.ts';
import { discoverProvider, issuerOf } from './discover-provider.ts';
import { KeptSignIns, signInOf } from './kept-sign-ins.ts';
import { OAuthClients } from './oauth-clients.ts';
import { OAuthFlow } from './oauth-flow.ts';
import { knownProviders } from './oauth-provider.ts';
import { isAway } from './provider-fetch.ts';
import { renewTokens, takeBack } from './token-requests.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { KeptSignIn } from '../../../contract/schemas/oauth.ts';
import type { Resolve } from '../outbound/guarded-lookup.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { ClientSource } from './oauth-clients.ts';
import type { OAuthProvider } from './oauth-provider.ts';
import type { OAuthClient, TokenRequester } from './token-requests.ts';

export interface OAuthSignInsOptions {
  readonly store: Pick<SecretStore, 'signIn' | 'saveSignIn' | 'signInIds'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): number;
  randomBytes(size: number): Buffer;
  readonly os?: NodeJS.Platform;
  /** How long the user has for a sign-in. */
  readonly timeoutMs?: number;
  /** Those that are known by name; Google, GitHub and Microsoft when absent. */
  readonly providers?: Readonly<Record<string, OAuthProvider>>;
  /** That of the system when absent. */
  readonly resolve?: Resolve;
}

export interface FlowRequest {
  /** `google`, `github`, `microsoft`, or the https address of an issuer. */
  readonly providerId: string;
  /** For what the tokens are: any name of at most 200 characters. */
  readonly serverId: string;
  readonly scopes: readonly string[];
}

export interface StartedFlow {
  /** Where the user signs in. It is for the user's browser alone. */
  readonly authUrl: string;
  readonly state: string;
  /** Resolves with null when signed in, else with why not. */
  readonly ended: Promise<Reason | null>;
}

/** What a sign-in is, without its tokens. */
export interface SignInStatus {
  readonly providerId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; null where the provider names no end. */
  readonly expiresAt: number | null;
  /** It is good for less than a minute. */
  readonly isExpired: boolean;
  readonly canRenew: boolean;
}

export interface ClientStatus {
  readonly isConfigured: boolean;
  /** The first characters of its id; null where there is none. */
  readonly clientIdPreview: string | null;
  readonly source: ClientSource | null;
}

interface FlowUnderWay {
  readonly flow: OAuthFlow;
  readonly serverId: string;
  readonly providerId: string;
}

const defaultTimeoutMs = 5 * 60_000;
const maxFlows = 20;
const previewChars = 12;

export class OAuthSignIns {
  readonly #options: OAuthSignInsOptions;
  readonly #clients: OAuthClients;
  readonly #kept: KeptSignIns;
  readonly #known: Readonly<Record<string, OAuthProvider>>;
  readonly #flows = new Map<string, FlowUnderWay>();
  readonly #beginnings = new Beginnings();
  /** By the token that they renew with. */
  readonly #renewing = new Map<string, Promise<KeptSignIn>>();
  readonly #listeners = new Set<(serverId: string) => void>();

  constructor(options: OAuthSignInsOptions) {
    this.#options = options;
    this.#clients = new OAuthClients(options);
    this.#kept = new KeptSignIns(options.store);
    this.#known = options.providers ?? knownProviders;
  }

  /** Begins a sign-in in place of one under way for the same server. Rejects with HubError where it cannot begin. */
  async startFlow({ providerId, serverId, scopes }: FlowRequest): Promise<StartedFlow> {
    expectServerId(serverId);
    expectScopes(scopes);
    const asker = await this.#beginnings.of(serverId, this.#requester(providerId));
    this.#endFlows(one => one.serverId === serverId, { kind: 'sign-in-again' });
    if (this.#flows.size >= maxFlows) throw hubError('ERR_RATE_LIMITED', { kind: 'oauth-too-many', most: maxFlows });
    const before = { provider: asker.provider.id, scopes: [...scopes] };
    const flow = new OAuthFlow({
      ...asker,
      scopes,
      timeoutMs: this.#options.timeoutMs ?? defaultTimeoutMs,
      randomBytes: size => this.#options.randomBytes(size),
      onTokens: (answer, expectOpen) =>
        this.#signedIn(serverId, signInOf(answer, this.#options.now(), before), expectOpen),
    });
    const { state, ended } = flow;
    this.#flows.set(state, { flow, serverId, providerId: asker.provider.id });
    void ended.then(() => this.#flows.delete(state));
    try {
      return { authUrl: await flow.begin(), state, ended };
    } catch (error) {
      flow.end({ kind: 'oauth-cancelled' });
      throw error;
    }
  }

  /** What a program of the system may be given to open the sign-in of a server that is under way, or null (see `LoopbackCallback.leadTo`). */
  addressToOpen(serverId: string): string | null {
    const found = [...this.#flows.values()].find(({ serverId: of }) => of === serverId);
    return found?.flow.addressToOpen(this.#options.os === 'linux') ?? null;
  }

  /** Ends a sign-in under way. False where there is none with that state. */
  cancel(state: string): boolean {
    const found = this.#flows.get(state);
    found?.flow.end({ kind: 'oauth-cancelled' });
    return found !== undefined;
  }

  /** Null where nobody has signed in for that server. Asks nobody. */
  status(serverId: string): SignInStatus | null {
    const kept = this.#kept.of(serverId);
    return kept && statusOf(kept, this.#options.now());
  }

  /**
   * The same, with tokens that were renewed where they were about to end; whoever asks meanwhile gets the same renewal. Null where nobody
   * has signed in. Rejects with HubError where it is over, or the provider cannot be asked and the token has ended.
   */
  async tokens(serverId: string): Promise<SignInStatus | null> {
    const kept = await this.#fresh(serverId);
    return kept && statusOf(kept, this.#options.now());
  }

  /**
   * Forgets a sign-in, ends one under way, and tells the provider where that can be told. Resolves when nothing is kept any more, with
   * whether there was one. What the provider says is not waited for.
   */
  async revoke(serverId: string): Promise<boolean> {
    this.#endFlows(one => one.serverId === serverId, { kind: 'oauth-cancelled' });
    this.#beginnings.end(serverId);
    // What is being kept just now is what is to be taken back.
    const kept = await this.#kept.inTurn(serverId, async () => {
      const before = this.#kept.of(serverId);
      await this.#kept.forget(serverId);
      return before;
    });
    if (kept === null) return false;
    this.#changed(serverId);
    void this.#requester(kept.provider)
      .then(asker => takeBack(asker, kept.tokens))
      .catch(() => {});
    return true;
  }

  /** Those known by name, then those that have a client of their own. */
  providers(): { id: string; name: string; isConfigured: boolean; scopes: Readonly<Record<string, string>> }[] {
    const known = Object.values(this.#known).map(({ id, name, scopes }) => ({ id, name, scopes }));
    const others = this.#clients.others().map(id => ({ id, name: new URL(id).host, scopes: {} }));
    return [...known, ...others].map(row => ({ ...row, isConfigured: this.#clients.of(row.id) !== null }));
  }

  /** Whether an id names a provider that can be signed in with. */
  knows(providerId: string): boolean {
    return this.#providerOf(providerId) !== null;
  }

  credentialsStatus(): Readonly<Record<string, ClientStatus>> {
    return Object.fromEntries(
      this.providers().map(({ id }) => {
        const client = this.#clients.of(id);
        const clientIdPreview = client && client.id.slice(0, previewChars);
        return [id, { isConfigured: client !== null, clientIdPreview, source: client?.source ?? null }];
      }),
    );
  }

  /** Tells the client of a provider from any other, without its secret; null where there is none. */
  clientMark(providerId: string): string | null {
    const id = this.#providerOf(providerId);
    const client = id === null ? null : this.#clients.of(id);
    return client && clientMark(client);
  }

  /** Tells what the user signed in to for a server from a sign-in of another moment, also once it was renewed; null where there is none. */
  signInMark(serverId: string): string | null {
    const kept = this.#kept.of(serverId);
    return kept && signInMark(kept);
  }

  /**
   * Ends what is under way with the client of before. Rejects with HubError for a provider that is none, or whose client comes from the
   * environment.
   */
  async setCredentials(providerId: string, client: OAuthClient): Promise<void> {
    const id = this.#expectProvider(providerId);
    await this.#clients.set(id, client);
    this.#endFlows(one => one.providerId === id, { kind: 'oauth-cancelled' });
  }

  /** The same. */
  async removeCredentials(providerId: string): Promise<void> {
    const id = this.#expectProvider(providerId);
    await this.#clients.remove(id);
    this.#endFlows(one => one.providerId === id, { kind: 'oauth-cancelled' });
  }

  /** Tells when the sign-in for a server has begun to count, was renewed, or counts no more. Returns the function that ends that. */
  onChange(listener: (serverId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes over what a sign-in elsewhere has brought. Rejects with HubError where it cannot be kept. */
  async adopt(serverId: string, signIn: KeptSignIn): Promise<void> {
    expectServerId(serverId);
    const provider = this.#expectProvider(signIn.provider);
    await this.#kept.inTurn(serverId, () => this.#save(serverId, { ...signIn, provider }));
  }

  /** What the environment has of clients, which may be shown nowhere. */
  secretValues(): string[] {
    return this.#clients.secretValues();
  }

  stop(): void {
    this.#endFlows(() => true, { kind: 'oauth-cancelled' });
    this.#beginnings.endAll();
  }

  #endFlows(isOne: (one: FlowUnderWay) => boolean, why: Reason): void {
    for (const one of this.#flows.values()) if (isOne(one)) one.flow.end(why);
  }

  /** Where the flow is ended while it is written, what was there before is there again. */
  #signedIn(serverId: string, signIn: KeptSignIn, expectOpen: () => void): Promise<void> {
    return this.#kept.inTurn(serverId, async () => {
      expectOpen();
      const before = this.#kept.of(serverId);
      await this.#kept.save(serverId, signIn);
      try {
        expectOpen();
      } catch (error) {
        await (before ? this.#kept.save(serverId, before) : this.#kept.forget(serverId));
        throw error;
      }
      this.#changed(serverId);
    });
  }

  async #save(serverId: string, signIn: KeptSignIn): Promise<void> {
    await this.#kept.save(serverId, signIn);
    this.#changed(serverId);
  }

  #changed(serverId: string): void {
    for (const listener of this.#listeners) listener(serverId);
  }

  async #fresh(serverId: string): Promise<KeptSignIn | null> {
    const kept = this.#kept.of(serverId);
    const now = this.#options.now();
    if (kept === null || kept.expiresAt === null || kept.expiresAt >= now + renewBeforeMs) return kept;
    const isGood = kept.expiresAt > now;
    if (kept.tokens.refresh_token === undefined) {
      if (isGood) return kept;
      const { provider } = kept;
      throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-expired', server: serverId, provider });
    }
    try {
      return await this.#renewal(serverId, kept, kept.tokens.refresh_token);
    } catch (error) {
      if (isGood && isAway(error)) return this.#kept.of(serverId);
      throw error;
    }
  }

  /** One for all that ask meanwhile: a token to renew with is often good for one use. */
  #renewal(serverId: string, kept: KeptSignIn, refreshToken: string): Promise<KeptSignIn> {
    const known = this.#renewing.get(refreshToken);
    if (known) return known;
    const renewing = this.#renew(serverId, kept, refreshToken).finally(() => this.#renewing.delete(refreshToken));
    this.#renewing.set(refreshToken, renewing);
    return renewing;
  }

  async #renew(serverId: string, kept: KeptSignIn, refreshToken: string): Promise<KeptSignIn> {
    const isStill = () => this.#kept.of(serverId)?.tokens.refresh_token === refreshToken;
    const gone = () => hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-none', server: serverId });
    const asker = await this.#requester(kept.provider);
    if (!isStill()) throw gone();
    try {
      const next = signInOf(await renewTokens(asker, refreshToken), this.#options.now(), kept);
      return await this.#kept.inTurn(serverId, async () => {
        // It was revoked, or the user has signed in anew, while the provider was asked or that waited for its turn.
        if (!isStill()) {
          void takeBack(asker, next.tokens);
          throw gone();
        }
        await this.#save(serverId, next);
        return next;
      });
    } catch (error) {
      if (isInvalidGrant(error)) await this.#kept.inTurn(serverId, () => this.#forgetWhere(serverId, isStill));
      throw error;
    }
  }

  async #forgetWhere(serverId: string, isStill: () => boolean): Promise<void> {
    if (!isStill()) return;
    await this.#kept.forget(serverId);
    this.#changed(serverId);
  }

  /** The client is looked for first: without one nobody is asked, so that an address from outside has nothing asked. */
  async #requester(providerId: string): Promise<TokenRequester> {
    const id = this.#expectProvider(providerId);
    this.#expectClient(id);
    const { resolve } = this.#options;
    const provider = this.#knownProvider(id) ?? (await discoverProvider(id, resolve));
    // By now it may be another one, or none.
    return { provider, client: this.#expectClient(id), resolve };
  }

  #expectClient(id: string): OAuthClient {
    const client = this.#clients.of(id);
    if (client) return client;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-not-configured', provider: id });
  }

  #knownProvider(id: string): OAuthProvider | null {
    return Object.hasOwn(this.#known, id) ? (this.#known[id] ?? null) : null;
  }

  #providerOf(providerId: string): string | null {
    return this.#knownProvider(providerId)?.id ?? issuerOf(providerId);
  }

  /** The id by which it is kept. Throws HubError for what is no provider. */
  #expectProvider(providerId: string): string {
    const id = this.#providerOf(providerId);
    if (id !== null) return id;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-no-provider', provider: providerId.slice(0, 200) });
  }
}

function statusOf({ provider, scopes, expiresAt, tokens }: KeptSignIn, now: number): SignInStatus {
  const isExpired = expiresAt !== null && expiresAt < now + renewBeforeMs;
  return { providerId: provider, scopes, expiresAt, isExpired, canRenew: tokens.refresh_token !== undefined };
}

function isInvalidGrant(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason.kind === 'oauth-refused' && reason.code === 'invalid_grant';
}

function expectServerId(serverId: string): void {
  if (serverId === '' || serverId.length > 200) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-server-id' });
}

/** RFC 6749 section 3.3 keeps a space between them. */
function expectScopes(scopes: readonly string[]): void {
  const isGood = scopes.length > 0 && scopes.length <= 100 && scopes.every(scope => /^[\x21-\x7e]{1,500}$/.test(scope));
  if (!isGood) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-scopes' });
}
