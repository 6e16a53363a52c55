// Clients and sign-ins of accounts in a Harbor home, of both generations.
import { join } from 'node:path';
import {
  OAuthCredentialsFileSchema,
  OAuthTokensFileSchema,
  OlderTokensFileSchema,
  OlderTokensSchema,
  StoredTokensSchema,
} from '../../../../../contract/schemas/harbor-home.ts';
import { faultOf } from '../../../../../contract/schemas/value-fault.ts';
import { readHomeFile } from './home-file.ts';
import type { ZodError } from 'zod';
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
  const file = (name: string) => join(folder, name);
  for (const value of older?.tokens ?? []) {
    const found = olderSignIn(value, fault(file('auth/oauth-tokens.json'), notes));
    if (found) signIns.set(found.serverId, found.signIn);
  }
  for (const [serverId, value] of Object.entries(newer?.tokens ?? {})) {
    const found = newerSignIn(value, fault(file('oauth_tokens.json'), notes));
    if (found) signIns.set(serverId, found);
  }
  return [
    ...Object.entries(clients?.providers ?? {}).map(
      ([name, { client_id: id, client_secret: secret }]): HarborThing => ({ kind: 'client', name, id, secret }),
    ),
    ...[...signIns].map(([name, signIn]): HarborThing => ({ kind: 'sign-in', name, signIn })),
  ];
}

type NoteFault = (error: ZodError, value: unknown) => null;

/** Notes one sign-in of a file that cannot be used. */
function fault(file: string, { problems }: HomeNotes): NoteFault {
  return (error, value) => {
    problems.push({ kind: 'file-not-read', file, why: { kind: 'harbor-file', why: faultOf(error, value) } });
    return null;
  };
}

function newerSignIn(value: unknown, fail: NoteFault): KeptSignIn | null {
  const parsed = StoredTokensSchema.safeParse(value);
  if (!parsed.success) return fail(parsed.error, value);
  const { provider, scopes, created_at: createdAt, updated_at: updatedAt, tokens } = parsed.data;
  const { access_token, refresh_token, expires_at, token_type } = tokens;
  return {
    ...{ provider, scopes, createdAt, updatedAt, expiresAt: expires_at ?? null },
    tokens: { access_token, token_type, ...(refresh_token && { refresh_token }) },
  };
}

function olderSignIn(value: unknown, fail: NoteFault): { serverId: string; signIn: KeptSignIn } | null {
  const parsed = OlderTokensSchema.safeParse(value);
  if (!parsed.success) return fail(parsed.error, value);
  const { serverId, provider, scopes, createdAt, updatedAt, expiresAt, accessToken, refreshToken } = parsed.data;
  const tokens = {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(refreshToken && { refresh_token: refreshToken }),
  };
  return { serverId, signIn: { provider, scopes, createdAt, updatedAt, expiresAt: expiresAt ?? null, tokens } };
}
