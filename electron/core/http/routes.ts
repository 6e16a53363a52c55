// What is served at which path of MCP over HTTP: adding a route is one line here.
import { loadPart } from '../platform/load-part.ts';
import { checkJson, checkPost } from './http-sessions.ts';
import { readJson } from './read-body.ts';
import { answerJson, HttpError } from './replies.ts';
import { isScrape } from './scraped-metrics.ts';
import { postClaimsStateless } from './stateless/era.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { McpLimits } from '../../../contract/schemas/mcp-server.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { HttpSessions } from './http-sessions.ts';
import type { LegacySse } from './legacy-sse.ts';
import type { OpenRequests } from './open-requests.ts';
import type { ErrorForm } from './replies.ts';
import type { Requester } from './requester.ts';
import type { StatelessAgents } from './stateless/stateless-agents.ts';

export interface Services {
  readonly agentServices: AgentServices;
  readonly sessions: HttpSessions;
  readonly stateless: StatelessAgents;
  readonly sse: LegacySse;
  readonly open: OpenRequests;
}

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** Null only on an open route. */
  readonly client: Client | null;
  readonly services: Services;
}

/** `sse` counts the streams that a client opens, `tools` how often it asks for the list: as often as it may send messages. */
export type LimitName = keyof McpLimits | 'sse' | 'tools';

export interface Route {
  readonly path: RegExp;
  /** Served without a token too. */
  readonly isOpen?: boolean;
  /** Of spec 004's own wire, whose authentication is optional: served without a token where the user has switched that on. */
  readonly isSpec004?: boolean;
  readonly limit?: LimitName;
  readonly methods: Readonly<Record<string, (call: Call) => void | Promise<void>>>;
}

/** MCP 2025-11-25 "Transports" wants one path for each server: `/mcp` shows all of them, and each has its own. */
const mcpPath = /^\/mcp(?:\/([a-z0-9][a-z0-9-]{0,30}))?$/;

const routes: readonly Route[] = [
  { path: /^\/health$/, isOpen: true, isSpec004: true, methods: { GET: health } },
  { path: mcpPath, limit: 'mcp', methods: { POST: postMcp, GET: listenMcp, DELETE: endMcp } },
  {
    path: /^\/sse$/,
    isSpec004: true,
    limit: 'sse',
    methods: { GET: listenSse },
  },
  { path: /^\/message$/, isSpec004: true, limit: 'message', methods: { POST: postMessage } },
  { path: /^\/tools$/, isSpec004: true, limit: 'tools', methods: { GET: listTools } },
];

export function routeOf(path: string): Route | null {
  return routes.find(route => route.path.test(path)) ?? null;
}

/** Spec 004's routes and the metrics answer with its error body; MCP's own, and paths that are none, with JSON-RPC messages. */
export function formOf(path: string): ErrorForm {
  return isScrape(path) || routeOf(path)?.isSpec004 ? 'bare' : 'json-rpc';
}

/** Who may ask is told how many are connected; everybody else whether there is a browser to work in (spec 004 is one's server), and the version. */
function health({ response, client, services }: Call): void {
  const { agentServices, sessions, stateless, sse } = services;
  const activeSessions = sessions.size + stateless.size + sse.size;
  const status = agentServices.browsers.connected().length > 0 ? 'ok' : 'no-browser';
  answerJson(response, 200, { status, version: agentServices.version, ...(client && { activeSessions }) });
}

async function postMcp(call: Call): Promise<void> {
  const { request, response, services } = call;
  checkPost(request);
  const requester = requesterOf(call);
  expectServer(requester, services);
  const body = await readJson(request, services.open.bodyOf(requester.client));
  if (!postClaimsStateless(request, body.value)) return services.sessions.post(request, response, requester, body);
  const { eraOfPost } = await loadPart(() => import('./stateless/claimed-era.ts'));
  // Its client may have left meanwhile.
  if (response.destroyed) return;
  const era = eraOfPost(request, body.value);
  if (era.kind === 'stateless') return services.stateless.post(request, response, requester, era, body.text);
  services.sessions.post(request, response, requester, body);
}

function listenMcp(call: Call): void {
  call.services.sessions.listen(call.request, call.response, requesterOf(call));
}

function endMcp(call: Call): void {
  call.services.sessions.end(call.request, call.response, requesterOf(call));
}

/** Spec 004 "GET /sse": its client accepts `text/event-stream`; who says nothing of what it accepts takes anything. */
function listenSse(call: Call): void {
  const { request, response, services } = call;
  const { accept = '*/*', origin } = request.headers;
  if (!/text\/event-stream|text\/\*|\*\/\*/i.test(accept))
    throw new HttpError(406, 'This is a stream of events: accept text/event-stream.');
  services.sse.listen(response, clientOf(call), origin);
}

async function postMessage(call: Call): Promise<void> {
  const { request, response, services } = call;
  const client = clientOf(call);
  checkJson(request);
  // Whose stream it is comes first: a body of 16 MiB for nobody is not read.
  services.sse.find(request, client);
  services.sse.post(request, response, client, await readJson(request, services.open.bodyOf(client)));
}

async function listTools(call: Call): Promise<void> {
  const { catalogue, toolsReady } = call.services.agentServices;
  await toolsReady;
  answerJson(call.response, 200, {
    tools: catalogue.list({ clientId: clientOf(call).id, browserId: null }, undefined, 'spec-004'),
  });
}

/** An agent is made for each server that is asked for, so names that were made up are refused before. */
function expectServer({ serverId }: Requester, { agentServices }: Services): void {
  if (serverId === undefined || agentServices.gateway.knows(serverId)) return;
  throw new HttpError(404, `There is no server ${JSON.stringify(serverId)}; add it under Servers in Pilothouse.`);
}

function requesterOf(call: Call): Requester {
  const { headers, socket } = call.request;
  return { client: clientOf(call), serverId: mcpPath.exec(call.path)?.[1], origin: headers.origin, socket };
}

function clientOf({ client }: Call): Client {
  if (client) return client;
  throw new HttpError(401, 'This needs a bearer token.');
}
