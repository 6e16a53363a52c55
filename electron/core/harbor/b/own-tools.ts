// The tools that one extension has in its own browser. Agents are offered them once the extension fetches its calls and the user has let it
// register them, and as long as it is here.
import { harborClientId } from '../harbor-services.ts';
import { extensionPolicy } from './answers.ts';
import { PendingCalls } from './pending-calls.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { RegisteredTools } from '../../../../contract/schemas/harbor-b.ts';
import type { OfferedServer } from '../../gateway/carried-servers.ts';
import type { CallAnswer, ServerRequest } from '../../router/agent-call.ts';
import type { ServerTool } from '../../tools/callable.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { HarborBServices } from './harbor-b-services.ts';

interface OwnServer {
  readonly tools: RegisteredTools;
  /** The hub's id for it, once its tools are offered. */
  carriedId: string | null;
  /** The user is being asked, or has said no. */
  isAsking: boolean;
  /** Why they could not be offered last time. */
  failure?: string;
}

/** As long as the real bridge waits. */
const callTimeoutMs = 60_000;
const maxServers = 50;

export class OwnTools {
  readonly #services: HarborBServices;
  readonly #agent: () => Agent;
  readonly #servers = new Map<string, OwnServer>();
  readonly #pending = new PendingCalls();
  readonly #gone = new AbortController();
  #fetches = false;

  constructor(services: HarborBServices, agent: () => Agent) {
    this.#services = services;
    this.#agent = agent;
  }

  /** Replaces what the server had. False where there are too many. */
  register(serverId: string, tools: RegisteredTools, request: IncomingRequest): boolean {
    const known = this.#servers.get(serverId);
    if (!known && this.#servers.size >= maxServers) return false;
    // The extension may say the same again at each of its starts.
    if (known && JSON.stringify(known.tools) === JSON.stringify(tools)) return true;
    this.unregister(serverId);
    this.#servers.set(serverId, { tools, carriedId: null, isAsking: false });
    this.#offer(serverId, request);
    return true;
  }

  unregister(serverId: string): void {
    const known = this.#servers.get(serverId);
    this.#servers.delete(serverId);
    if (known && known.carriedId !== null) this.#services.carried.withdraw(known.carriedId);
  }

  /** As the wire lists them. */
  list(): readonly Record<string, unknown>[] {
    return [...this.#servers].flatMap(([serverId, { tools }]) =>
      tools.map(({ name, description, inputSchema }) => ({
        serverId,
        name,
        ...(typeof description === 'string' && { description }),
        ...(inputSchema && { inputSchema }),
      })),
    );
  }

  /** The hub's id for a server of the extension that is offered to agents; null for every other. */
  carriedId(serverId: string): string | null {
    return this.#servers.get(serverId)?.carriedId ?? null;
  }

  /** Whether the hub's id is one of these. */
  isOwn(carriedId: string): boolean {
    return [...this.#servers.values()].some(server => server.carriedId === carriedId);
  }

  has(serverId: string): boolean {
    return this.#servers.has(serverId);
  }

  /** A call of one of them that the extension itself makes, which it is to carry out. */
  call(serverId: string, toolName: string, args: unknown, request: IncomingRequest) {
    const patience = { timeoutMs: callTimeoutMs, signal: request.signal };
    return this.#pending.call({ serverId, toolName, args, expectAllowed: () => {} }, patience);
  }

  fetch(request: IncomingRequest): readonly Record<string, unknown>[] {
    this.#fetches = true;
    for (const [serverId, { carriedId }] of this.#servers) if (carriedId === null) this.#offer(serverId, request);
    return this.#pending.fetch();
  }

  submit(callId: string, result: unknown, error: string | null): void {
    this.#pending.submit(callId, result, error);
  }

  end(error: HubError): void {
    this.#gone.abort(error);
    for (const serverId of [...this.#servers.keys()]) this.unregister(serverId);
    this.#pending.end(error);
  }

  /** Whoever never fetches a call could not be called. The script servers of the hub have their tools there already. */
  #offer(serverId: string, { seq }: IncomingRequest): void {
    const server = this.#servers.get(serverId);
    const isScript = this.#services.scripts.serverIdOf(serverId) !== null;
    if (!server || !this.#fetches || server.isAsking || isScript || server.tools.length === 0) return;
    server.isAsking = true;
    const failed = (error: unknown) => this.#notOffered(serverId, server, error);
    this.#ask(serverId, server, seq).then(
      // Refused once, it is not asked about again before the extension registers other tools or comes anew.
      answer => (answer.kind === 'failure' ? failed(answer.error) : undefined),
      failed,
    );
  }

  /** It is tried again when the extension fetches its calls the next time. */
  #notOffered(serverId: string, server: OwnServer, error: unknown): void {
    server.isAsking = false;
    const failure = error instanceof Error ? error.message : String(error);
    if (this.#gone.signal.aborted || server.failure === failure) return;
    server.failure = failure;
    this.#services.platform.log.warn({ server: serverId, reason: failure }, 'The tools of a browser are not offered.');
  }

  #ask(serverId: string, server: OwnServer, seq: number): Promise<CallAnswer<void>> {
    const { router } = this.#services.agentServices;
    const params = { server_id: serverId, tools: server.tools };
    // Its own request is answered by then; this one lasts as long as the extension is here.
    const request = { method: 'mcp.register_tools', params, signal: this.#gone.signal, seq };
    const what = { kind: 'at-own-tools', server: serverId, tools: server.tools.length } as const;
    const use = { scope: 'mcp:servers.register', id: 'harbor/register_tools', what, params, request } as const;
    return router.use(this.#agent, { ...use, policy: extensionPolicy }, async expectAllowed => {
      expectAllowed();
      const isThere = () => this.#servers.get(serverId) === server && !this.#gone.signal.aborted;
      if (!isThere()) return;
      const carriedId = await this.#services.carried.offer(this.#offered(serverId, server));
      try {
        expectAllowed();
        if (isThere()) server.carriedId = carriedId;
      } finally {
        if (server.carriedId !== carriedId) this.#services.carried.withdraw(carriedId);
      }
    });
  }

  #offered(serverId: string, server: OwnServer): OfferedServer {
    return {
      owner: this.#agent().extension ?? harborClientId,
      name: `Harbor ${serverId}`,
      tools: server.tools.map(toolOf),
      carry: asked => this.#carry(serverId, asked),
      // It is offered under another id when the extension fetches its calls the next time.
      onTaken: () => {
        if (server.carriedId === null) return;
        server.carriedId = null;
        server.isAsking = false;
      },
    };
  }

  #carry(serverId: string, { params, request, timeoutMs = callTimeoutMs, tool = '', expectAllowed }: ServerRequest) {
    const { arguments: args = {} } = params as { arguments?: unknown };
    const asked = { serverId, toolName: tool, args, expectAllowed: () => expectAllowed?.() };
    return this.#pending.call(asked, { timeoutMs, signal: request.signal });
  }
}

/** What it does nobody has looked at, so that it counts as acting whatever it says of itself. */
function toolOf({ name, description, inputSchema }: RegisteredTools[number]): ServerTool {
  return {
    name,
    ...(typeof description === 'string' && { description }),
    inputSchema: inputSchema ?? { type: 'object', properties: {} },
  };
}
