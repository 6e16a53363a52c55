// The two sides of a sign-in for the official SDK: one that leads the user to it, and one that only renews what it brought.
import { UnauthorizedError } from '@modelcontextprotocol/client';
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { RemoteConfig } from '../../../../../contract/schemas/servers.ts';

/** What a sign-in brought. It counts for the server at `url` alone, so that no other address gets its tokens. */
export interface SignedIn {
  readonly url: string;
  readonly client: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
  /** Where it was done. */
  readonly discovery?: OAuthDiscoveryState | undefined;
}

type OAuth = NonNullable<RemoteConfig['oauth']>;

/** Leads through one sign-in, and keeps in memory what it needs until then. */
export class SignInProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #state: string;
  readonly #oauth: OAuth | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  /** Where the user signs in. */
  address: URL | null = null;
  granted: StoredOAuthTokens | null = null;

  constructor(redirectUrl: string, state: string, oauth: OAuth | undefined) {
    this.redirectUrl = redirectUrl;
    this.#state = state;
    this.#oauth = oauth;
    this.#client = oauth && clientOf(oauth);
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Pilothouse',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...(this.#oauth?.scope === undefined ? {} : { scope: this.#oauth.scope }),
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.granted ?? undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.granted = tokens;
  }

  redirectToAuthorization(address: URL): void {
    this.address = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }
}

/** Renews tokens without the user; where that takes a sign-in it says so and begins none. */
export class RenewalProvider implements OAuthClientProvider {
  readonly #read: () => SignedIn | null;
  readonly #save: (change: Pick<SignedIn, 'tokens'> & Partial<SignedIn>) => Promise<void>;
  readonly redirectUrl = 'http://127.0.0.1/callback';
  readonly clientMetadata: OAuthClientMetadata = { redirect_uris: [this.redirectUrl] };
  #isClientRefused = false;
  /** Renews where the sign-in was done, without asking again where that is. */
  isWhereItWas = false;

  constructor(read: () => SignedIn | null, save: (change: Partial<SignedIn>) => Promise<void>) {
    this.#read = read;
    this.#save = save;
  }

  /** Without a client it would register one, which is for a sign-in to do. */
  clientInformation(): StoredOAuthClientInformation {
    const client = this.#read()?.client;
    if (!client) throw new UnauthorizedError();
    return client;
  }

  /** The same client, of which more is known: another one could do nothing with what was granted to this. */
  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    if (client.client_id !== this.clientInformation().client_id) throw new UnauthorizedError();
    await this.#save({ client });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#read()?.tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#save({ tokens });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.isWhereItWas ? this.#read()?.discovery : undefined;
  }

  /** Only a token that was refused itself (`invalid_grant`) is forgotten; the SDK names the client first where that was refused. */
  async invalidateCredentials(scope: string): Promise<void> {
    this.#isClientRefused ||= scope === 'client' || scope === 'all';
    if (scope === 'tokens' && !this.#isClientRefused) await this.#save({ tokens: undefined });
  }

  redirectToAuthorization(): void {
    throw new UnauthorizedError();
  }

  saveCodeVerifier(): void {}

  codeVerifier(): string {
    throw new UnauthorizedError();
  }
}

function clientOf({ clientId, clientSecret }: OAuth): StoredOAuthClientInformation {
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}
