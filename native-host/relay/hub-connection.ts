// Opens a proven connection from a peer (relay, agent shim, command line) to the hub of a data home.
import { connect, type Socket } from 'node:net';
import { maxHubFrameBytes } from '../../contract/frame-bounds.ts';
import { FrameChannel } from '../framing/frame-channel.ts';
import { sharedReads } from '../framing/shared-read-buffer.ts';
import { readEndpointPath, readHubKey } from './home-files.ts';
import { createNonce } from './nonce.ts';
import { clientProof, hubProof, isSameProof, type Nonces, peerProof } from './proof.ts';

/** The hub answered and does not take this peer; trying again cannot help. */
export class HubRefusedError extends Error {}

/** A hub has been here, and nothing answers where it was. */
export class NoAnswerError extends Error {
  readonly path: string;
  /** The system's own words. */
  readonly why: string;

  constructor(path: string, why: string) {
    super(`No hub answers at ${path} (${why}); start Pilothouse.`);
    this.path = path;
    this.why = why;
  }
}

export type PeerRole = 'relay' | 'mcp' | 'cli';

export interface ConnectOptions {
  /** The data home, which holds `endpoint.json` and `secrets/hub.key`. */
  readonly home: string;
  readonly role: PeerRole;
  /** What the peer says of itself, without `role` and `clientProof` (contract: PeerHelloSchema). */
  readonly hello: Readonly<Record<string, unknown>>;
  /** The secret of the client, for role `mcp`: adds `clientProof` to the hello. */
  readonly clientSecret?: string;
  readonly signal?: AbortSignal;
  /** How long the handshake may take, in milliseconds. */
  readonly deadlineMs?: number;
}

/** The hub wants this process to end, so that its browser starts another one. */
export class EndedByHubError extends Error {}

const maxProofFrameBytes = 8 * 1024;

/**
 * Resolves to a channel on which the hub has proven itself and has let this peer in. Rejects with one sentence: no hub,
 * a hub that does not know the key, a refusal, or the abort's reason.
 */
export async function connectToHub(options: ConnectOptions): Promise<FrameChannel> {
  options.signal?.throwIfAborted();
  const path = readEndpointPath(options.home);
  const key = readHubKey(options.home);
  const channel = new FrameChannel(await openSocket(path, options.signal), { maxFrameBytes: maxProofFrameBytes });
  const abort = () => channel.close(String(options.signal?.reason ?? 'Aborted.'));
  options.signal?.addEventListener('abort', abort, { once: true });
  const deadlineMs = options.deadlineMs ?? 5_000;
  const late = setTimeout(
    () => channel.close(`The hub at ${path} did not answer within ${deadlineMs / 1000} s.`),
    deadlineMs,
  );
  try {
    await shakeHands(channel, key, path, options);
    return channel;
  } catch (error) {
    channel.close();
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(late);
    options.signal?.removeEventListener('abort', abort);
  }
}

async function shakeHands(channel: FrameChannel, key: Buffer, path: string, options: ConnectOptions): Promise<void> {
  const { role, clientSecret } = options;
  const peer = createNonce();
  channel.send(JSON.stringify({ v: 1, role, nonce: peer }));
  const answer = parseAnswer(await channel.takeFrame(), path);
  const nonces: Nonces = { peer, hub: String(answer.nonce) };
  if (!isSameProof(String(answer.proof), hubProof(key, nonces, role))) {
    throw new Error(
      `What listens at ${path} did not prove that it is the hub, so nothing was told to it; restart Pilothouse.`,
    );
  }
  channel.maxFrameBytes = maxHubFrameBytes;
  const secret = clientSecret === undefined ? {} : { clientProof: clientProof(clientSecret, nonces) };
  channel.send(JSON.stringify({ proof: peerProof(key, nonces, role), hello: { ...options.hello, role, ...secret } }));
  const verdict = parseAnswer(await channel.takeFrame(), path);
  if (verdict.ok === true) return;
  const reason = String(verdict.error ?? `The hub at ${path} refused without a reason.`);
  throw verdict.end === true ? new EndedByHubError(reason) : new HubRefusedError(reason);
}

function parseAnswer(frame: Buffer, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(frame.toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Falls through to the one sentence for everything that is no JSON object.
  }
  throw new Error(`What listens at ${path} does not speak as the hub does; restart Pilothouse.`);
}

function openSocket(path: string, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ path, onread: sharedReads(() => socket) });
    const abort = () => socket.destroy(new Error(String(signal?.reason)));
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => {
      signal?.removeEventListener('abort', abort);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', error => {
      signal?.removeEventListener('abort', abort);
      reject(signal?.aborted ? signal.reason : new NoAnswerError(path, error.message));
    });
  });
}
