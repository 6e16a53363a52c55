// Signing a policy of a fleet: its bytes as they are, with the fingerprint of the key beside them.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { fingerprintOf } from './signed-list.ts';

/** `pem` is an Ed25519 private key. Throws for any other. */
export function signedText(text: string, pem: string): { envelope: string; key: string; fingerprint: string } {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('It is no Ed25519 key.');
  const publicKey = createPublicKey(privateKey);
  const payload = Buffer.from(text);
  const fingerprint = fingerprintOf(publicKey);
  const signature = sign(null, payload, privateKey).toString('base64');
  const envelope = JSON.stringify({ payload: payload.toString('base64'), signature, key: fingerprint });
  return { envelope, key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), fingerprint };
}
