// Serves the built panel with the policy of the real one and speaks its WebSocket, with the fixture's hub behind it.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';
import { toErrorValue } from '../../../contract/errors.ts';
import { PanelAuthSchema, PanelCallSchema } from '../../../contract/schemas/panel-events.ts';
import type { AddressInfo } from 'node:net';
import type { FixtureHub } from './hub.ts';

const root = fileURLToPath(new URL('../../../dist/renderer/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface FixtureServer {
  /** Address of the page with a token that works once. */
  freshUrl(): string;
  /** Drops every open panel, as a hub that dies does. */
  dropPanels(): void;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1 at a free port. */
export async function serveFixture(hub: FixtureHub): Promise<FixtureServer> {
  const tokens = new Set<string>();
  const keys = new Set<string>();
  const server = createServer((request, response) => void servePage(request, response));
  const sockets = new WebSocketServer({ server, path: '/panel' });
  sockets.on('connection', socket => welcome(socket, hub, tokens, keys));
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    freshUrl() {
      const token = randomBytes(16).toString('hex');
      tokens.add(token);
      return `http://127.0.0.1:${port}/#token=${token}`;
    },
    dropPanels() {
      for (const socket of sockets.clients) socket.terminate();
    },
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise(resolve => sockets.close(resolve));
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const file = normalize(join(root, pathname === '/' ? 'index.html' : pathname));
  const nonce = randomBytes(16).toString('base64');
  try {
    if (!file.startsWith(root)) throw new Error('outside of the panel');
    const body = await readFile(file);
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, {
      'content-type': type,
      'content-security-policy': policy(nonce),
      'x-content-type-options': 'nosniff',
    });
    response.end(extname(file) === '.html' ? body.toString().replace('__CSP_NONCE__', nonce) : body);
  } catch {
    response.writeHead(404).end();
  }
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function welcome(socket: WebSocket, hub: FixtureHub, tokens: Set<string>, keys: Set<string>): void {
  const send = (frame: unknown) => socket.send(JSON.stringify(frame));
  socket.once('message', first => {
    const proof = PanelAuthSchema.parse(JSON.parse(String(first)));
    const known = 'token' in proof ? tokens.delete(proof.token) : keys.has(proof.key);
    if (!known) {
      socket.close(4401);
      return;
    }
    const key = 'key' in proof ? proof.key : randomBytes(16).toString('hex');
    keys.add(key);
    send({ key });
    const end = hub.onEvent(send);
    socket.on('close', end);
    socket.on('message', async text => {
      const { id, name, params } = PanelCallSchema.parse(JSON.parse(String(text)));
      try {
        send({ id, ok: true, value: await hub.answer(name, params) });
      } catch (error) {
        send({ id, ok: false, error: toErrorValue(error) });
      }
    });
  });
}
