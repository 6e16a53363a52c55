// Why a sign-in for a server (OAuth with an account of Google, GitHub, Microsoft or others) does not work: codes with their facts.

export interface PlainOAuthReasons {
  'oauth-no-provider': { provider: string };
  /** Its client id and secret are missing. */
  'oauth-not-configured': { provider: string };
  'oauth-server-id': object;
  'oauth-scopes': object;
  'oauth-client': { provider: string };
  'oauth-client-from-environment': { provider: string; variable: string };
  'oauth-too-many': { most: number };
  /** What its metadata says cannot be used. `member` is the name of what is missing or wrong. */
  'oauth-metadata': { provider: string; member: string };
  /** `code` is an OAuth error code, null where it gave none. */
  'oauth-refused': { provider: string; code: string | null };
  'oauth-answer': { provider: string };
  'oauth-cancelled': object;
  /** Nobody signed in for it yet, or that is over. */
  'oauth-none': { server: string };
  /** A secret cannot have the name by which a token is referred to. */
  'secret-of-sign-in': { name: string };
  /** It proves who this hub is, or signs for the fleet: nothing may refer to it. */
  'secret-of-fleet': { name: string };
  'oauth-expired': { server: string; provider: string };
}
