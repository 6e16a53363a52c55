// The loopback WebSocket on which the local bridge of Claude Code is looked for. No credential exists on it, so no page may open it.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { ConnectionQuota } from '../framing/connection-quota.ts';
import { PendingBytes } from '../framing/pending-bytes.ts';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export const bridgePort = 8765;
export const bridgePath = '/chrome/dev_user_local';
const maxMessageBytes = 64 * 1024 * 1024;
/** Of all connections together, for messages that are still coming. */
const maxPendingBytes = 2 * maxMessageBytes;
/** How long a request for an upgrade may take, in ms. */
const arrivalLimits = { headersTimeout: 10_000, requestTimeout: 60_000 };
/** Connections that have not become WebSockets; more than come in one breath. */
const maxOpening = 768;

export interface BridgeWebSocket {
  readonly port: number;
  /** Ends the listening and every connection. Safe to call twice. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects with the error of `listen` (`EADDRINUSE`). */
export async function listenBridge(
  port: number,
  onSocket: (socket: WebSocket, connection: Socket) => void,
  onCrowded: () => void,
): Promise<BridgeWebSocket> {
  const http = createServer(arrivalLimits, (_request, response) => response.writeHead(426).end());
  const opening = boundOpening(http, onCrowded);
  const pending = new PendingBytes<WebSocket>({
    max: maxPendingBytes,
    end: socket => {
      onCrowded();
      socket.terminate();
    },
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const taken = await listen(http, port);
  http.on('upgrade', (request, socket, head) => {
    const refusal = refusalOf(request, taken);
    if (refusal) refuse(socket, refusal);
    else
      sockets.handleUpgrade(request, socket, head, opened => {
        opening.remove(request.socket);
        countPending(request.socket, opened, pending);
        onSocket(opened, request.socket);
      });
  });
  let closed: Promise<void> | null = null;
  const close = async () => {
    const ended = new Promise<void>(resolve => http.close(() => resolve()));
    for (const socket of sockets.clients) socket.terminate();
    http.closeAllConnections();
    await ended;
  };
  return { port: taken, close: () => (closed ??= close()) };
}

/** Resolves with the port that was taken. */
async function listen(http: Server, port: number): Promise<number> {
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return (http.address() as AddressInfo).port;
}

/** Those that wait longest for their upgrade make room. */
function boundOpening(http: Server, onCrowded: () => void): ConnectionQuota<Socket> {
  const quota = new ConnectionQuota<Socket>({
    max: maxOpening,
    isIdle: () => true,
    end: socket => socket.destroy(),
    onCrowded,
  });
  http.on('connection', socket => {
    quota.makeRoom();
    quota.add(socket);
    socket.once('close', () => quota.remove(socket));
  });
  return quota;
}

function countPending(raw: Socket, socket: WebSocket, pending: PendingBytes<WebSocket>): void {
  raw.on('data', (chunk: Buffer) => pending.add(socket, chunk.length));
  socket.on('message', () => pending.set(socket, 0));
  socket.on('close', () => pending.set(socket, 0));
}

/** Programs send no Origin and pages always do, so every Origin is refused, also `null`; a foreign Host means a rebound name. */
function refusalOf({ headers, url }: IncomingMessage, port: number): string | null {
  if (headers.origin !== undefined) return '403 Forbidden';
  const hosts = ['127.0.0.1', 'localhost'].map(name => `${name}:${port}`);
  if (!hosts.includes((headers.host ?? '').toLowerCase())) return '403 Forbidden';
  return (url ?? '').split('?', 1)[0] === bridgePath ? null : '404 Not Found';
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  // An upgraded socket stays half open until its other side ends it too, and the server waits for it at its own end.
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(answer, () => socket.destroy());
}
