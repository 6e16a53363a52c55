// The sessions of Streamable HTTP: opened by `initialize`, found by their Mcp-Session-Id, of one client and one path each.
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { protocolVersions } from '../agents/agent-wire.ts';
import { agentQuota, type HttpAgentsOptions, noRoom } from './agent-quota.ts';
import { HttpSession } from './http-session.ts';
import { HttpError } from './replies.ts';
import { readRpcValues } from './rpc-values.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reason } from '../../../contract/reasons.ts';
import type { ConnectionQuota } from '../../../native-host/framing/connection-quota.ts';
import type { JsonBody } from './read-body.ts';
import type { Requester } from './requester.ts';
import type { RpcValue } from './rpc-values.ts';

export class HttpSessions {
  readonly #options: HttpAgentsOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #quota: ConnectionQuota<HttpSession>;

  constructor(options: HttpAgentsOptions) {
    this.#options = options;
    this.#quota = agentQuota(options.onCrowded);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** A POST whose body was read. Throws HttpError. */
  post(request: IncomingMessage, response: ServerResponse, requester: Requester, body: JsonBody): void {
    const messages = readRpcValues(body.value);
    const session = this.#find(request, requester) ?? this.#open(requester, messages);
    if (!isOpening(messages)) checkVersion(request);
    else if (request.headers['mcp-session-id'] !== undefined)
      throw new HttpError(400, 'This session was initialized already.', rpcErrors.invalidRequest);
    session.post(response, messages, Array.isArray(body.value) ? null : body.text);
  }

  /** GET: the stream for what belongs to no request. Throws HttpError. */
  listen(request: IncomingMessage, response: ServerResponse, requester: Requester): void {
    if (!accepts(request, 'text/event-stream'))
      throw new HttpError(406, 'Not Acceptable: Client must accept text/event-stream');
    this.#expect(request, requester).listen(response);
  }

  /** DELETE: the client ends its session. Throws HttpError. */
  end(request: IncomingMessage, response: ServerResponse, requester: Requester): void {
    this.#expect(request, requester).end({ kind: 'left-http' });
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  endAll(reason: Reason): void {
    for (const session of [...this.#sessions.values()]) session.end(reason);
  }

  #open({ client, serverId, origin, socket }: Requester, messages: readonly RpcValue[]): HttpSession {
    if (!isOpening(messages)) throw new HttpError(400, 'Bad Request: Mcp-Session-Id header is required');
    if (messages.length > 1)
      throw new HttpError(400, 'initialize comes alone, not with other messages.', rpcErrors.invalidRequest);
    const crowded = this.#quota.makeRoom(client.id);
    if (crowded) throw noRoom(crowded, client);
    const id = this.#options.randomBytes(16).toString('hex');
    const onEnd = () => {
      this.#sessions.delete(id);
      this.#quota.remove(session);
    };
    const session = new HttpSession({
      agentServices: this.#options.agentServices,
      client,
      id,
      serverId,
      origin,
      socket,
      onEnd,
    });
    this.#sessions.set(id, session);
    this.#quota.add(session);
    this.#options.access.seen(client.id);
    return session;
  }

  #expect(request: IncomingMessage, requester: Requester): HttpSession {
    const session = this.#find(request, requester);
    if (!session) throw new HttpError(400, 'Bad Request: Mcp-Session-Id header is required');
    checkVersion(request);
    return session;
  }

  /**
   * Null without a header. A session of another client, path or page is as unknown as one that never was. Browsers name no origin
   * with each GET.
   */
  #find(request: IncomingMessage, { client, serverId, origin }: Requester): HttpSession | null {
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return null;
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    const isItsPage = origin === undefined || session?.origin === origin;
    if (session && session.clientId === client.id && session.serverId === serverId && isItsPage) {
      this.#quota.touch(session);
      return session;
    }
    throw new HttpError(404, 'This Mcp-Session-Id is not known; send initialize again without one.', -32001);
  }
}

/** Throws HttpError 406 or 415: a page can send neither without being asked by its browser first. */
export function checkPost(request: IncomingMessage): void {
  if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream'))
    throw new HttpError(406, 'Not Acceptable: Client must accept both application/json and text/event-stream');
  checkJson(request);
}

/** Throws HttpError 415. */
export function checkJson(request: IncomingMessage): void {
  if (!isJson(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'Unsupported Media Type: Content-Type must be application/json');
}

/** Parameters such as `charset=utf-8` are passed over. A comma outside of quotes means that there are two values, of which none holds. */
function isJson(contentType: string): boolean {
  const [type = ''] = contentType.split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') return false;
  return !hasBareComma(contentType);
}

/** True also where a quote is not closed. Linear, whatever is sent. */
function hasBareComma(text: string): boolean {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted && char === '\\') at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === ',' && !isQuoted) return true;
  }
  return isQuoted;
}

function accepts({ headers }: IncomingMessage, type: string): boolean {
  return headers.accept?.includes(type) === true;
}

function isOpening(messages: readonly RpcValue[]): boolean {
  return messages.some(({ kind, method }) => kind === 'request' && method === 'initialize');
}

function checkVersion({ headers }: IncomingMessage): void {
  const version = headers['mcp-protocol-version'];
  if (version === undefined || protocolVersions.some(known => known === version)) return;
  const said = JSON.stringify(version).slice(0, 100);
  throw new HttpError(400, `MCP ${said} is not spoken in a session; ${protocolVersions.join(', ')} are.`);
}
