// The panel for a browser on this machine: its files over HTTP, its requests and events over one WebSocket.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { isFleetName } from '../../contract/fleet.ts';
import { PanelAuthSchema, PanelCallSchema } from '../../contract/schemas/panel-events.ts';
import { listenOnLoopback } from '../core/http/listen.ts';
import { createPanelAssets } from '../core/http/panel-assets.ts';
import { guardRequest, pathOf } from '../core/http/request-guard.ts';
import { boundUntilProof, requestTimeouts, UnprovenConnections } from '../core/http/unproven-connections.ts';
import { WrongTokens } from '../core/http/wrong-tokens.ts';
import { PanelTokens } from './panel-tokens.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { PanelConnection, PanelServer } from '../core/panel/panel-server.ts';
import type { PanelPages } from './panel-pages.ts';

export interface PanelHttp {
  /** A fresh URL with a one-time token in its fragment, which browsers never send; with a page that leads there, if asked. */
  invite(browse: boolean): Promise<{ url: string; page: string | null }>;
  readonly address: string;
  close(): Promise<void>;
}

/** Closes a WebSocket whose first frame proves nothing. */
const unauthorized = 4401;
const authMs = 5_000;
const maxFrameBytes = 8 * 1024 * 1024;
/** What may come before the proof, which is some 60 bytes. */
const maxUnprovenBytes = 4 * 1024;
/** A page that reads nothing for this much is closed; it comes back for a fresh snapshot. */
const maxBufferedBytes = 64 * 1024 * 1024;

export async function servePanel(options: {
  panel: PanelServer;
  rendererDir: string;
  port: number;
  pages: PanelPages;
}): Promise<PanelHttp> {
  const { pages } = options;
  const tokens = new PanelTokens(() => Date.now());
  const wrongTokens = new WrongTokens({ now: () => Date.now() });
  const leading = new LeadingPages(pages);
  let port = options.port;
  const assets = createPanelAssets(options.rendererDir);
  const server = createServer(requestTimeouts, (request, response) => void serveAsset(request, response, port, assets));
  const unproven = new UnprovenConnections(server);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  server.on('upgrade', (request, socket, head) => {
    // From here on Node listens to its errors no more, and one that nobody listens to would end the hub.
    socket.on('error', () => socket.destroy());
    const refused =
      guardRequest(request, port, ownOrigins(port)) ?? (isPanelPath(request.url) ? null : { status: 404 });
    if (refused) return refuseUpgrade(socket, refused.status);
    const into = { panel: options.panel, hub: hubIn(request.url), port, tokens, wrongTokens, unproven, leading };
    sockets.handleUpgrade(request, socket, head, opened => welcome(opened, request.socket, into));
  });
  const listening = await listenOnLoopback(server, options.port);
  port = listening.port;
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    await listening.close();
    await pages.close();
  };
  const address = `http://127.0.0.1:${port}/`;
  const invite = async (browse: boolean) => {
    const token = tokens.mint();
    const url = `${address}#token=${token}`;
    return { url, page: browse ? await leading.lead(token, url) : null };
  };
  return { address, close, invite };
}

/** The pages that lead to an address; each goes once its token was traded. */
class LeadingPages {
  readonly #pages: PanelPages;
  readonly #byToken = new Map<string, string>();

  constructor(pages: PanelPages) {
    this.#pages = pages;
  }

  async lead(token: string, url: string): Promise<string> {
    const page = await this.#pages.lead(url);
    this.#byToken.set(token, page);
    return page;
  }

  traded(token: string): void {
    const page = this.#byToken.get(token);
    if (page !== undefined) void this.#pages.remove(page);
    this.#byToken.delete(token);
  }
}

function refuseUpgrade(socket: Duplex, status: number): void {
  // Nobody reads it any more, so the other side's end would not be seen, and the hub could not stop.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\n\r\n`);
}

