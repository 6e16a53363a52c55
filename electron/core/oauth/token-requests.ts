// The three things that are asked of a provider's token endpoint: tokens for a code, new tokens for old ones, and to take one back.
import { isRecord } from '../../../contract/json.ts';
import { TokenAnswerSchema } from '../../../contract/schemas/oauth.ts';
import { hubError } from '../../../words/hub-error.ts';
import { askProvider, away } from './provider-fetch.ts';
import type { TokenAnswer } from '../../../contract/schemas/oauth.ts';
import type { Resolve } from '../outbound/guarded-lookup.ts';
import type { OAuthProvider } from './oauth-provider.ts';
import type { ProviderAnswer } from './provider-fetch.ts';

export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

export interface TokenRequester {
  readonly provider: OAuthProvider;
  readonly client: OAuthClient;
  readonly resolve?: Resolve | undefined;
}

/** Errors with which a token endpoint is ill and says nothing of the token (RFC 6749 section 4.1.2.1). */
const outages = ['server_error', 'temporarily_unavailable', 'slow_down'];

/** Rejects with HubError: `oauth-refused` where the code counts no more, `oauth-away` where nobody could say so. */
export function exchangeCode(
  asker: TokenRequester,
  given: { readonly code: string; readonly verifier: string; readonly redirectUrl: string },
): Promise<TokenAnswer> {
  const { code, verifier: code_verifier, redirectUrl: redirect_uri } = given;
  return tokensFor(asker, { grant_type: 'authorization_code', code, code_verifier, redirect_uri });
}

/** The same for a token to renew with. */
export function renewTokens(asker: TokenRequester, refreshToken: string): Promise<TokenAnswer> {
  return tokensFor(asker, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Best effort, and never rejects. A token to renew with takes all that came from it along, where the provider knows one. */
export async function takeBack(
  asker: TokenRequester,
  { access_token: access, refresh_token: refresh }: Pick<TokenAnswer, 'access_token' | 'refresh_token'>,
): Promise<boolean> {
  const isByAccess = asker.provider.revocation?.kind === 'github';
  return revokeToken(asker, isByAccess ? access : (refresh ?? access));
}

async function revokeToken(asker: TokenRequester, token: string): Promise<boolean> {
  const { revocation } = asker.provider;
  if (revocation === null) return false;
  if (revocation.kind === 'rfc7009')
    return (await post(asker, revocation.address, { token }).catch(() => null))?.status === 200;
  const address = revocation.address.replace('{client_id}', encodeURIComponent(asker.client.id));
  const headers = {
    authorization: basic(asker.client),
    accept: 'application/vnd.github+json',
    'user-agent': 'Pilothouse',
  };
  const body = JSON.stringify({ access_token: token });
  return (await ask(asker, address, { method: 'DELETE', headers, body }).catch(() => null))?.status === 204;
}

async function tokensFor(asker: TokenRequester, form: Record<string, string>): Promise<TokenAnswer> {
  const { name } = asker.provider;
  const { status, json } = await post(asker, asker.provider.token, form);
  if (status >= 500 || status === 429) throw away(name, new Error(`HTTP ${status}`));
  // GitHub answers a refusal with 200.
  const code = isRecord(json) && typeof json.error === 'string' ? shortCode(json.error) : null;
  if (code !== null && outages.includes(code)) throw away(name, new Error(code));
  if (code !== null || status >= 400)
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-refused', provider: name, code });
  const answer = TokenAnswerSchema.safeParse(json);
  if (answer.success) return answer.data;
  throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'oauth-answer', provider: name });
}

function post(asker: TokenRequester, address: string, form: Record<string, string>): Promise<ProviderAnswer> {
  const { provider, client } = asker;
  const isBasic = provider.clientAuth === 'basic' && client.secret !== '';
  const named = isBasic ? {} : { client_id: client.id, ...(client.secret !== '' && { client_secret: client.secret }) };
  return ask(asker, address, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(isBasic && { authorization: basic(client) }),
    },
    body: new URLSearchParams({ ...form, ...named }).toString(),
  });
}

function ask({ provider, resolve }: TokenRequester, address: string, init: RequestInit): Promise<ProviderAnswer> {
  // What a discovered provider names may be no nearer than its issuer; a known one names nothing.
  return askProvider(address, init, { name: provider.name, home: provider.issuer?.id ?? provider.token, resolve });
}

/** RFC 6749 section 2.3.1: both are encoded as in a form before they are joined. */
function basic({ id, secret }: OAuthClient): string {
  const encoded = [id, secret].map(text => new URLSearchParams({ '': text }).toString().slice(1)).join(':');
  return `Basic ${Buffer.from(encoded).toString('base64')}`;
}

/** Its own words are not shown: they may be long, and are not ours. */
function shortCode(code: string): string {
  return /^[\w-]{1,40}$/.test(code) ? code : 'error';
}
