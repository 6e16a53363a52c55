// Servers whose configs refer to tokens of an account: those are renewed before a start, and a missing one asks for a sign-in.
import { reasonOf } from '../../../../contract/reason.ts';
import { mapSecretPlaces, referenceTo, secretNamesIn } from '../../secrets/references.ts';
import { tokenIn, tokenKey, tokenKinds, tokenName } from '../../secrets/token-references.ts';
import { LateTransport } from './late-transport.ts';
import { NeverStarted } from './never-started.ts';
import type { Account, ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { RunEndCause, ServerTransport } from './server-transport.ts';

/** The sign-ins with accounts, each under the key by which configs name it. */
export interface AccountTokens {
  /** Renews where that is needed. Null where nobody has signed in. Rejects with HubError where its token cannot be used. */
  tokens(key: string): Promise<unknown>;
  /** Null where nobody has signed in. */
  status(key: string): unknown;
  revoke(key: string): Promise<unknown>;
}

/** The keys of the sign-ins that a config refers to. */
export function accountsIn(config: ServerConfig): string[] {
  return [...new Set(secretNamesIn(config).flatMap(name => tokenIn(name)?.key ?? []))];
}

export function isSignedInFor(config: ServerConfig, tokens: Pick<AccountTokens, 'status'>): boolean {
  return accountsIn(config).every(key => tokens.status(key) !== null);
}

/**
 * The server with a sign-in of its own: where that key is taken, what is added gets another one, so that nobody is handed what was granted
 * for somebody else.
 */
export function withOwnAccount<C extends ServerConfig>(
  config: C,
  account: Account | undefined,
  taken: (key: string) => boolean,
): { readonly config: C; readonly account: Account | undefined } {
  if (!account) return { config, account };
  let key = account.key;
  for (let n = 2; taken(key); n += 1) key = tokenKey(`${account.key.slice(0, 55)}-${n}`);
  if (key === account.key) return { config, account };
  const renamed = mapSecretPlaces(config, (_place, text) =>
    tokenKinds.reduce(
      (changed, kind) =>
        changed.replaceAll(referenceTo(tokenName(account.key, kind)), referenceTo(tokenName(key, kind))),
      text,
    ),
  );
  return { config: renamed, account: { ...account, key } };
}

/** The transport that `open` makes, once every token that it takes is good for a while. */
export function withFreshTokens(
  config: ServerConfig,
  tokens: Pick<AccountTokens, 'tokens'> | undefined,
  open: () => ServerTransport,
): ServerTransport {
  const keys = accountsIn(config);
  if (keys.length === 0 || !tokens) return open();
  return new LateTransport(async () => {
    try {
      for (const key of keys) {
        const isThere = (await tokens.tokens(key)) !== null;
        if (!isThere)
          return () => new NeverStarted({ cause: 'unauthorized', reason: { kind: 'oauth-none', server: key } });
      }
      return open;
    } catch (error) {
      const reason = reasonOf(error);
      return () => new NeverStarted({ cause: causes[reason.kind] ?? 'runtime', reason });
    }
  });
}

const causes: Readonly<Record<string, RunEndCause>> = {
  'oauth-away': 'away',
  'oauth-none': 'unauthorized',
  'oauth-expired': 'unauthorized',
  'oauth-refused': 'unauthorized',
  'oauth-not-configured': 'unauthorized',
};
