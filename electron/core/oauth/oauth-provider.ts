// Where an account is signed in to: its addresses, and what it wants beyond RFC 6749.
import type { KnownOAuthProvider } from '../../../contract/oauth.ts';

export interface OAuthProvider {
  /** `google`, or the address of its issuer. */
  readonly id: string;
  readonly name: string;
  readonly authorization: string;
  readonly token: string;
  /** How a token is taken back there; null where it cannot be. */
  readonly revocation: { readonly kind: 'rfc7009' | 'github'; readonly address: string } | null;
  /** More parameters of the address where the user signs in. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Scopes that are always asked for, without which there is nothing to renew with. */
  readonly always: readonly string[];
  /** How the client proves itself: in the form, or by HTTP Basic. */
  readonly clientAuth: 'post' | 'basic';
  /** What `iss` of an answer has to be; null where the provider sends none (RFC 9207). */
  readonly issuer: { readonly id: string; readonly isSent: boolean } | null;
  /** Some scopes with what they allow, for whoever chooses. */
  readonly scopes: Readonly<Record<string, string>>;
}

export const knownProviders: Readonly<Record<KnownOAuthProvider, OAuthProvider>> = {
  google: {
    id: 'google',
    name: 'Google',
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revocation: { kind: 'rfc7009', address: 'https://oauth2.googleapis.com/revoke' },
    // Without the consent Google gives a token to renew with only the first time.
    parameters: { access_type: 'offline', prompt: 'consent' },
    always: [],
    clientAuth: 'post',
    issuer: null,
    scopes: {
      'gmail.readonly': 'Read-only access to Gmail',
      'gmail.send': 'Send emails',
      'gmail.modify': 'Read, send, and manage emails',
    },
  },
  github: {
    id: 'github',
    name: 'GitHub',
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    revocation: { kind: 'github', address: 'https://api.github.com/applications/{client_id}/token' },
    parameters: {},
    always: [],
    clientAuth: 'post',
    issuer: null,
    scopes: { repo: 'Full access to repositories', 'read:user': 'Read user profile' },
  },
  microsoft: {
    id: 'microsoft',
    name: 'Microsoft',
    authorization: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    revocation: null,
    parameters: {},
    always: ['offline_access'],
    clientAuth: 'post',
    issuer: null,
    scopes: { 'User.Read': 'Read your profile', 'Mail.Read': 'Read your mail', 'Files.Read': 'Read your files' },
  },
};
