// The way in of a gateway: /mcp of the era without sessions for whoever has a token of the fleet, and how it stands for a load balancer.
import { createServer } from 'node:http';
import { inEnglish } from '../../../words/english.ts';
import { guardGatewayRequest } from './gateway-guard.ts';
import { checkPost } from './http-sessions.ts';
import { listenAt } from './listen.ts';
import { OpenRequests } from './open-requests.ts';
import { readJson } from './read-body.ts';
import { answerError, answerJson, HttpError } from './replies.ts';
import { bearerToken, pathOf } from './request-guard.ts';
import { isScrape, serveScrape } from './scraped-metrics.ts';
import { eraOfPost } from './stateless/claimed-era.ts';
import { statelessVersion } from './stateless/era.ts';
import { StatelessAgents } from './stateless/stateless-agents.ts';
import { requestTimeouts, UnprovenConnections } from './unproven-connections.ts';
import { WrongTokens, wrongTokenRetrySeconds } from './wrong-tokens.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { HttpAgentsOptions } from './agent-quota.ts';
import type { Listening } from './listen.ts';
import type { ScrapedMetrics } from './scraped-metrics.ts';

export interface GatewayEndpointOptions extends HttpAgentsOptions {
  readonly at: { readonly host: string; readonly port: number };
  /** As `readHost` has them. */
  readonly hosts: readonly string[];
  readonly now: () => number;
  /** The client whose token it is, in constant time; null for every other. */
  verify(token: string): Client | null;
  /** Why nothing is carried out now; null while it is. */
  stands(): Reason | null;
  /** Why the fleet is not reached, for whoever runs it; null while it is, or nothing was said. */
  why(): Reason | null;
  /** Null where it has no metrics to show. */
  scraped(): ScrapedMetrics | null;
}

export interface GatewayEndpoint {
  readonly port: number;
  /** Takes no more connections; resolves when what is under way has ended, or after so long. */
  drain(graceMs: number): Promise<void>;
}

/** Resolves when it listens. Rejects like `server.listen`. */
export async function listenGateway(options: GatewayEndpointOptions): Promise<GatewayEndpoint> {
  const server = createServer(requestTimeouts, (request, response) => void endpoint.serve(request, response));
  const endpoint = new Endpoint(options, new UnprovenConnections(server, options.onCrowded));
  const listening: Listening = await listenAt(server, options.at);
  return {
    port: listening.port,
    drain: async graceMs => {
      endpoint.drains();
      await listening.close(graceMs);
      endpoint.end();
    },
  };
}

const drains: Reason = { kind: 'gateway-stands', so: 'drains' };

class Endpoint {
  readonly #options: GatewayEndpointOptions;
  readonly #unproven: UnprovenConnections;
  readonly #agents: StatelessAgents;
  readonly #open = new OpenRequests();
  readonly #wrongTokens: WrongTokens;
  #isDraining = false;

  constructor(options: GatewayEndpointOptions, unproven: UnprovenConnections) {
    this.#options = options;
    this.#unproven = unproven;
    this.#agents = new StatelessAgents(options);
    this.#wrongTokens = new WrongTokens(options);
  }

  drains(): void {
    this.#isDraining = true;
    this.#agents.endListening();
  }

  end(): void {
    this.#agents.endAll(drains);
  }

  /** Never rejects: what goes wrong is answered. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    try {
      if (this.#isDraining) response.setHeader('connection', 'close');
      if (path === '/healthz') return this.#tellHealth(request, response, null);
      if (path === '/readyz') return this.#tellHealth(request, response, this.#stands());
      const scraped = isScrape(path) ? this.#options.scraped() : null;
      if (scraped) return await this.#scrape(request, response, scraped);
      const refusal = guardGatewayRequest(request, this.#options.hosts);
      if (refusal) throw new HttpError(refusal.status, refusal.message);
      await this.#serveMcp(request, response, path);
    } catch (error) {
      answerError(response, error, 'json-rpc');
    }
  }

  /** For any host and without a token: a prober knows neither, and learns nothing that it has not asked by knocking. */
  #tellHealth(request: IncomingMessage, response: ServerResponse, reason: Reason | null): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notServed(request, 'GET');
    if (!reason) return answerJson(response, 200, { status: 'ok' });
    const why = this.#options.why();
    const told = { status: 'not-ready', reason: inEnglish(reason), ...(why && { why: inEnglish(why) }) };
    answerJson(response, 503, told);
  }

  /** For any host, because it is fetched from each gateway by its address. Its token opens nothing else, and no client's token opens it. */
  async #scrape(request: IncomingMessage, response: ServerResponse, scraped: ScrapedMetrics): Promise<void> {
    const token = bearerToken(request);
    if (token === null || !scraped.isToken(token)) {
      if (token !== null) await this.#brake();
      throw unauthorized('/metrics takes the token of --metrics-token alone; it is missing or wrong.', 'metrics');
    }
    this.#unproven.proven(request.socket);
    await serveScrape(request, response, scraped, true);
  }

  async #serveMcp(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const client = await this.#clientOf(request);
    if (path !== '/mcp') throw new HttpError(404, `There is nothing at ${path.slice(0, 100)}; MCP is at /mcp.`);
    if (request.method !== 'POST') throw notServed(request, 'POST');
    this.#open.enter(client, response);
    checkPost(request);
    const body = await readJson(request, this.#open.bodyOf(client));
    const era = eraOfPost(request, body.value);
    if (era.kind !== 'stateless')
      throw new HttpError(400, `A gateway has no sessions; it speaks MCP ${statelessVersion} alone.`);
    this.#expectStanding();
    // Its body took a while to come.
    if (this.#options.verify(bearerToken(request) ?? '')?.id !== client.id) throw unauthorized();
    await this.#agents.post(
      request,
      response,
      { client, serverId: undefined, origin: undefined, socket: request.socket },
      era,
      body.text,
    );
  }

  async #clientOf(request: IncomingMessage): Promise<Client> {
    const token = bearerToken(request);
    const known = this.#options.verify(token ?? '');
    if (known) {
      this.#unproven.proven(request.socket);
      return known;
    }
    // It may be one that is not read yet.
    this.#expectStanding();
    if (token !== null) await this.#brake();
    throw unauthorized();
  }

  #stands(): Reason | null {
    return this.#isDraining ? drains : this.#options.stands();
  }

  #expectStanding(): void {
    const reason = this.#stands();
    if (reason) throw new HttpError(503, inEnglish(reason), undefined, { headers: { 'retry-after': '1' } });
  }

  /** No connection is closed: they are the balancer's, which would take this gateway for broken and so shut everybody out. */
  async #brake(): Promise<void> {
    if ((await this.#wrongTokens.note()) === 'answer') return;
    const sentence = `Too many wrong tokens came; check yours and try again in ${wrongTokenRetrySeconds} s.`;
    const headers = { 'retry-after': String(wrongTokenRetrySeconds) };
    throw new HttpError(429, sentence, undefined, { headers });
  }
}

const noClient = 'The bearer token is missing or wrong; ask who runs this gateway for one.';

function unauthorized(sentence = noClient, realm = 'MCP'): HttpError {
  return new HttpError(401, sentence, undefined, { headers: { 'www-authenticate': `Bearer realm="${realm}"` } });
}

function notServed({ method }: IncomingMessage, allow: string): HttpError {
  return new HttpError(405, `${method} is not served here; ${allow} is.`, undefined, { headers: { allow } });
}
