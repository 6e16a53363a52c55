// The hub's half of the proof on the companion's WebSocket: by a code that was just typed, or by the key that an earlier code brought.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SocketRefusal, socketRole } from '../../../contract/companion-socket.ts';
import {
  type HubSocketProof,
  type SocketOpening,
  SocketOpeningSchema,
  SocketProofSchema,
  type SocketVerdict,
} from '../../../contract/schemas/companion-socket.ts';
import { createNonce } from '../../../native-host/relay/nonce.ts';
import { hubProof, isSameProof, type Nonces, peerProof } from '../../../native-host/relay/proof.ts';
import type { z } from 'zod';
import type { ProofThrottle } from '../../../native-host/endpoints/proof-throttle.ts';
import type { SocketBrowser } from '../browsers/browser-channel.ts';
import type { CompanionKey, CompanionKeys } from '../browsers/companion-keys.ts';
import type { CompanionPairing, PairingTry } from '../browsers/companion-pairing.ts';
import type { SocketChannel } from './socket-channel.ts';

export interface HandshakeParts {
  readonly port: number;
  /** Of the extension that the browser names as the origin; whoever is no browser may name any. */
  readonly extensionId: string;
  readonly keys: CompanionKeys;
  readonly pairing: CompanionPairing;
  readonly throttle: ProofThrottle;
}

/** What the other side is told; nothing else about it is. */
export class SocketRefusedError extends Error {
  readonly refusal: SocketRefusal;

  constructor(refusal: SocketRefusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

type Channel = Pick<SocketChannel, 'send' | 'takeFrame'>;

/** Runs messages 1 to 4 of contract/schemas/companion-socket.ts. Throws SocketRefusedError, or the channel's reason when it closes first. */
export async function acceptCompanion(channel: Channel, parts: HandshakeParts): Promise<SocketBrowser> {
  const opening = parsed(SocketOpeningSchema, await channel.takeFrame());
  return opening.by === 'code' ? acceptCode(channel, opening, parts) : acceptKey(channel, opening, parts);
}

async function acceptCode(channel: Channel, opening: SocketOpening, parts: HandshakeParts): Promise<SocketBrowser> {
  const attempt = parts.pairing.try();
  if (!attempt) throw new SocketRefusedError('no-code', 'A browser came with a code, and none is good now.');
  try {
    const profileId = await proveCode(channel, opening, attempt, parts);
    const key = await makeKey(parts, profileId);
    tell(channel, { ok: true, key: { id: key.id, secret: key.secret.toString('hex') } });
    return { keyId: key.id, extensionId: key.extensionId, profileId, isPaired: true };
  } finally {
    attempt.settle(false);
  }
}

/** The code is used up by the first that knows it. */
async function proveCode(
  channel: Channel,
  opening: SocketOpening,
  attempt: PairingTry,
  parts: HandshakeParts,
): Promise<string> {
  const salt = attempt.salt.toString('hex');
  const { isRight, profileId } = await exchange(channel, opening, await attempt.key, parts, { salt });
  if (!isRight) await refuseWrong(parts.throttle, 'A browser came with a wrong code.');
  if (!attempt.settle(true)) throw new SocketRefusedError('no-code', 'The code was used, or ended meanwhile.');
  return profileId;
}

async function acceptKey(
  channel: Channel,
  opening: Extract<SocketOpening, { by: 'key' }>,
  parts: HandshakeParts,
): Promise<SocketBrowser> {
  const key = parts.keys.get(opening.keyId);
  // An unknown key costs and reads the same as a wrong one, so neither can be told from the other.
  const { isRight, profileId } = await exchange(channel, opening, key?.secret ?? randomBytes(32), parts);
  const isOwn = key?.extensionId === parts.extensionId && key.profileId === profileId;
  // Forgotten while it proved itself: what counts is what holds now.
  if (!key || !isRight || !isOwn || !parts.keys.get(key.id))
    return refuseWrong(parts.throttle, 'A browser does not know the key that it names, or names none of this hub.');
  tell(channel, { ok: true });
  return { keyId: key.id, extensionId: key.extensionId, profileId, isPaired: false };
}

/** The hub proves itself first: what listens in its place learns nothing of a browser. */
async function exchange(
  channel: Channel,
  opening: SocketOpening,
  key: Buffer,
  { port }: HandshakeParts,
  more: Pick<HubSocketProof, 'salt'> = {},
): Promise<{ isRight: boolean; profileId: string }> {
  const nonces: Nonces = { peer: opening.nonce, hub: createNonce() };
  const role = socketRole(opening.by, port);
  const own: HubSocketProof = { nonce: nonces.hub, proof: hubProof(key, nonces, role), ...more };
  channel.send(JSON.stringify(own));
  const { proof, profileId } = parsed(SocketProofSchema, await channel.takeFrame());
  return { isRight: isSameProof(proof, peerProof(key, nonces, role)), profileId };
}

async function makeKey({ keys, extensionId }: HandshakeParts, profileId: string): Promise<CompanionKey> {
  try {
    return await keys.make(extensionId, profileId);
  } catch (error) {
    throw new SocketRefusedError('not-kept', `The key of a browser could not be kept: ${String(error)}`);
  }
}

/** Only a wrong proof waits: whoever knows the key must get in while somebody else guesses. */
async function refuseWrong(throttle: ProofThrottle, message: string): Promise<never> {
  const delay = throttle.delayMs(performance.now());
  throttle.noteBadProof(performance.now());
  if (delay > 0) await sleep(delay);
  throw new SocketRefusedError('wrong-proof', message);
}

function tell(channel: Channel, verdict: SocketVerdict): void {
  channel.send(JSON.stringify(verdict));
}

function parsed<T>(schema: z.ZodType<T>, frame: Buffer): T {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(frame));
    const result = schema.safeParse(value);
    if (result.success) return result.data;
  } catch {
    // Falls through to the one refusal for everything that does not fit.
  }
  throw new SocketRefusedError('unreadable', 'A message of the handshake cannot be read.');
}
