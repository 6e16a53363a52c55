// Sign-ins for servers that want an account's tokens, with the secrets and the environment of this hub.
import { OAuthSignIns } from '../oauth/oauth-sign-ins.ts';
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
