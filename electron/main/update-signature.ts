// Whether a feed says what the makers of this build have signed: an Ed25519 signature (RFC 8032) over the bytes of its list of files.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { hubError } from '../../words/hub-error.ts';

/** `base64` is a public key as DER (SubjectPublicKeyInfo, RFC 8410). Null for anything else. */
export function readUpdateKey(base64: unknown): KeyObject | null {
  if (typeof base64 !== 'string') return null;
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Throws HubError unless `signature` (base64) is one of `list` by the key. */
export function expectSigned(list: string, signature: string, key: KeyObject): void {
  const bytes = Buffer.from(signature.trim(), 'base64');
  if (verify(null, Buffer.from(list), key, bytes)) return;
  throw hubError('ERR_INTERNAL', { kind: 'feed-not-signed' });
}

/** Where the signature of a feed's list lies: beside it, with `.sig` behind its name. */
export function signatureAddress(list: URL): URL {
  const address = new URL(list);
  address.pathname += '.sig';
  return address;
}
