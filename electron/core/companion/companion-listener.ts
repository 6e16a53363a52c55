// Listens for the companion on 127.0.0.1: Host and Origin before anything is read, few and short connections before the proof.
import { createServer, type IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import { companionSocketPath } from '../../../contract/companion-socket.ts';
import { maxHubFrameBytes } from '../../../contract/frame-bounds.ts';
import { extensionIds } from '../../../contract/names.ts';
import { ProofThrottle } from '../../../native-host/endpoints/proof-throttle.ts';
import { listenOnLoopback } from '../http/listen.ts';
import { guardRequest, pathOf } from '../http/request-guard.ts';
import { boundUntilProof, requestTimeouts, UnprovenConnections } from '../http/unproven-connections.ts';
import { acceptCompanion, SocketRefusedError } from './companion-handshake.ts';
import { SocketChannel } from './socket-channel.ts';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { SocketBrowser } from '../browsers/browser-channel.ts';
import type { HandshakeParts } from './companion-handshake.ts';

const usualDeadlineMs = 5_000;
/** What may come before the proof, which is some 300 bytes. */
const maxUnprovenBytes = 8 * 1024;

export interface CompanionListenerOptions extends Pick<HandshakeParts, 'keys' | 'pairing'> {
  /** A browser has proved itself and been told so. Messages wait until `channel.onFrame` is called. */
  readonly onBrowser: (browser: SocketBrowser, channel: SocketChannel) => void;
  readonly onRefused: (reason: string) => void;
  readonly onCrowded: () => void;
  readonly deadlineMs?: number;
}

export interface CompanionListener {
  readonly port: number;
  /** Ends the listening and every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** Rejects with the error of `listen` (`EADDRINUSE`). Port 0 takes a free one. */
export async function listenForCompanion(port: number, options: CompanionListenerOptions): Promise<CompanionListener> {
  const server = createServer(requestTimeouts, (_request, response) => void response.writeHead(426).end());
  const unproven = new UnprovenConnections(server, options.onCrowded);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxHubFrameBytes, perMessageDeflate: false });
  const listening = await listenOnLoopback(server, port);
  const open = new OpenSockets(options, unproven, listening.port);
  server.on('upgrade', (request, socket, head) => {
    // From here on Node listens to its errors no more, and one that nobody listens to would end the hub.
    socket.on('error', () => socket.destroy());
    const extensionId = extensionOfOrigin(request);
    const status = guardRequest(request, listening.port, [request.headers.origin ?? ''])?.status ?? null;
    if (status !== null || extensionId === null) return refuse(socket, status ?? 403);
    if (pathOf(request) !== companionSocketPath) return refuse(socket, 404);
    sockets.handleUpgrade(request, socket, head, opened => void open.welcome(opened, request.socket, extensionId));
  });
  let closed: Promise<void> | null = null;
  const close = async () => {
    open.stop();
    sockets.close();
    server.closeAllConnections();
    await listening.close();
  };
  return { port: listening.port, close: () => (closed ??= close()) };
}

/**
 * The id of our extension that the origin stands for; null for every other origin and for none. A browser writes it, and pages cannot.
 * Firefox names an address that is random in each profile, so there any extension may ask; the proof decides.
 */
function extensionOfOrigin({ rawHeaders, headers: { origin = '' } }: IncomingMessage): string | null {
  const origins = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'origin');
  if (origins.length !== 1) return null;
  if (origin === `chrome-extension://${extensionIds.chromium}`) return extensionIds.chromium;
  return /^moz-extension:\/\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(origin) ? extensionIds.firefox : null;
}

function refuse(socket: Duplex, status: number): void {
  // Nobody reads it any more, so the other side's end would not be seen, and the hub could not stop.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** Those that are open, proved or not. */
class OpenSockets {
  readonly #options: CompanionListenerOptions;
  readonly #unproven: UnprovenConnections;
  readonly #port: number;
  readonly #throttle = new ProofThrottle();
  readonly #all = new Set<SocketChannel>();
  /** One for each key, so that there are never more than browsers that were paired. */
  readonly #proved = new Map<string, SocketChannel>();

  constructor(options: CompanionListenerOptions, unproven: UnprovenConnections, port: number) {
    this.#options = options;
    this.#unproven = unproven;
    this.#port = port;
  }

  async welcome(socket: WebSocket, raw: Socket, extensionId: string): Promise<void> {
    const { deadlineMs = usualDeadlineMs, onBrowser } = this.#options;
    const channel = new SocketChannel(socket);
    this.#all.add(channel);
    channel.onClose(() => this.#all.delete(channel));
    const unbound = boundUntilProof(raw, maxUnprovenBytes);
    const late = setTimeout(() => socket.terminate(), deadlineMs);
    try {
      const browser = await this.#prove(channel, extensionId);
      if (!this.#all.has(channel)) throw new Error('A browser left during its proof.');
      unbound();
      this.#unproven.proven(raw);
      this.#keepOne(browser.keyId, channel);
      onBrowser(browser, channel);
    } catch (error) {
      this.#refused(channel, error);
    } finally {
      clearTimeout(late);
    }
  }

  stop(): void {
    for (const channel of this.#all) channel.stop();
  }

  #prove(channel: SocketChannel, extensionId: string): Promise<SocketBrowser> {
    const { keys, pairing } = this.#options;
    return acceptCompanion(channel, { port: this.#port, extensionId, keys, pairing, throttle: this.#throttle });
  }

  #keepOne(keyId: string, channel: SocketChannel): void {
    this.#proved.get(keyId)?.close('The same browser connected again.', 'replaced');
    this.#proved.set(keyId, channel);
    channel.onClose(() => {
      if (this.#proved.get(keyId) === channel) this.#proved.delete(keyId);
    });
  }

  #refused(channel: SocketChannel, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof SocketRefusedError) channel.send(JSON.stringify({ ok: false, error: error.refusal }));
    channel.close(reason);
    this.#options.onRefused(reason);
  }
}
