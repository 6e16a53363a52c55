// MCP over HTTP for agents: one server on loopback, Host and Origin checked first, then the bearer, then the route (spec 004).
import { createServer } from 'node:http';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { HttpSessions } from './http-sessions.ts';
import { LegacySse } from './legacy-sse.ts';
import { listenOnLoopback } from './listen.ts';
import { OpenRequests } from './open-requests.ts';
import { RateLimit } from './rate-limits.ts';
import { answerError, HttpError } from './replies.ts';
import { bearerToken, guardRequest, isUnnamedPage, ownOrigins, pathOf } from './request-guard.ts';
import { formOf, routeOf } from './routes.ts';
import { isScrape, serveScrape } from './scraped-metrics.ts';
import { StatelessAgents } from './stateless/stateless-agents.ts';
import { requestTimeouts, UnprovenConnections } from './unproven-connections.ts';
import { WrongTokens, wrongTokenRetrySeconds } from './wrong-tokens.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { McpLimits } from '../../../contract/schemas/mcp-server.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { Listening } from './listen.ts';
import type { McpAccess } from './mcp-access.ts';
import type { LimitName, Route, Services } from './routes.ts';
import type { ScrapedMetrics } from './scraped-metrics.ts';

export interface McpHttpOptions {
  readonly agentServices: AgentServices;
  readonly access: McpAccess;
  readonly port: number;
  readonly randomBytes: (size: number) => Buffer;
  readonly now: () => number;
  /** Requests a minute; read for each request. */
  readonly limits: () => McpLimits;
  /** Origins whose pages are served, as `isListedOrigin` reads them; read for each request. */
  readonly origins: () => readonly string[];
  /** Whether spec 004's own routes are served to who shows no token; read for each request. */
  readonly withoutToken: () => boolean;
  /** What clients of `/sse` read as the name of the server. */
  readonly serverName: () => string;
  /** The hub's metrics, with a token of their own; null while they are off. Read for each request. */
  readonly scraped?: () => ScrapedMetrics | null;
  /** A request was refused because its client makes too many. */
  readonly onLimited?: () => void;
  /** A connection or an agent was ended or refused, because there are too many. */
  readonly onCrowded?: () => void;
  /** So many wrong tokens came that they are braked; told at most once in a minute. */
  readonly onGuessed?: () => void;
}

/** How long the last answers have to reach their clients when the hub stops. */
const flushMs = 250;

/** Opens the endpoint. Rejects like `server.listen` when the port is taken. */
export async function listenMcpHttp(options: McpHttpOptions): Promise<Listening> {
  const server = createServer(requestTimeouts, (request, response) => void endpoint.serve(request, response, port));
  const endpoint = new McpEndpoint(options, new UnprovenConnections(server, options.onCrowded));
  let port = options.port;
  const listening = await listenOnLoopback(server, options.port);
  port = listening.port;
  const close = async () => {
    endpoint.endAll({ kind: 'hub-stops' });
    await listening.close(flushMs);
  };
  return { port, close };
}

class McpEndpoint {
  readonly #options: McpHttpOptions;
  readonly #services: Services;
  readonly #limits: Readonly<Record<LimitName, RateLimit>>;
  readonly #unproven: UnprovenConnections;
  readonly #wrongTokens: WrongTokens;

