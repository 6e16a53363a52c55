// Requests of the extension for servers of the hub, on the way of every agent's: planned, decided, carried out.
import { isRecord } from '../../../../contract/json.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { mapResult, undecidedResult } from '../../router/agent-call.ts';
import { toolId } from '../../tools/tool-names.ts';
import { extensionPolicy } from './answers.ts';
import { serveHostRequest } from './host-request.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { CallAnswer, ServerRequest } from '../../router/agent-call.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { HarborBServices } from './harbor-b-services.ts';
import type { AskExtension, HostRequestOptions } from './host-request.ts';

export interface ToolAsked {
  readonly serverId: string;
  /** By the server's own name. */
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

export class ServerCalls {
  readonly #services: HarborBServices;
  readonly #agent: () => Agent;

  readonly #ask: AskExtension;

  /** `ask` asks the extension, for scripts that do. */
  constructor(services: HarborBServices, agent: () => Agent, ask: AskExtension) {
    this.#services = services;
    this.#agent = agent;
    this.#ask = ask;
  }

  /** What the script asks of the extension for this call is handed on. */
  async whileServing<T>(
    call: IncomingRequest,
    context: HostRequestOptions['context'],
    act: () => Promise<T>,
  ): Promise<T> {
    const options = { services: this.#services, agent: this.#agent, ask: this.#ask, context };
    const { hostRequests } = this.#services.agentServices.gateway;
    const stop = hostRequests.serveFor(call, request => serveHostRequest(options, request));
    try {
      return await act();
    } finally {
      stop();
    }
  }

  /** A tool that its server does not list is asked for all the same, as what the hub does not know: scripts may list nothing. */
  callTool({ serverId, tool, args }: ToolAsked, request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const { router, catalogue } = this.#services.agentServices;
    const name = toolId(serverId, tool);
    if (catalogue.lookUp(name)) {
      const params = { name, arguments: args };
      return router.call({ agentOf: this.#agent, params, request, policy: extensionPolicy });
    }
    const asked = { serverId, method: 'tools/call', params: { name: tool, arguments: args }, request, tool };
    return this.#act(asked);
  }

  /** One JSON-RPC request as the extension wants the script to get it. */
  async ask(serverId: string, method: string, params: unknown, request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const { gateway } = this.#services.agentServices;
    if (method === 'tools/call') return this.callTool({ serverId, ...toolIn(params) }, request);
    if (method === 'initialize') return undecidedResult(await this.#initialized(serverId));
    const asked = { serverId, method, params, request };
    // What the server lists, as it is offered to this client: what is held back or off is not there.
    if (method === 'tools/list') return mapResult(await this.#read(asked), result => this.#offered(serverId, result));
    if (method.startsWith('notifications/')) {
      void gateway.pass(this.#agent().id, [serverId], method, params, request.seq);
      return undecidedResult(null);
    }
    return readMethods.has(method) ? this.#read(asked) : this.#act(asked);
  }

  #read(asked: ServerRequest): Promise<CallAnswer<unknown>> {
    const { router } = this.#services.agentServices;
    return router.read(this.#agent, { ...asked, policy: extensionPolicy }, allowed => this.#pass(asked, allowed));
  }

  #act(asked: ServerRequest): Promise<CallAnswer<unknown>> {
    const { router } = this.#services.agentServices;
    return router.act(this.#agent, { ...asked, policy: extensionPolicy }, allowed => this.#pass(asked, allowed));
  }

  #pass(asked: ServerRequest, expectAllowed: () => void): Promise<unknown> {
    return this.#services.agentServices.gateway.requests.ask(this.#agent().id, { ...asked, expectAllowed });
  }

  /** The run was met by the hub already: it is not asked twice. */
  async #initialized(serverId: string): Promise<unknown> {
    const { handshake } = await this.#services.agentServices.gateway.clientFor(serverId, this.#agent().id);
    return handshake?.result ?? {};
  }

  #offered(serverId: string, result: unknown): unknown {
    if (!isRecord(result) || !Array.isArray(result.tools)) return result;
    const offered = this.#services.agentServices.catalogue.listOf(serverId, this.#agent().clientId);
    const names = new Set(offered.map(({ name }) => name));
    return { ...result, tools: result.tools.filter(tool => isRecord(tool) && names.has(String(tool.name))) };
  }
}

/** Every approved client may read. */
const readMethods: ReadonlySet<string> = new Set([
  ...['ping', 'prompts/list', 'prompts/get', 'resources/list', 'resources/templates/list', 'resources/read'],
]);

function toolIn(params: unknown): Pick<ToolAsked, 'tool' | 'args'> {
  const { name, arguments: args } = isRecord(params) ? params : {};
  if (typeof name === 'string' && name !== '') return { tool: name, args: isRecord(args) ? args : {} };
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'value-at', at: 'params.name', why: { kind: 'value-missing' } });
}
