// Sign-ins for servers that want an account's tokens. The tokens go to their servers; over this wire nobody gets one.

import { isRecord } from '../../../../contract/json.ts';
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { Fault, failingAs, needText, textsIn } from './asked.ts';
import { isVariableName } from './server-secrets.ts';
import { accountOf, followSignIn, startSignIn } from './server-sign-in.ts';
import type { HarborManifest } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { SignInStatus, StartedFlow } from '../../oauth/oauth-sign-ins.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';
import type { WantedSignIn } from './server-sign-in.ts';

type ManifestOAuth = NonNullable<HarborManifest['oauth']>;

export function oauthFamily(services: HarborAServices, hub: HubServers): Family {
  const { oauth } = services;
  const server = (asked: Asked) => hub.expect(needText(asked, 'server_id'));
  return {
    oauth_start: failingAs('oauth_error', async asked => {
      const provider = needText(asked, 'provider_id');
      const variable = variableOf(asked);
      const of = server(asked);
      const wanted = { provider, scopes: scopesFor(hub, asked, of, provider), variable };
      const { authUrl, state } = await started(services, hub, asked, of, wanted);
      return { auth_url: authUrl, state, provider_id: provider };
    }),
    oauth_cancel: failingAs('oauth_error', asked => ({ cancelled: oauth.cancel(needText(asked, 'state')) })),
    oauth_revoke: failingAs('oauth_error', async asked => {
      const of = hub.find(needText(asked, 'server_id'));
      // That of a server in Pilothouse is its user's. Which it is may have changed while they were asked.
      const revoke = async () => {
        const account = of && accountOf(services, of);
        return account ? oauth.revoke(account.key) : false;
      };
      return { revoked: of ? await hub.manage(asked, of, 'secrets', revoke) : false };
    }),
    oauth_status: failingAs('oauth_error', asked => {
      const status = statusOf(services, hub.find(needText(asked, 'server_id')));
      const { expiresAt = null, isExpired = false, canRenew = false } = status ?? {};
      const until = expiresAt === null ? {} : { expiresAt };
      return { status: { connected: status !== null, ...until, isExpired, hasRefreshToken: canRenew } };
    }),
    list_oauth_providers: () => ({
      providers: oauth.providers().flatMap(({ id, isConfigured }) => (isConfigured ? [id] : [])),
    }),
    ...manifestSignIns(services, hub),
  };
}

function manifestSignIns(services: HarborAServices, hub: HubServers): Family {
  return {
    check_manifest_oauth: asked => {
      const asks = oauthOf(asked.fields.manifest);
      return asks ? checked(services, asks) : { required: false, canHandle: true };
    },
    manifest_oauth_start: failingAs('oauth_error', async asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      const account = accountOf(services, server);
      if (!account) throw new Error(`${server.name} takes no token of a sign-in by its manifest.`);
      const { authUrl, state } = await started(services, hub, asked, server, account);
      return { authUrl, state };
    }),
    manifest_oauth_status: failingAs('oauth_error', asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      const required = hub.fact(server)?.manifest?.oauth !== undefined;
      const status = statusOf(services, server);
      const hasTokens = status !== null;
      const tokensValid = hasTokens && (!status.isExpired || status.canRenew);
      const mode = required ? { mode: accountOf(services, server) ? 'host' : 'server' } : {};
      return { required, ...mode, hasTokens, tokensValid, needsRefresh: hasTokens && status.isExpired };
    }),
    get_oauth_capabilities: () => ({ capabilities: { providers: capabilitiesOf(services) } }),
  };
}

async function started(
  services: HarborAServices,
  hub: HubServers,
  asked: Asked,
  server: Server,
  wanted: WantedSignIn,
): Promise<StartedFlow> {
  const flow = await startSignIn(services, hub, asked, server, wanted);
  const about = { serverId: hub.wireId(server), providerId: wanted.provider };
  followSignIn(services, asked.tell, flow, about);
  return flow;
}

function statusOf(services: HarborAServices, server: Server | null): SignInStatus | null {
  const account = server && accountOf(services, server);
  return account ? services.oauth.status(account.key) : null;
}

/** The credential of the server that the token is to be. */
function variableOf(asked: Asked): string {
  const key = needText(asked, 'credential_key');
  if (isVariableName(key)) return key;
  throw new Fault('invalid_request', `${JSON.stringify(key.slice(0, 100))} is no name of a variable.`);
}

/** Who somebody is, which every one of them tells. */
const leastScopes: Readonly<Record<string, readonly string[]>> = {
  google: ['openid', 'email', 'profile'],
  github: ['read:user'],
  microsoft: ['openid', 'profile', 'offline_access', 'User.Read'],
};

/** What the message names, else what the server is signed in for, else who its user is. */
function scopesFor(hub: HubServers, asked: Asked, server: Server, provider: string): readonly string[] {
  const named = textsIn(asked, 'scopes');
  if (named?.length) return named;
  const wanted = hub.fact(server)?.manifest?.oauth;
  return wanted?.provider === provider && wanted.scopes.length > 0
    ? wanted.scopes
    : (leastScopes[provider] ?? ['openid']);
}

function oauthOf(manifest: unknown): ManifestOAuth | null {
  if (manifest === undefined || manifest === null) throw new Fault('invalid_request', 'Missing manifest');
  const parsed = HarborManifestSchema.shape.oauth.safeParse(isRecord(manifest) ? manifest.oauth : undefined);
  if (parsed.success) return parsed.data ?? null;
  throw new Fault('invalid_manifest', 'Invalid manifest: oauth cannot be read');
}

function checked({ oauth }: HarborAServices, { provider }: ManifestOAuth): Answer {
  const known = oauth.providers().find(({ id }) => id === provider);
  const canHandle = known?.isConfigured ?? false;
  return {
    required: true,
    canHandle,
    ...(canHandle && { recommendedSource: 'host' }),
    hostModeAvailable: canHandle,
    userModeAvailable: false,
    missingScopes: [],
    missingApis: [],
    ...(!canHandle && { reason: `${provider} has no client id yet; enter one in Pilothouse.` }),
  };
}

function capabilitiesOf({ oauth }: HarborAServices): Answer {
  const configured = oauth.providers().filter(({ isConfigured }) => isConfigured);
  return Object.fromEntries(
    configured.map(({ id, scopes }) => [
      id,
      { configured: true, availableScopes: Object.keys(scopes), enabledApis: [] },
    ]),
  );
}
