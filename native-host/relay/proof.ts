// The mutual proof that opens a connection to the hub: both sides show that they know the key, and neither sends it.
import { hmacSha256 } from './hmac-sha256.ts';

/** The two random numbers of one handshake, each 64 hex characters: the peer's (A) and the hub's (B). */
export interface Nonces {
  readonly peer: string;
  readonly hub: string;
}

const proofBytes = 32;

/** Frame 2: the hub proves itself before the peer says anything. HMAC-SHA256 over `hub|A|B|role`, in hex. */
export function hubProof(key: Buffer, nonces: Nonces, role: string): string {
  return mac(key, ['hub', nonces.peer, nonces.hub, role]);
}

/** Frame 3: the peer's answer, over `role|B|A`. The other order keeps a proof from being played back. */
export function peerProof(key: Buffer, nonces: Nonces, role: string): string {
  return mac(key, [role, nonces.hub, nonces.peer]);
}

/** Frame 3 of an agent's shim: it also knows the secret of its client (its UTF-8 bytes are the key), over `client|B|A`. */
export function clientProof(clientSecret: string, nonces: Nonces): string {
  return mac(Buffer.from(clientSecret), ['client', nonces.hub, nonces.peer]);
}

/** Compares two proofs in constant time; unequal lengths and anything but hex are unequal, never an error. */
export function isSameProof(left: string, right: string): boolean {
  const a = Buffer.from(left, 'hex');
  const b = Buffer.from(right, 'hex');
  if (a.length !== proofBytes || b.length !== proofBytes || left.length !== right.length) return false;
  let difference = 0;
  // Every byte is looked at, so that the time tells nothing of where the first difference lies.
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

function mac(key: Buffer, parts: readonly string[]): string {
  return hmacSha256(key, parts.join('|'));
}
