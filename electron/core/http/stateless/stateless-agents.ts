// Agents of the stateless era: one for each credential and path, made when it first asks (DESIGN: a stateless credential is one instance).
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import { HttpError } from '../replies.ts';
import { StatelessAgent } from './stateless-agent.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentHall } from '../../agents/agent-connection.ts';
import type { Visit } from '../http-sessions.ts';
import type { McpAccess } from '../mcp-access.ts';
import type { Era } from './era.ts';

export interface StatelessAgentsOptions {
  readonly hall: AgentHall;
  readonly access: Pick<McpAccess, 'seen'>;
  readonly randomBytes: (size: number) => Buffer;
}

const maxAgents = 1_000;

export class StatelessAgents {
  readonly #options: StatelessAgentsOptions;
  readonly #agents = new Map<string, StatelessAgent>();

  constructor(options: StatelessAgentsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#agents.size;
  }

  /** Throws HttpError. */
  async post(
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
    { message }: Era & { kind: 'stateless' },
    text: string,
  ): Promise<void> {
    // The era has no notification that a server waits for: a request is cancelled by closing its connection.
    if (!isJSONRPCRequest(message)) return void response.writeHead(202).end();
    await this.#agentOf(visit).serve(request, response, message, text);
  }

  endAll(reason: string): void {
    for (const agent of [...this.#agents.values()]) agent.end(reason);
  }

  #agentOf({ client, serverId, origin }: Visit): StatelessAgent {
    const key = `${client.id} ${serverId ?? ''} ${origin ?? ''}`;
    const known = this.#agents.get(key);
    if (known) return known;
    if (this.#agents.size >= maxAgents)
      throw new HttpError(503, `${maxAgents} HTTP clients are connected already; end some.`);
    const agent = new StatelessAgent({
      hall: this.#options.hall,
      randomBytes: this.#options.randomBytes,
      client,
      serverId,
      origin,
      onEnd: () => this.#agents.delete(key),
    });
    this.#agents.set(key, agent);
    this.#options.access.seen(client.id);
    return agent;
  }
}
