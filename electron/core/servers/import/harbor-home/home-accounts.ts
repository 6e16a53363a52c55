// Clients and sign-ins of accounts in a Harbor home, of both generations.
import { join } from 'node:path';
import {
  OAuthCredentialsFileSchema,
  OAuthTokensFileSchema,
  OlderTokensFileSchema,
  OlderTokensSchema,
  StoredTokensSchema,
} from '../../../../../contract/schemas/harbor-home.ts';
import { readHomeFile } from './home-file.ts';
import type { KeptSignIn } from '../../../../../contract/schemas/oauth.ts';
import type { HomeNotes } from './home-file.ts';
import type { HarborThing } from './home-things.ts';

export async function readHomeAccounts(folder: string, notes: HomeNotes): Promise<HarborThing[]> {
  const read = <T>(name: string, schema: Parameters<typeof readHomeFile<T>>[2]) =>
    readHomeFile(join(folder, name), folder, schema, notes);
  const clients = await read('oauth_credentials.json', OAuthCredentialsFileSchema);
  const newer = await read('oauth_tokens.json', OAuthTokensFileSchema);
  const older = await read('auth/oauth-tokens.json', OlderTokensFileSchema);
  const signIns = new Map<string, KeptSignIn>();
  for (const value of older?.tokens ?? []) {
    const found = olderSignIn(value);
    if (found) signIns.set(found.serverId, found.signIn);
  }
  for (const [serverId, value] of Object.entries(newer?.tokens ?? {})) {
    const found = newerSignIn(value);
    if (found) signIns.set(serverId, found);
  }
  return [
    ...Object.entries(clients?.providers ?? {}).map(
      ([name, { client_id: id, client_secret: secret }]): HarborThing => ({ kind: 'client', name, id, secret }),
    ),
    ...[...signIns].map(([name, signIn]): HarborThing => ({ kind: 'sign-in', name, signIn })),
  ];
}

function newerSignIn(value: unknown): KeptSignIn | null {
  const parsed = StoredTokensSchema.safeParse(value);
  if (!parsed.success) return null;
  const { provider, scopes, created_at: createdAt, updated_at: updatedAt, tokens } = parsed.data;
  const { access_token, refresh_token, expires_at, token_type } = tokens;
  return {
    ...{ provider, scopes, createdAt, updatedAt, expiresAt: expires_at ?? null },
    tokens: { access_token, token_type, ...(refresh_token && { refresh_token }) },
  };
}

function olderSignIn(value: unknown): { serverId: string; signIn: KeptSignIn } | null {
  const parsed = OlderTokensSchema.safeParse(value);
  if (!parsed.success) return null;
  const { serverId, provider, scopes, createdAt, updatedAt, expiresAt, accessToken, refreshToken } = parsed.data;
  const tokens = {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(refreshToken && { refresh_token: refreshToken }),
  };
  return { serverId, signIn: { provider, scopes, createdAt, updatedAt, expiresAt: expiresAt ?? null, tokens } };
}
