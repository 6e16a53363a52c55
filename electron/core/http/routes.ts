// What is served at which path of MCP over HTTP: adding a route is one line here.
import { checkPost } from './http-sessions.ts';
import { readJson } from './read-body.ts';
import { answerJson, HttpError } from './replies.ts';
import { readEra } from './stateless/era.ts';
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

/** `sse` counts the streams that a client opens, as many as it may send messages. */
export type LimitName = keyof McpLimits | 'sse';

export interface Route {
  readonly path: RegExp;
  /** Served without a token too. */
  readonly isOpen?: boolean;
  readonly limit?: LimitName;
  readonly methods: Readonly<Record<string, (call: Call) => void | Promise<void>>>;
}

/** MCP 2025-11-25 "Transports" wants one path for each server: `/mcp` shows all of them, and each has its own. */
const mcpPath = /^\/mcp(?:\/([a-z0-9][a-z0-9-]{0,30}))?$/;

const routes: readonly Route[] = [
  { path: /^\/health$/, isOpen: true, methods: { GET: health } },
  { path: mcpPath, limit: 'mcp', methods: { POST: postMcp, GET: listenMcp, DELETE: endMcp } },
  {
    path: /^\/sse$/,
    limit: 'sse',
    methods: { GET: call => call.services.sse.listen(call.response, clientOf(call), call.request.headers.origin) },
  },
  { path: /^\/message$/, limit: 'message', methods: { POST: postMessage } },
  { path: /^\/tools$/, methods: { GET: listTools } },
];

export function routeOf(path: string): Route | null {
  return routes.find(route => route.path.test(path)) ?? null;
}

/** Spec 004's routes answer with its error body; MCP's own, and paths that are none, with JSON-RPC messages. */
export function formOf(path: string): ErrorForm {
  return /^\/(health|sse|message|tools)$/.test(path) ? 'bare' : 'json-rpc';
}

/** Who may ask is told how many are connected; everybody else that the hub runs, and its version. */
function health({ response, client, services }: Call): void {
  const { agentServices, sessions, stateless, sse } = services;
  const activeSessions = sessions.size + stateless.size + sse.size;
  answerJson(response, 200, { status: 'ok', version: agentServices.version, ...(client && { activeSessions }) });
}

async function postMcp(call: Call): Promise<void> {
  const { request, response, services } = call;
  checkPost(request);
  const requester = requesterOf(call);
  expectServer(requester, services);
  const body = await readJson(request, services.open.bodyOf(requester.client));
  const era = readEra(request, body.value);
  if (era.kind === 'stateless') return services.stateless.post(request, response, requester, era, body.text);
  services.sessions.post(request, response, requester, body);
}

function listenMcp(call: Call): void {
  call.services.sessions.listen(call.request, call.response, requesterOf(call));
}

function endMcp(call: Call): void {
  call.services.sessions.end(call.request, call.response, requesterOf(call));
}

async function postMessage(call: Call): Promise<void> {
  const { request, response, services } = call;
  const client = clientOf(call);
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
  return { client: clientOf(call), serverId: mcpPath.exec(call.path)?.[1], origin: call.request.headers.origin };
}

function clientOf({ client }: Call): Client {
  if (client) return client;
  throw new HttpError(401, 'This needs a bearer token.');
}
