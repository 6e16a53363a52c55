// What signing in for servers agrees on: the accounts that are known by name, and how long things last.

/** Providers that need no discovery. Any other is named by the address of its issuer. */
export const knownOAuthProviders = ['google', 'github', 'microsoft'] as const;
export type KnownOAuthProvider = (typeof knownOAuthProviders)[number];

/** Where Harbor's programs wait for the answer of a sign-in, and what their clients are registered with. */
export const oauthCallback = { port: 8765, path: '/oauth/callback' } as const;

/** A token that is good for less than this is renewed before it is used. */
export const renewBeforeMs = 60_000;
