// Agents of the stateless era, made when they first ask: a credential is one instance, for no request says of which program it is.
import { createHash } from 'node:crypto';
import { AgentConnection } from '../../agent-connections/agent-connection.ts';
import { agentQuota, type HttpAgentsOptions, noRoom } from '../agent-quota.ts';
import { httpConnection } from '../requester.ts';
import { readEnvelope } from './envelope.ts';
import { StatelessAgent } from './stateless-agent.ts';
import { httpRequest } from './stateless-request.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ConnectionQuota } from '../../../../native-host/framing/connection-quota.ts';
import type { Requester } from '../requester.ts';
import type { Era } from './era.ts';

/** Of one credential at one server. */
const maxDeclarations = 8;

export class StatelessAgents {
  readonly #options: HttpAgentsOptions;
  readonly #agents = new Map<string, StatelessAgent>();
  readonly #quota: ConnectionQuota<StatelessAgent>;

  constructor(options: HttpAgentsOptions) {
    this.#options = options;
    this.#quota = agentQuota(options.onCrowded);
  }

  get size(): number {
    return this.#agents.size;
  }

  /** Throws HttpError. */
  async post(
    request: IncomingMessage,
    response: ServerResponse,
    requester: Requester,
    { message }: Era & { kind: 'stateless' },
    text: string,
  ): Promise<void> {
    // The era has no notification that a server waits for: a request is cancelled by closing its connection.
    if (!('id' in message)) return void response.writeHead(202, { 'content-length': 0 }).end();
    const agent = this.#agentOf(requester, message);
    response.once('close', agent.awake());
    await agent.serve(httpRequest(request, response, message, text));
  }

  endAll(reason: Reason): void {
    for (const agent of [...this.#agents.values()]) agent.end(reason);
  }

  /** Streams of changes end; calls go on. */
  endListening(): void {
    for (const agent of this.#agents.values()) agent.endListening();
  }

  /**
   * With a view of all servers there are tabs, so a credential is one agent whatever it declares. At one server there are none; there
   * a run of an older era can be told only once what its agent declares, so each declaration has an agent.
   */
  #agentOf({ client, serverId, origin }: Requester, { params }: JSONRPCRequest): StatelessAgent {
    const { declares } = readEnvelope(params).introduction;
    const place = `stateless ${serverId ?? ''} ${origin ?? ''} `;
    const instance = serverId === undefined ? place : place + digest(declares);
    const key = `${client.id} ${instance}`;
    const known = this.#agents.get(key);
    if (known) {
      this.#quota.touch(known);
      return known;
    }
    if (serverId !== undefined) this.#endOldest(`${client.id} ${place}`);
    const crowded = this.#quota.makeRoom(client.id);
    if (crowded) throw noRoom(crowded, client);
    const { agentServices, randomBytes } = this.#options;
    const agent = new StatelessAgent({
      catalogue: agentServices.catalogue,
      randomBytes,
      clientId: client.id,
      serverId,
      front: this.#options.front,
      // The same instance after a pause, so that the agent finds its tabs again.
      connect: (send, disconnect) =>
        new AgentConnection(agentServices, httpConnection({ client, origin }, instance, disconnect), send, {
          serverId,
        }),
      onEnd: () => {
        this.#agents.delete(key);
        this.#quota.remove(agent);
      },
    });
    this.#agents.set(key, agent);
    this.#quota.add(agent);
    this.#options.access.seen(client.id);
    return agent;
  }

  #endOldest(prefix: string): void {
    const same = [...this.#agents].filter(([key]) => key.startsWith(prefix));
    const idle = same.find(([, agent]) => !agent.isBusy);
    if (same.length >= maxDeclarations) (idle ?? same[0])?.[1].end({ kind: 'other-abilities' });
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
