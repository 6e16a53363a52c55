// The names by which a server's config refers to what a sign-in has brought: `${secret:oauth.gmail.access_token}`. Pure.
import { createHash } from 'node:crypto';

/** Under which a sign-in for a server is kept, beside those at remote servers, whose ids have no colon. */
export const signInPrefix = 'oauth:';

export const tokenKinds = ['access_token', 'refresh_token'] as const;
export type TokenKind = (typeof tokenKinds)[number];

const keyPattern = /^[\w-]{1,60}$/;
const pattern = /^oauth\.([\w-]{1,60})\.(access_token|refresh_token)$/;

/** What stands in `${secret:NAME}` for a token of the sign-in for this server. */
export function tokenName(serverId: string, kind: TokenKind): string {
  return `oauth.${tokenKey(serverId)}.${kind}`;
}

/** The id under which a sign-in is kept and named: that of the server where a name can hold it, else one of its own for each. */
export function tokenKey(serverId: string): string {
  if (keyPattern.test(serverId)) return serverId;
  const hash = createHash('sha256').update(serverId).digest('hex').slice(0, 16);
  return `${serverId.replace(/[^\w-]/g, '-').slice(0, 40)}-${hash}`;
}

/** The key of the sign-in that a name of a secret means, or null for any other name. */
export function tokenIn(name: string): { readonly key: string; readonly kind: TokenKind } | null {
  const [, key, kind] = pattern.exec(name) ?? [];
  return key === undefined ? null : { key, kind: kind as TokenKind };
}

/** The token itself; undefined where the sign-in has none. */
export function tokenOf(record: Readonly<Record<string, unknown>> | null, kind: TokenKind): string | undefined {
  const tokens = record?.tokens;
  if (typeof tokens !== 'object' || tokens === null) return undefined;
  const value = Object.entries(tokens).find(([name]) => name === kind)?.[1];
  return typeof value === 'string' ? value : undefined;
}
