// Listens for relays, agents' shims and the command line, and lets in whoever proves to know the hub's key.
import { lstat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { maxHubFrameBytes } from '../../contract/frame-bounds.ts';
import { ConnectionQuota } from '../framing/connection-quota.ts';
import { FrameChannel } from '../framing/frame-channel.ts';
import { publishEndpointRecord, removeStaleSocket, withdrawEndpointRecord } from './endpoint-record.ts';
import { acceptPeer, HandshakeError, type HandshakeOptions } from './hub-handshake.ts';
import { ProofThrottle } from './proof-throttle.ts';
import { chooseSocketPath } from './socket-path.ts';
import type { EndpointRecord, PeerHello } from '../../contract/schemas/endpoint.ts';

const maxProofFrameBytes = 8 * 1024;
const usualDeadlineMs = 5_000;
/** More than come in one breath (`listen` lets 511 wait), so that a newcomer is heard before others can push it out. */
const maxOpenHandshakes = 768;
const maxQueueBytes = 64 * 1024 * 1024;

export interface HubEndpointOptions {
  /** The data home, in which `endpoint.json` is published. */
  readonly home: string;
  /** Where the socket is made; created with mode 0700 or checked. Not used on Windows. */
  readonly runtimeDir: string;
  /** The 32 bytes of `<home>/secrets/hub.key`. */
  readonly key: Buffer;
  readonly clientSecret: HandshakeOptions['clientSecret'];
  /** A peer has proven itself and been told so. Frames wait until `connection.onFrame` is called. */
  readonly onPeer: (hello: PeerHello, connection: FrameChannel) => void;
  readonly onRefused: (reason: string) => void;
  /** A connection in its handshake was closed, because there are too many of them. */
  readonly onCrowded?: () => void;
  /** Why a proven peer is not let in and has to end, or null; it is told so and does not come back. */
  readonly refuse?: (hello: PeerHello) => string | null;
  readonly pid: number;
  /** When the hub's process started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly handshakeDeadlineMs?: number;
  readonly halfFrameMs?: number;
}

export interface HubEndpoint {
  readonly path: string;
  readonly record: EndpointRecord;
  /** Ends every connection, removes the socket, and the record if it is still ours. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens the hub endpoint of a data home. Throws a sentence when the place is not safe or not usable. */
export async function listenHubEndpoint(options: HubEndpointOptions): Promise<HubEndpoint> {
  await removeStaleSocket(options.home, options.runtimeDir);
  const path = await chooseSocketPath(options.runtimeDir);
  const channels = new Set<FrameChannel>();
  const server = createServer(createListener(options, channels));
  const record: EndpointRecord = { v: 1, pid: options.pid, startedAt: options.startedAt, path };
  await listenPrivately(server, path);
  server.on('error', error => options.onRefused(`A connection could not be taken: ${error.message}.`));
  try {
    await publishEndpointRecord(options.home, record);
  } catch (error) {
    server.close();
    throw error;
  }
  let closed: Promise<void> | null = null;
  const close = async () => {
    await withdrawEndpointRecord(options.home, path);
    const ended = new Promise<void>(resolve => server.close(() => resolve()));
    for (const channel of channels) channel.close({ kind: 'hub-stops' });
    await ended;
  };
  return {
    path,
    record,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** Takes each connection through the handshake, with a bound on how many may be under way. */
function createListener(options: HubEndpointOptions, channels: Set<FrameChannel>): (socket: Socket) => void {
  const throttle = new ProofThrottle();
  const handshakes = new ConnectionQuota<FrameChannel>({
    max: maxOpenHandshakes,
    isIdle: () => true,
    end: channel => channel.close(`${maxOpenHandshakes} connections are in their handshake; the oldest was closed.`),
    ...(options.onCrowded && { onCrowded: options.onCrowded }),
  });
  return socket => {
    handshakes.makeRoom();
    const channel = new FrameChannel(socket, {
      maxFrameBytes: maxProofFrameBytes,
      maxQueueBytes,
      halfFrameMs: options.halfFrameMs ?? 30_000,
    });
    channels.add(channel);
    channel.onClose(() => channels.delete(channel));
    handshakes.add(channel);
    void welcome(channel, { ...options, throttle }).finally(() => handshakes.remove(channel));
  };
}

async function welcome(channel: FrameChannel, options: HubEndpointOptions & HandshakeOptions): Promise<void> {
  const deadlineMs = options.handshakeDeadlineMs ?? usualDeadlineMs;
  let open = true;
  channel.onClose(() => {
    open = false;
  });
  const late = setTimeout(
    () => channel.close(`The handshake was not complete after ${deadlineMs / 1000} s.`),
    deadlineMs,
  );
  try {
    const hello = await acceptPeer(channel, options);
    clearTimeout(late);
    if (!open) throw new Error(`A ${hello.role} left during the handshake.`);
    const refusal = options.refuse?.(hello) ?? null;
    if (refusal !== null) {
      channel.send(JSON.stringify({ ok: false, error: refusal, end: true }));
      return channel.close(refusal);
    }
    channel.maxFrameBytes = maxHubFrameBytes;
    channel.send(JSON.stringify({ ok: true }));
    options.onPeer(hello, channel);
  } catch (error) {
    clearTimeout(late);
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof HandshakeError) channel.send(JSON.stringify({ ok: false, error: reason }));
    channel.close(reason);
    options.onRefused(reason);
  }
}

/** Listens under umask 0177, so that there is no moment at which the socket is open to others. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.on('error', reject);
  });
  const before = process.platform === 'win32' ? null : process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    if (before !== null) process.umask(before);
  }
  await listening;
  if (process.platform === 'win32') return;
  const mode = (await lstat(path)).mode & 0o777;
  if ((mode & 0o177) === 0) return;
  server.close();
  throw new Error(
    `The socket ${path} was made with mode ${mode.toString(8)} and not 600; use a data home on a local disk.`,
  );
}
