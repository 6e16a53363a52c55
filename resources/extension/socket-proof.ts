// The extension's half of the proof on the WebSocket: nothing is said before the hub has proved that it knows the code or the key.
import { pairingRounds, type SocketRefusal, socketRefusals, socketRole } from '../../contract/companion-socket.ts';
import { isRecord } from '../../contract/json.ts';
import type { SocketOpening } from '../../contract/schemas/companion-socket.ts';
import type { MessageQueue } from './message-queue.ts';

/** What an earlier code brought; kept where only this extension reads. */
export interface SocketKey {
  readonly port: number;
  readonly id: string;
  readonly secret: string;
}

export type Secret = { readonly by: 'code'; readonly code: string } | ({ readonly by: 'key' } & SocketKey);

/** `not-the-hub`: it does not know the secret. */
type ProofFault = SocketRefusal | 'not-the-hub';

export class ProofError extends Error {
  readonly fault: ProofFault;

  constructor(fault: ProofFault) {
    super(fault);
    this.fault = fault;
  }
}

const nonceBytes = 32;
const keyBits = 256;

/** Runs messages 1 to 4 of contract/schemas/companion-socket.ts. Answers with the key that followed a code. Rejects with ProofError, or when the socket closes. */
export async function proveTo(hub: MessageQueue, port: number, secret: Secret, profileId: string) {
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(nonceBytes)));
  const opening: SocketOpening =
    secret.by === 'code' ? { v: 1, by: 'code', nonce } : { v: 1, by: 'key', nonce, keyId: secret.id };
  hub.send(opening);
  const answer = expectTaken(await hub.take());
  const key = await macKey(secret, bytesOf(String(answer.salt ?? '')));
  const role = socketRole(secret.by, port);
  const isHub = await verify(key, String(answer.proof), ['hub', nonce, String(answer.nonce), role]);
  if (!isHub) throw new ProofError('not-the-hub');
  hub.send({ proof: await sign(key, [role, String(answer.nonce), nonce]), profileId });
  const verdict = expectTaken(await hub.take());
  if (verdict.ok !== true) throw new ProofError('unreadable');
  return isRecord(verdict.key) ? { port, id: String(verdict.key.id), secret: String(verdict.key.secret) } : null;
}

function expectTaken(message: unknown): Record<string, unknown> {
  if (!isRecord(message)) throw new ProofError('unreadable');
  if (message.ok !== false) return message;
  throw new ProofError(socketRefusals.find(refusal => refusal === message.error) ?? 'unreadable');
}

async function macKey(secret: Secret, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const bytes = secret.by === 'key' ? bytesOf(secret.secret) : await stretch(secret.code, salt);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

async function stretch(code: string, salt: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const raw = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: pairingRounds }, raw, keyBits);
}

async function sign(key: CryptoKey, parts: readonly string[]): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, textOf(parts))));
}

/** The browser compares in constant time. */
function verify(key: CryptoKey, proof: string, parts: readonly string[]): Promise<boolean> {
  return crypto.subtle.verify('HMAC', key, bytesOf(proof), textOf(parts));
}

function textOf(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(parts.join('|'));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Empty for what is no hex, which fits no proof. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return new Uint8Array();
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}
