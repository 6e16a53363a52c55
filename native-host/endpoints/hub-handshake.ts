// The hub's half of the mutual proof: decides whether a connection becomes a peer.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PeerHello, PeerNonceSchema, PeerProofSchema } from '../../contract/schemas/endpoint.ts';
import { createNonce } from '../relay/nonce.ts';
import { clientProof, hubProof, isSameProof, type Nonces, peerProof } from '../relay/proof.ts';
import type { z } from 'zod';
import type { FrameChannel } from '../framing/frame-channel.ts';
import type { ProofThrottle } from './proof-throttle.ts';

export interface HandshakeOptions {
  readonly key: Buffer;
  /** The secret of a client, or null when there is no such client. */
  readonly clientSecret: (clientId: string) => string | null | Promise<string | null>;
  readonly throttle: ProofThrottle;
}

/** Refused before or by the proof; the message is what the peer is told. */
export class HandshakeError extends Error {}

/** Runs frames 1 to 3 of contract/schemas/endpoint.ts. Throws HandshakeError, or the channel's reason when it closes first. */
export async function acceptPeer(channel: FrameChannel, options: HandshakeOptions): Promise<PeerHello> {
  const opening = parseFrame(PeerNonceSchema, await channel.takeFrame(), 1);
  const nonces: Nonces = { peer: opening.nonce, hub: createNonce() };
  channel.send(JSON.stringify({ nonce: nonces.hub, proof: hubProof(options.key, nonces, opening.role) }));
  const { proof, hello } = parseFrame(PeerProofSchema, await channel.takeFrame(), 3);
  if (!isSameProof(proof, peerProof(options.key, nonces, opening.role)) || hello.role !== opening.role) {
    await slowDown(options.throttle);
    throw new HandshakeError(
      'The proof is wrong: this program does not know the key of this hub; check that --home is the same.',
    );
  }
  if (hello.role === 'mcp') await checkClient(hello.clientId, hello.clientProof, nonces, options);
  return hello;
}

/** Only a wrong proof waits: whoever knows the key must get in while somebody else guesses. */
async function slowDown(throttle: ProofThrottle): Promise<void> {
  const delay = throttle.delayMs(performance.now());
  throttle.noteBadProof(performance.now());
  if (delay > 0) await sleep(delay);
}

async function checkClient(clientId: string, proof: string, nonces: Nonces, options: HandshakeOptions): Promise<void> {
  const secret = await options.clientSecret(clientId);
  // An unknown client costs and reads the same as a wrong secret, so neither can be told from the other.
  const expected = clientProof(secret ?? randomBytes(32).toString('hex'), nonces);
  if (isSameProof(proof, expected) && secret !== null) return;
  await slowDown(options.throttle);
  throw new HandshakeError(
    `Client ${clientId.slice(0, 100)} is unknown or its secret is wrong; make a new one under Connect an agent.`,
  );
}

function parseFrame<T>(schema: z.ZodType<T>, frame: Buffer, number: number): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(frame));
  } catch {
    throw new HandshakeError(
      `Frame ${number} of the handshake is not JSON in UTF-8; connect with a Pilothouse of this version.`,
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'the frame';
  throw new HandshakeError(`Frame ${number} of the handshake is not valid (${where}: ${issue?.message ?? 'unknown'}).`);
}
