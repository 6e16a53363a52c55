// A key that signs policies of a fleet, as its owner has one, and the envelopes that it makes.
import { generateKeyPairSync } from 'node:crypto';
import { signedText } from '../../electron/core/permissions/policy/sign-fleet-policy.ts';
import type { FleetSigner } from '../../contract/schemas/fleet.ts';

export interface PolicySigner {
  /** As a hub names it on joining. */
  readonly signer: FleetSigner;
  readonly privateKey: string;
  /** An envelope around a policy with these members. */
  sign(members?: object): string;
  /** Around exactly this text. */
  signText(text: string): string;
}

export function policySigner(name = 'Ops'): PolicySigner {
  const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const { key, fingerprint } = signedText('', privateKey);
  const signText = (text: string) => signedText(text, privateKey).envelope;
  return {
    signer: { name, key, fingerprint },
    privateKey,
    signText,
    sign: members =>
      signText(
        JSON.stringify({ kind: 'pilothouse-fleet-policy', version: 1, signedAt: new Date().toISOString(), ...members }),
      ),
  };
}
