// Sign-ins for servers that want an account's tokens. The tokens go to their servers; over this wire nobody gets one.

import { isRecord } from '../../../../contract/json.ts';
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { inEnglish } from '../../../../words/english.ts';
import { Fault, failingAs, needText, textsIn } from './asked.ts';
import type { HarborManifest } from '../../../../contract/schemas/harbor-a.ts';
import type { StartedFlow } from '../../oauth/oauth-sign-ins.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

type ManifestOAuth = NonNullable<HarborManifest['oauth']>;

export function oauthFamily(services: HarborAServices, hub: HubServers): Family {
  const { oauth } = services;
  return {
    oauth_start: failingAs('oauth_error', async asked => {
      const providerId = needText(asked, 'provider_id');
      needText(asked, 'credential_key');
      const scopes = scopesFor(hub, asked, providerId);
      const flow = await oauth.startFlow({ providerId, serverId: hubId(hub, asked), scopes });
      follow(services, asked, flow, providerId);
      return { auth_url: flow.authUrl, state: flow.state, provider_id: providerId };
    }),
    oauth_cancel: failingAs('oauth_error', asked => ({ cancelled: oauth.cancel(needText(asked, 'state')) })),
    oauth_revoke: failingAs('oauth_error', async asked => {
      const server = hub.find(needText(asked, 'server_id'));
      const revoke = () => oauth.revoke(hubId(hub, asked));
      // That of a server in Pilothouse is its user's.
      return { revoked: await (server ? hub.manage(asked, server, 'secrets', revoke) : revoke()) };
    }),
    oauth_status: failingAs('oauth_error', asked => {
      const status = oauth.status(hubId(hub, asked));
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
  const { oauth } = services;
  return {
    check_manifest_oauth: asked => {
      const asks = oauthOf(asked.fields.manifest);
      return asks ? checked(services, asks) : { required: false, canHandle: true };
    },
    manifest_oauth_start: failingAs('oauth_error', async asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      const asks = hub.fact(server)?.manifest?.oauth;
      if (!asks) throw new Error(`${server.name} has no sign-in in its manifest.`);
      const flow = await oauth.startFlow({ providerId: asks.provider, serverId: server.id, scopes: asks.scopes });
      follow(services, asked, flow, asks.provider);
      return { authUrl: flow.authUrl, state: flow.state };
    }),
    manifest_oauth_status: failingAs('oauth_error', asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      const required = hub.fact(server)?.manifest?.oauth !== undefined;
      const status = oauth.status(server.id);
      const hasTokens = status !== null;
      const tokensValid = hasTokens && (!status.isExpired || status.canRenew);
      const mode = required ? { mode: 'host' } : {};
      return { required, ...mode, hasTokens, tokensValid, needsRefresh: hasTokens && status.isExpired };
    }),
    get_oauth_capabilities: () => ({ capabilities: { providers: capabilitiesOf(services) } }),
  };
}

/** A server that the hub does not know keeps its own id: it may be added afterwards. */
function hubId(hub: HubServers, asked: Asked): string {
  const wireId = needText(asked, 'server_id');
  return hub.find(wireId)?.id ?? wireId;
}

/** Who somebody is, which every one of them tells. */
const leastScopes: Readonly<Record<string, readonly string[]>> = {
  google: ['openid', 'email', 'profile'],
  github: ['read:user'],
  microsoft: ['openid', 'profile', 'offline_access', 'User.Read'],
};

/** What the message names, else what the server's manifest does, else who its user is. */
function scopesFor(hub: HubServers, asked: Asked, providerId: string): readonly string[] {
  const named = textsIn(asked, 'scopes');
  if (named?.length) return named;
  const server = hub.find(needText(asked, 'server_id'));
  const wanted = server && hub.fact(server)?.manifest?.oauth;
  return wanted?.provider === providerId && wanted.scopes.length > 0
    ? wanted.scopes
    : (leastScopes[providerId] ?? ['openid']);
}

/** How it ended is news, as the real one has it. */
function follow({ platform }: HarborAServices, asked: Asked, { ended, state }: StartedFlow, providerId: string): void {
  const serverId = needText(asked, 'server_id');
  void ended.then(why => {
    const status = why === null ? 'oauth_success' : 'oauth_error';
    const error = why === null ? {} : { error: inEnglish(why) };
    const about = { serverId, providerId, state, ...error };
    asked.tell('status_update', { category: 'auth', status, timestamp: platform.now(), ...about });
  });
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
