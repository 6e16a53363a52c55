// MCP over Streamable HTTP for agents: loopback only, a bearer token on every route but /health (spec 004, MCP 2025-11-25).
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { AgentConnection } from '../agents/agent-connection.ts';
import { listenOnLoopback } from './listen.ts';
import { bearerToken, guardRequest, pathOf } from './request-guard.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { AgentHall } from '../agents/agent-connection.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { Message, MessageId } from '../../contract/messages.ts';
import type { Client } from '../../contract/entities.ts';
import type { Listening } from './listen.ts';

export interface McpHttpOptions {
  readonly hall: AgentHall;
  readonly clients: ClientRegistry;
  readonly port: number;
  readonly randomBytes: (size: number) => Buffer;
}

interface Session {
  readonly clientId: string;
  /** `/mcp`, or the path of one server. */
  readonly path: string;
  /** Requests and event streams that are open now. */
  open: number;
  idle: NodeJS.Timeout | null;
  /** Answers what is in flight with the reason, because a stream that only ends leaves the client waiting; then closes. */
  readonly end: (reason: string) => Promise<void>;
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly connection: AgentConnection;
}

/** Larger than the SDK's 4 MiB: a file for a page travels in the arguments of one call. */
const maxBodyBytes = 16 * 1024 * 1024;
/** How long the last answers have to reach their clients when the hub stops. */
const flushMs = 250;
/** MCP 2025-11-25 "Transports" wants one path for each server: this one shows all of them, and each has its own. */
const mcpPath = /^\/mcp(?:\/([a-z0-9][a-z0-9-]{0,30}))?$/;
const idleMs = 5 * 60_000;
const maxSessions = 1_000;

/** Opens the endpoint. Rejects like `server.listen` when the port is taken. */
export async function listenMcpHttp(options: McpHttpOptions): Promise<Listening> {
  const sessions = new Map<string, Session>();
  const server = createServer((request, response) => {
    serve(request, response, port, options, sessions).catch((error: unknown) => {
      fail(response, 500, error instanceof Error ? error.message : String(error));
    });
  });
  let port = options.port;
  const listening = await listenOnLoopback(server, options.port);
  port = listening.port;
  const close = async () => {
    await Promise.all([...sessions.values()].map(session => session.end('The hub is stopping. Call again.')));
    await listening.close(flushMs);
  };
  return { port, close };
}

/** What a page of this address would send: it is the hub itself, and no CORS header is given for it either. */
function ownOrigins(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map(host => `http://${host}:${port}`);
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  options: McpHttpOptions,
  sessions: Map<string, Session>,
): Promise<void> {
  const refusal = guardRequest(request, port, ownOrigins(port));
  if (refusal) return fail(response, refusal.status, refusal.message);
  const path = pathOf(request);
  if (path === '/health' && request.method === 'GET')
    return answer(response, 200, { status: 'ok', version: options.hall.version });
  const client = options.clients.verifyToken(bearerToken(request) ?? '');
  if (!client) {
    response.setHeader('www-authenticate', 'Bearer');
    return fail(
      response,
      401,
      'The bearer token is missing or wrong. Make a credential in Pilothouse under Connect an agent.',
    );
  }
  if (!mcpPath.test(path)) return fail(response, 404, `There is nothing at ${path.slice(0, 100)}; MCP is at /mcp.`);
  await serveMcp(request, response, client, options, sessions);
}

async function serveMcp(
  request: IncomingMessage,
  response: ServerResponse,
  client: Client,
  options: McpHttpOptions,
  sessions: Map<string, Session>,
): Promise<void> {
  const id = request.headers['mcp-session-id'];
  if (id === undefined) return openSession(request, response, client, options, sessions);
  const session = typeof id === 'string' ? sessions.get(id) : undefined;
  // A session of another client is as unknown as one that never was.
  if (!session || session.clientId !== client.id || session.path !== pathOf(request))
    return fail(response, 404, 'This Mcp-Session-Id is not known; send initialize again without one.');
  keepAwake(session, response);
  await session.transport.handleRequest(request, response);
}

/** A client that vanished without a DELETE has no open stream any more; after a while it counts as gone. */
function keepAwake(session: Session, response: ServerResponse): void {
  if (session.idle) clearTimeout(session.idle);
  session.open += 1;
  response.once('close', () => {
    session.open -= 1;
    if (session.open > 0) return;
    session.idle = setTimeout(() => void session.transport.close(), idleMs);
    session.idle.unref();
  });
}

async function openSession(
  request: IncomingMessage,
  response: ServerResponse,
  client: Client,
  options: McpHttpOptions,
  sessions: Map<string, Session>,
): Promise<void> {
  if (sessions.size >= maxSessions)
    return fail(response, 503, `${maxSessions} HTTP clients are connected already; end some.`);
  const id = options.randomBytes(16).toString('hex');
  const path = pathOf(request);
  let session: Session | null = null;
  const unanswered = new Set<string | number>();
  const transport = new NodeStreamableHTTPServerTransport({
    maxRequestBodySize: maxBodyBytes,
    sessionIdGenerator: () => id,
    onsessioninitialized: () => {
      const end = (reason: string) => endSession(transport, unanswered, reason);
      const connection = connect(options.hall, client, id, path, transport, unanswered, end);
      session = { clientId: client.id, path, open: 0, idle: null, end, transport, connection };
      sessions.set(id, session);
      keepAwake(session, response);
    },
  });
  transport.onmessage = message => {
    if ('method' in message && 'id' in message) unanswered.add(message.id);
    session?.connection.receiveValue(message, JSON.stringify(message));
  };
  transport.onclose = () => {
    if (!sessions.delete(id)) return;
    if (session?.idle) clearTimeout(session.idle);
    session?.connection.closed('The client ended its HTTP connection.', false);
  };
  await transport.start();
  await transport.handleRequest(request, response);
}

function connect(
  hall: AgentHall,
  client: Client,
  id: string,
  path: string,
  transport: NodeStreamableHTTPServerTransport,
  unanswered: Set<string | number>,
  end: Session['end'],
): AgentConnection {
  const disconnect = (reason: string) => void end(reason);
  const arrival = { client, instance: id, transport: 'http' as const, program: null, disconnect };
  const send = (text: string, _message: Message, related?: MessageId) => {
    const message = JSON.parse(text) as JSONRPCMessage;
    if ('id' in message && message.id !== undefined && !('method' in message)) unanswered.delete(message.id);
    // On the stream of its request, while that is open; else on the one that is for everything.
    const onStream = related !== undefined && unanswered.has(related) ? { relatedRequestId: related } : {};
    // The stream the answer belonged to may be closed already; the client then asks again.
    transport.send(message, onStream).catch(() => {});
  };
  return new AgentConnection(hall, arrival, send, { serverId: mcpPath.exec(path)?.[1] });
}

async function endSession(
  transport: NodeStreamableHTTPServerTransport,
  unanswered: Set<string | number>,
  reason: string,
): Promise<void> {
  const error = { code: -32000, message: reason };
  const answers = [...unanswered].map(id => transport.send({ jsonrpc: '2.0', id, error }).catch(() => {}));
  unanswered.clear();
  await Promise.all(answers);
  await transport.close();
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
    .end(JSON.stringify(value));
}

function fail(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.end();
  answer(response, status, { jsonrpc: '2.0', id: null, error: { code: -32000, message } });
}