  constructor(options: McpHttpOptions, unproven: UnprovenConnections) {
    this.#options = options;
    this.#unproven = unproven;
    this.#wrongTokens = new WrongTokens({ now: options.now, onBraked: options.onGuessed });
    const { agentServices, now } = options;
    this.#services = {
      agentServices,
      sessions: new HttpSessions(options),
      stateless: new StatelessAgents(options),
      sse: new LegacySse(options),
      open: new OpenRequests(),
    };
    const limit = (perMinute: number) => new RateLimit({ perMinute, now });
    const { message, mcp } = options.limits();
    this.#limits = { message: limit(message), mcp: limit(mcp), sse: limit(message), tools: limit(message) };
  }

  /** Never rejects: what goes wrong is answered. */
  async serve(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const path = pathOf(request);
    try {
      const listed = this.#options.origins();
      // A page of this address is the hub itself, and no CORS header is given for it either.
      const named = request.headers.origin === undefined ? [] : [...ownOrigins(port), ...listed];
      const refusal = guardRequest(request, port, named);
      if (refusal) throw new HttpError(refusal.status, refusal.message);
      const cors = corsHeaders(request, listed);
      for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
      if (request.method === 'OPTIONS')
        return void response.writeHead(204, 'vary' in cors ? preflightHeaders(request) : {}).end();
      await this.#route(request, response, path);
    } catch (error) {
      answerError(response, error, formOf(path));
    }
  }

  endAll(reason: Reason): void {
    const { sessions, stateless, sse } = this.#services;
    for (const way of [sessions, stateless, sse]) way.endAll(reason);
  }

  async #route(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (isScrape(path)) return this.#scrape(request, response);
    const token = bearerToken(request);
    const known = this.#options.access.verify(token ?? '');
    if (known) this.#unproven.proven(request.socket);
    // Before any route is looked at: what is open to all tells right tokens from wrong ones, too.
    else if (token !== null) await this.#brake(request);
    const route = routeOf(path);
    const client = known ?? this.#unknown(request, route);
    if (!client && !route?.isOpen) throw unauthorized();
    if (!route) throw new HttpError(404, `There is nothing at ${path.slice(0, 100)}; MCP is at /mcp.`);
    const method = route.methods[request.method ?? ''];
    if (!method) {
      const allow = Object.keys(route.methods).join(', ');
      throw new HttpError(405, `${request.method} is not served at ${path}; ${allow} is.`, undefined, {
        headers: { allow },
      });
    }
    if (client) {
      this.#limit(route, client);
      this.#services.open.enter(client, response);
      // Streams of who shows no token are counted as its own, and would otherwise be the first to go when connections are many.
      if (route.limit === 'sse') this.#unproven.proven(request.socket);
    }
    await method({ request, response, path, client, services: this.#services });
  }

  /**
   * Who shows no token at all, where the user lets such programs in (spec 004 "Optional Authentication"). A wrong token is none the less
   * wrong. A page has to name its origin, which was found to be listed before: what cannot name one is no program.
   */
  #unknown(request: IncomingMessage, route: Route | null): Client | null {
    const { withoutToken, access } = this.#options;
    if (!route?.isSpec004 || !withoutToken()) return null;
    if (request.headers.authorization !== undefined || isUnnamedPage(request)) return null;
    return access.withoutToken;
  }

  /** Its token opens nothing else, and no client's token opens it. */
  async #scrape(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const scraped = this.#options.scraped?.() ?? null;
    const token = bearerToken(request);
    const isProven = token !== null && (scraped?.isToken(token) ?? false);
    if (isProven) this.#unproven.proven(request.socket);
    else if (token !== null) await this.#brake(request);
    await serveScrape(request, response, scraped, isProven);
  }

  async #brake({ socket }: IncomingMessage): Promise<void> {
    const end = await this.#wrongTokens.note();
    if (end === 'answer') return;
    if (end === 'close') socket.destroy();
    const sentence = `More than 20 wrong tokens came within a minute; check yours and try again in ${wrongTokenRetrySeconds} s.`;
    const headers = { 'retry-after': String(wrongTokenRetrySeconds), connection: 'close' };
    throw new HttpError(429, sentence, undefined, { headers });
  }

  #limit({ limit }: Route, client: Client): void {
    if (!limit) return;
    const counter = this.#limits[limit];
    const perMinute = this.#options.limits()[limit === 'mcp' ? 'mcp' : 'message'];
    if (perMinute !== counter.perMinute) counter.set(perMinute);
    const seconds = counter.take(client.id);
    if (seconds === null) return;
    this.#options.onLimited?.();
    const sentence = `${client.name} made more than ${perMinute} requests in a minute; try again in ${seconds} s.`;
    throw new HttpError(429, sentence, undefined, { headers: { 'retry-after': String(seconds) } });
  }
}

function unauthorized(): HttpError {
  const sentence = 'The bearer token is missing or wrong. Make a credential in Pilothouse under Connect an agent.';
  return new HttpError(401, sentence, undefined, { headers: { 'www-authenticate': 'Bearer realm="MCP"' } });
}
