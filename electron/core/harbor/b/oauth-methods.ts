// `oauth.*`: sign-ins for scripts that want an account's tokens. A token itself goes to its script alone: the extension gets the reference by which
// the script's variables name it, and hands that on.
import { z } from 'zod';
import { HubError } from '../../../../contract/errors.ts';
import { tokenName } from '../../secrets/token-references.ts';
import { failed, invalid } from './answers.ts';
import { whenConfirmed } from './confirmed-change.ts';
import { tokenReference } from './harbor-scripts.ts';
import type { HarborBMethod, HarborBSession } from './harbor-b-session.ts';

/** The sign-in of a server that the user has added is that server's: the extension has those of its scripts alone. */
export function expectOwnSignIn({ services: { servers, scripts } }: HarborBSession, id: string): void {
  const own = scripts.serverIdOf(id);
  const users = servers.configs.secretUsers();
  const others = (['access_token', 'refresh_token'] as const).flatMap(what => users.get(tokenName(id, what)) ?? []);
  if (others.some(user => user !== own)) throw invalid(`The sign-in '${id}' is that of a server in Pilothouse`);
}

const startFlow: HarborBMethod = async (session, { params }) => {
  const { services } = session;
  const providerId = needText(params, 'provider');
  const serverId = needText(params, 'server_id');
  expectOwnSignIn(session, serverId);
  const scopes = z.object({ scopes: z.array(z.unknown()) }).safeParse(params).data?.scopes ?? [];
  const named = scopes.filter(scope => typeof scope === 'string');
  if (named.length === 0) throw invalid("Missing or empty 'scopes' parameter");
  const flow = await services.oauth.startFlow({ providerId, serverId, scopes: named }).catch((error: unknown) => {
    throw failed('Failed to start OAuth flow', error);
  });
  return { result: { auth_url: flow.authUrl, state: flow.state } };
};

const getTokens: HarborBMethod = async (session, { params }) => {
  const { services } = session;
  const serverId = needText(params, 'server_id');
  expectOwnSignIn(session, serverId);
  const status = await services.oauth.tokens(serverId).catch((error: unknown) => {
    throw failed('Failed to get access token', error);
  });
  if (!status) return { result: { has_tokens: false } };
  const { providerId: provider, scopes, expiresAt: expires_at } = status;
  const access_token = tokenReference(serverId);
  return { result: { has_tokens: true, access_token, expires_at, provider, scopes } };
};

const status: HarborBMethod = async ({ services }, { params }) => {
  const signIn = services.oauth.status(needText(params, 'server_id'));
  if (!signIn) return { result: { authenticated: false } };
  const { providerId: provider, scopes, isExpired: is_expired, expiresAt: expires_at, canRenew } = signIn;
  const about = { provider, scopes, is_expired, expires_at, has_refresh_token: canRenew };
  return { result: { authenticated: true, ...about } };
};

const revoke: HarborBMethod = async (session, { params }) => {
  const serverId = needText(params, 'server_id');
  expectOwnSignIn(session, serverId);
  await session.services.oauth.revoke(serverId);
  return { result: { success: true } };
};

const listProviders: HarborBMethod = async ({ services }) => {
  const rows = services.oauth.providers();
  const providers = rows.map(({ id, name, isConfigured, scopes }) => ({ id, name, configured: isConfigured, scopes }));
  return { result: { providers } };
};

const credentialsStatus: HarborBMethod = async ({ services }) => {
  const rows = Object.entries(services.oauth.credentialsStatus()).map(([id, { isConfigured, clientIdPreview }]) => {
    const preview = clientIdPreview === null ? {} : { client_id_preview: `${clientIdPreview}...` };
    return [id, { configured: isConfigured, ...preview }] as const;
  });
  return { result: { providers: Object.fromEntries(rows) } };
};

/** With another client, sign-ins would go to whoever made that: the user confirms it. */
const setCredentials: HarborBMethod = async (session, request) => {
  const provider = needText(request.params, 'provider');
  const id = needText(request.params, 'client_id').trim();
  const secret = needText(request.params, 'client_secret').trim();
  if (id === '') throw invalid('client_id cannot be empty');
  if (secret === '') throw invalid('client_secret cannot be empty');
  expectProvider(session.services.oauth.providers(), provider);
  const what = { kind: 'harbor-oauth-client', provider, client: id, isSet: true } as const;
  await change('Failed to save credentials', () =>
    whenConfirmed(session, request, what, () => session.services.oauth.setCredentials(provider, { id, secret })),
  );
  return { result: { success: true, provider } };
};

const removeCredentials: HarborBMethod = async (session, request) => {
  const provider = needText(request.params, 'provider');
  const what = { kind: 'harbor-oauth-client', provider, client: '', isSet: false } as const;
  await change('Failed to remove credentials', () =>
    whenConfirmed(session, request, what, () => session.services.oauth.removeCredentials(provider)),
  );
  return { result: { success: true, provider } };
};

/** What a provider or the keychain failed with is told in the words of the wire; what the user refused stays what it is. */
async function change(said: string, act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    throw error instanceof HubError && error.code === 'ERR_PERMISSION_DENIED' ? error : failed(said, error);
  });
}

function expectProvider(providers: readonly { readonly id: string }[], provider: string): void {
  if (!providers.some(({ id }) => id === provider)) throw invalid(`Unknown provider: ${provider.slice(0, 100)}`);
}

function needText(params: unknown, name: string): string {
  const parsed = z.object({ [name]: z.string().min(1).max(2_000) }).safeParse(params);
  const value = parsed.data?.[name];
  if (value !== undefined) return value;
  throw invalid(`Missing '${name}' parameter`);
}

export const oauthMethods = {
  'oauth.start_flow': startFlow,
  'oauth.get_tokens': getTokens,
  'oauth.status': status,
  'oauth.revoke': revoke,
  'oauth.list_providers': listProviders,
  'oauth.get_credentials_status': credentialsStatus,
  'oauth.set_credentials': setCredentials,
  'oauth.remove_credentials': removeCredentials,
} satisfies Record<string, HarborBMethod>;