/** `/panel`, or `/panel?hub=NAME` for the panel of another hub of the fleet. */
function isPanelPath(url = ''): boolean {
  return url === '/panel' || hubIn(url) !== null;
}

function hubIn(url = ''): string | null {
  const name = /^\/panel\?hub=([^&]+)$/.exec(url)?.[1] ?? '';
  return isFleetName(name) ? name : null;
}

/** The page itself: browsers name it for module scripts and WebSockets. */
function ownOrigins(port: number): string[] {
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
}

async function serveAsset(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  assets: ReturnType<typeof createPanelAssets>,
): Promise<void> {
  const refusal = guardRequest(request, port, ownOrigins(port));
  if (refusal) return void response.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(refusal.message);
  if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
  const { status, headers, body } = await assets(pathOf(request));
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

interface Welcome {
  readonly panel: PanelServer;
  /** Whose panel; null for that of this hub. */
  readonly hub: string | null;
  readonly port: number;
  readonly tokens: PanelTokens;
  readonly wrongTokens: WrongTokens;
  readonly unproven: UnprovenConnections;
  readonly leading: LeadingPages;
}

/** The first frame trades a token or shows a key; everything after it is requests. */
function welcome(socket: WebSocket, raw: Socket, into: Welcome): void {
  const { panel, hub, port, tokens } = into;
  const unbound = boundUntilProof(raw, maxUnprovenBytes);
  const late = setTimeout(() => socket.close(unauthorized, 'no proof came'), authMs);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(late));
  socket.once('message', data => {
    clearTimeout(late);
    const proof = PanelAuthSchema.safeParse(parsed(String(data)));
    const key = proof.success ? keyOf(proof.data, tokens) : null;
    if (!key) return void refuse(socket, into.wrongTokens);
    unbound();
    into.unproven.proven(raw);
    if (proof.success && 'token' in proof.data) into.leading.traded(proof.data.token);
    socket.send(JSON.stringify({ key }));
    const from = { kind: 'browser', port, peerPort: raw.remotePort ?? 0 } as const;
    serveCalls(socket, raw, send => (hub === null ? panel.connect(send, from) : panel.look(hub, send)));
  });
}

async function refuse(socket: WebSocket, wrongTokens: WrongTokens): Promise<void> {
  if ((await wrongTokens.note()) === 'close') return socket.terminate();
  socket.close(unauthorized, 'this address was used already or is too old');
}

function keyOf(proof: { token: string } | { key: string }, tokens: PanelTokens): string | null {
  if ('token' in proof) return tokens.trade(proof.token);
  return tokens.knows(proof.key) ? proof.key : null;
}

function serveCalls(
  socket: WebSocket,
  raw: Socket,
  connect: (send: (frame: unknown) => void) => PanelConnection,
): void {
  const send = (frame: unknown) => {
    if (socket.bufferedAmount > maxBufferedBytes) return socket.terminate();
    if (socket.readyState !== socket.OPEN) return;
    gatherWrites(raw);
    socket.send(JSON.stringify(frame));
  };
  const connection = connect(send);
  socket.once('close', () => connection.close());
  socket.on('message', data => void serveCall(String(data), connection, send, socket));
}

/** What is sent in this turn of the event loop goes out with one write: many streams at once are many small frames. */
function gatherWrites(raw: Socket): void {
  if (raw.writableCorked > 0) return;
  raw.cork();
  setImmediate(() => raw.uncork());
}

async function serveCall(
  text: string,
  connection: PanelConnection,
  send: (frame: unknown) => void,
  socket: WebSocket,
): Promise<void> {
  const call = PanelCallSchema.safeParse(parsed(text));
  if (!call.success) return socket.close(1003, 'a frame was no request');
  const { id, name, params } = call.data;
  send({ id, ...(await connection.request(name, params)) });
}

/** Undefined for a text that is no JSON. What a user's own arguments are named is for the tool to judge. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
