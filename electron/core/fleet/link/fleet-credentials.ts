// The credentials of a hub at NATS: what of them is kept as a secret, whether they have their form, and how the client shows them.
import { credsAuthenticator, nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { hubError } from '../../../../words/hub-error.ts';
import type { NodeConnectionOptions } from '@nats-io/transport-node';
import type { FleetLinkReasons } from '../../../../contract/reasons.ts';
import type { FleetCredential } from '../../../../contract/schemas/fleet-requests.ts';
import type { FleetAddress } from './fleet-address.ts';

/** What is kept of it: `secret` among the secrets, the others in the settings. */
export interface HeldCredential {
  readonly kind: Exclude<FleetCredential['kind'], 'kept'>;
  readonly user: string | null;
  /** Null for none at all. */
  readonly secret: string | null;
}

/** Of what was asked and, where nothing was, of what stood in the address. `held` is what `kept` means. */
export function readCredential(
  asked: FleetCredential,
  address: FleetAddress,
  held: HeldCredential | null,
): HeldCredential {
  switch (asked.kind) {
    case 'kept':
      return held ?? { kind: 'none', user: null, secret: null };
    case 'creds':
      return { kind: 'creds', user: null, secret: asked.text.trim() };
    case 'nkey':
      return { kind: 'nkey', user: null, secret: asked.seed.trim() };
    case 'password':
      return { kind: 'password', user: asked.user, secret: asked.password };
    case 'token':
      return { kind: 'token', user: null, secret: asked.token };
    case 'none':
      return ofAddress(address);
  }
}

function ofAddress({ user, password }: FleetAddress): HeldCredential {
  if (user === null) return { kind: 'none', user: null, secret: null };
  // NATS reads what stands alone before the @ as a token.
  return password === null ? { kind: 'token', user: null, secret: user } : { kind: 'password', user, secret: password };
}

type Proof = Pick<NodeConnectionOptions, 'authenticator' | 'user' | 'pass' | 'token'>;

/** Throws HubError for what has not the form of its kind; nothing of it is in what that says. */
export function proofOf({ kind, user, secret }: HeldCredential): Proof {
  if (secret === null) return {};
  if (kind === 'password') return { user: user ?? '', pass: secret };
  if (kind === 'token') return { token: secret };
  if (kind === 'nkey') {
    if (secret.includes('-----BEGIN NATS USER JWT-----')) throw noForm('creds-as-nkey');
    expectSeed(secret, 'nkey');
    return { authenticator: nkeyAuthenticator(new TextEncoder().encode(secret)) };
  }
  if (/^SU[A-Z2-7]+$/.test(secret)) throw noForm('nkey-as-creds');
  const [, seed = ''] = /-----BEGIN USER NKEY SEED-----\s+([A-Z2-7]+)\s/.exec(secret) ?? [];
  if (!/-----BEGIN NATS USER JWT-----\s+[\w-]+\.[\w-]+\.[\w-]+\s/.test(secret)) throw noForm('creds');
  expectSeed(seed, 'creds');
  // It is kept without the line feed at its end, which the library wants.
  return { authenticator: credsAuthenticator(new TextEncoder().encode(`${secret}\n`)) };
}

function expectSeed(seed: string, form: 'creds' | 'nkey'): void {
  try {
    if (nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey().startsWith('U')) return;
  } catch {
    // What the library says of it helps nobody.
  }
  throw noForm(form);
}

function noForm(form: FleetLinkReasons['fleet-credential-form']['form']): Error {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-credential-form', form });
}
