// By which client Pilothouse is known to each provider: given in the environment, or kept among the secrets.
import { knownOAuthProviders } from '../../../contract/oauth.ts';
import { KeptClientSchema } from '../../../contract/schemas/oauth.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { OAuthClient } from './token-requests.ts';

export interface OAuthClientsOptions {
  readonly store: Pick<SecretStore, 'signIn' | 'saveSignIn' | 'signInIds'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type ClientSource = 'environment' | 'kept';

const prefix = 'oauth-client:';
const maxChars = 2_000;
const maxKept = 50;

export class OAuthClients {
  readonly #options: OAuthClientsOptions;

  constructor(options: OAuthClientsOptions) {
    this.#options = options;
  }

  /** Null where there is none. The environment wins. */
  of(providerId: string): (OAuthClient & { readonly source: ClientSource }) | null {
    const given = this.#fromEnvironment(providerId);
    if (given) return { ...given, source: 'environment' };
    const kept = KeptClientSchema.safeParse(this.#options.store.signIn(prefix + providerId));
    if (!kept.success) return null;
    const { client_id: id, client_secret: secret } = kept.data.client;
    return { id, secret, source: 'kept' };
  }

  /** Providers beyond the known ones that have a client. */
  others(): string[] {
    const ids = this.#options.store.signInIds().filter(id => id.startsWith(prefix));
    return ids.map(id => id.slice(prefix.length)).filter(id => !knownOAuthProviders.some(known => known === id));
  }

  /** Rejects with HubError for what cannot be one, or where the environment says otherwise. */
  async set(providerId: string, { id, secret }: OAuthClient): Promise<void> {
    this.#expectOwn(providerId);
    const isKnown = knownOAuthProviders.some(known => known === providerId);
    const [clientId, clientSecret] = [id.trim(), secret.trim()];
    // A provider that is discovered may know clients without a secret; Google, GitHub and Microsoft want one.
    const isWhole = clientId !== '' && (!isKnown || clientSecret !== '');
    if (!isWhole || clientId.length > maxChars || clientSecret.length > maxChars)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-client', provider: providerId });
    if (this.of(providerId) === null && this.others().length >= maxKept)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-too-many', most: maxKept });
    const client = { client_id: clientId, client_secret: clientSecret };
    await this.#options.store.saveSignIn(prefix + providerId, { client });
  }

  async remove(providerId: string): Promise<void> {
    this.#expectOwn(providerId);
    await this.#options.store.saveSignIn(prefix + providerId, null);
  }

  /** Those of the environment; what is kept the store tells itself. */
  secretValues(): string[] {
    return knownOAuthProviders.flatMap(id => this.#fromEnvironment(id)?.secret ?? []);
  }

  #expectOwn(providerId: string): void {
    if (this.#fromEnvironment(providerId) === null) return;
    const variable = variableOf(providerId, 'ID');
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'oauth-client-from-environment', provider: providerId, variable });
  }

  /** Both or neither, as in Harbor's own programs. */
  #fromEnvironment(providerId: string): OAuthClient | null {
    if (!knownOAuthProviders.some(known => known === providerId)) return null;
    const { env } = this.#options;
    const [id, secret] = [env[variableOf(providerId, 'ID')] ?? '', env[variableOf(providerId, 'SECRET')] ?? ''];
    return id === '' || secret === '' ? null : { id, secret };
  }
}

function variableOf(providerId: string, part: 'ID' | 'SECRET'): string {
  return `HARBOR_${providerId.toUpperCase()}_CLIENT_${part}`;
}
