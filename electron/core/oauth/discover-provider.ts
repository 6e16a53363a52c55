// Any provider by the address of its issuer: RFC 8414, and where that is not there OpenID Connect Discovery.
import { IssuerMetadataSchema } from '../../../contract/schemas/oauth.ts';
import { hubError } from '../../../words/hub-error.ts';
import { expectSafeAddress } from '../servers/remote/sign-in/safe-address.ts';
import { askProvider } from './provider-fetch.ts';
import type { IssuerMetadata } from '../../../contract/schemas/oauth.ts';
import type { Resolve } from '../outbound/guarded-lookup.ts';
import type { OAuthProvider } from './oauth-provider.ts';

/** The address of an issuer as it is kept and compared, or null for what is none: https, or http on this machine. */
export function issuerOf(providerId: string): string | null {
  try {
    const url = expectSafeAddress(providerId, 'sign-in');
    return url.search === '' && url.hash === '' && providerId.length <= 500 ? url.href.replace(/\/$/, '') : null;
  } catch {
    return null;
  }
}

/** Rejects with HubError where it cannot be reached, or says what cannot be used. */
export async function discoverProvider(issuer: string, resolve?: Resolve): Promise<OAuthProvider> {
  const name = new URL(issuer).host;
  for (const place of placesOf(issuer)) {
    const { status, json } = await askProvider(
      place,
      { headers: { accept: 'application/json' } },
      { name, home: issuer, resolve },
    );
    if (status === 200) return providerOf(issuer, name, read(name, json));
  }
  throw unusable(name, 'metadata');
}

/** RFC 8414 section 3.1 puts the path of an issuer behind the well-known one, OpenID Connect before it. */
function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

function read(name: string, json: unknown): IssuerMetadata {
  const found = IssuerMetadataSchema.safeParse(json);
  if (found.success) return found.data;
  throw unusable(name, String(found.error.issues[0]?.path[0] ?? 'metadata'));
}

function providerOf(issuer: string, name: string, metadata: IssuerMetadata): OAuthProvider {
  // Else whoever answers here could speak for another one (RFC 8414 section 3.3).
  if (metadata.issuer.replace(/\/$/, '') !== issuer) throw unusable(name, 'issuer');
  const methods = metadata.code_challenge_methods_supported;
  if (methods && !methods.includes('S256')) throw unusable(name, 'code_challenge_methods_supported');
  const types = metadata.response_types_supported;
  if (types && !types.includes('code')) throw unusable(name, 'response_types_supported');
  const at = (member: 'authorization_endpoint' | 'token_endpoint' | 'revocation_endpoint') => {
    try {
      return expectSafeAddress(metadata[member] ?? '', 'sign-in').href;
    } catch {
      throw unusable(name, member);
    }
  };
  const proofs = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = !proofs.includes('client_secret_post') && proofs.includes('client_secret_basic');
  const isOffline = metadata.scopes_supported?.includes('offline_access') ?? false;
  return {
    id: issuer,
    name,
    authorization: at('authorization_endpoint'),
    token: at('token_endpoint'),
    revocation:
      metadata.revocation_endpoint === undefined ? null : { kind: 'rfc7009', address: at('revocation_endpoint') },
    parameters: {},
    always: isOffline ? ['offline_access'] : [],
    clientAuth: isBasic ? 'basic' : 'post',
    issuer: { id: metadata.issuer, isSent: metadata.authorization_response_iss_parameter_supported ?? false },
    scopes: {},
  };
}

function unusable(provider: string, member: string) {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-metadata', provider, member });
}
