// Tells a client or a sign-in that is kept from any other that takes its place, without a secret.
import { createHash } from 'node:crypto';
import type { KeptSignIn } from '../../../contract/schemas/oauth.ts';
import type { OAuthClient } from './token-requests.ts';

export function clientMark({ id, secret }: OAuthClient): string {
  return createHash('sha256')
    .update(JSON.stringify([id, secret]))
    .digest('hex');
}

/** The same for one that was renewed. */
export function signInMark({ provider, createdAt }: KeptSignIn): string {
  return JSON.stringify([provider, createdAt]);
}
