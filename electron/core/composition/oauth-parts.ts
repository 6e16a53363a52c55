// Sign-ins for servers that want an account's tokens, with the secrets and the environment of this hub.
import { OAuthSignIns } from '../oauth/oauth-sign-ins.ts';
import { tokenKinds, tokenName } from '../secrets/token-references.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export function createOAuthSignIns({ platform, closers }: Boot, { secretStore, secrets }: BaseParts): OAuthSignIns {
  const oauth = new OAuthSignIns({
    store: secretStore,
    env: platform.env,
    os: platform.os,
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
  });
  closers.add(() => oauth.stop());
  secrets.add(() => oauth.secretValues());
  return oauth;
}

/** Whoever changes a sign-in (the panel, Harbor's extension, an import, a provider that takes it back), each server that takes its tokens shows it. */
export function showSignIns(oauth: OAuthSignIns, servers: Pick<ServerSupervisor, 'configs' | 'refresh'>): void {
  oauth.onChange(account => {
    const users = servers.configs.secretUsers();
    const shown = new Set(tokenKinds.flatMap(kind => [...(users.get(tokenName(account, kind)) ?? [])]));
    for (const serverId of shown) servers.refresh(serverId);
  });
}
