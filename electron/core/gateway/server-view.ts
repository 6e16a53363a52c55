// The view of one server: its own names, words and abilities; what the hub does not know of passes as it is.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { undecidedResult } from '../router/agent-call.ts';
import { relatedIdOf, taskIdOf } from '../tasks/task-words.ts';
import { toolId } from '../tools/tool-names.ts';
import { AnsweredError, RpcError } from '../wire/rpc-error.ts';
import { isTaskNews } from './asked-tasks.ts';
import { ownOf } from './capabilities.ts';
import { isLogLevel } from './log-levels.ts';
import { pageOf } from './pages.ts';
import { uriOf } from './resource-names.ts';
import { maxSubscriptions, Subscriptions } from './subscriptions.ts';
import { TaskRequests } from './task-requests.ts';
import type { CallAnswer, ServerRequest } from '../router/agent-call.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { AgentSession } from './agent-session.ts';
import type { LogLevel } from './log-levels.ts';
import type { ListKind } from './server-lists.ts';
import type { View } from './view.ts';
import type { ViewOptions } from './view-options.ts';

/** Allowed to every approved client. */
const reads: ReadonlySet<string> = new Set(['prompts/get', 'resources/read', 'completion/complete']);

export class ServerView implements View {
  readonly #options: ViewOptions;
  readonly #serverId: string;
  readonly #subscriptions = new Subscriptions();
  readonly #tasks: TaskRequests;
  #level: LogLevel | null = null;
  #initialized = false;

  constructor(serverId: string, options: ViewOptions) {
    this.#serverId = serverId;
    this.#options = options;
    // A server's tasks have its own names here.
    this.#tasks = new TaskRequests(options, {
      servers: () => [serverId],
      name: (_server, taskId) => taskId,
      read: taskId => ({ serverId, taskId }),
    });
  }

  get session(): AgentSession {
    return this.#options.session;
  }

  covers(serverId: string): boolean {
    return serverId === this.#serverId;
  }

  /** The server's own answer. Where it speaks an older revision than the agent, that one is spoken. */
  async initialize(version: string): Promise<Record<string, unknown>> {
    const { gateway, toolsReady, session } = this.#options;
    await toolsReady;
    const kept = gateway.keptFor(this.#serverId, session.agentId);
    const { handshake } = kept ?? (await gateway.clientFor(this.#serverId, session.agentId));
    this.#initialized = true;
    const protocolVersion = handshake && handshake.protocolVersion < version ? handshake.protocolVersion : version;
    const capabilities = ownOf(handshake?.capabilities ?? {});
    return { ...handshake?.result, protocolVersion, capabilities };
  }

  toolName(name: string): string {
    return toolId(this.#serverId, name);
  }

  called<T>(_name: string, result: T): T {
    return result;
  }

  named(_serverId: string, message: unknown): unknown {
    return message;
  }

  namedBack<T>(_serverId: string, message: T): T {
    return message;
  }

  task(name: string): KeptTask | null {
    return this.#tasks.find({ taskId: name });
  }

  causeOf(method: string, params: unknown): number | null {
    return this.#tasks.causeOf(method, params);
  }

  async handle(request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const { method, params } = request;
    const { router, session } = this.#options;
    const serverId = this.#serverId;
    const serverRequest: ServerRequest = { serverId, method, params, request };
    const agentOf = () => session.agent();
    if (this.#tasks.handles(method)) return this.#tasks.handle(request);
    if (method.startsWith('tasks/')) throw new RpcError(rpcErrors.methodNotFound, `${serverId} has no tasks.`);
    if (reads.has(method))
      return router.read(agentOf, serverRequest, expectAllowed => this.#pass(serverRequest, expectAllowed));
    switch (method) {
      case 'tools/list':
        return undecidedResult(await this.#listTools(params));
      case 'prompts/list':
        return undecidedResult(await this.#list(serverRequest, 'prompts'));
      case 'resources/list':
        return undecidedResult(await this.#list(serverRequest, 'resources'));
      case 'resources/templates/list':
        return undecidedResult(await this.#list(serverRequest, 'resourceTemplates'));
      case 'logging/setLevel':
        return undecidedResult(await this.#setLevel(serverRequest));
      case 'resources/subscribe':
        return router.read(agentOf, serverRequest, expectAllowed =>
          this.#subscribe({ ...serverRequest, expectAllowed }),
        );
      case 'resources/unsubscribe':
        return undecidedResult(await this.#unsubscribe(serverRequest));
      default:
        return this.#passUnknown(serverRequest);
    }
  }

  notified(method: string, params: unknown, seq: number): void {
    void this.#options.gateway.pass(this.session.agentId, [this.#serverId], method, params, seq);
  }

  heard(serverId: string, method: string, params: unknown, seq: number): void {
    // The hub announces tools itself, once it has read them and knows which are held back.
    if (method === 'notifications/tools/list_changed') return;
    const { gateway } = this.#options;
    const isOthers = method === 'notifications/resources/updated' && !gateway.isPerAgent(serverId);
    if (isOthers && this.#subscriptions.namesFor(serverId, uriOf(params)).length === 0) return;
    if (isTaskNews(method) && !this.#tasks.mayHear(serverId, params)) return;
    const taskId = isTaskNews(method) ? taskIdOf(params) : relatedIdOf(params);
    const related = gateway.latest(this.session.agentId, serverId, taskId);
    this.session.notify(method, params, { parent: seq, related });
  }

  toolsChanged(serverId: string | null): void {
    if (this.#initialized && serverId === this.#serverId) this.#announce('tools');
  }

  serverChanged(serverId: string): void {
    for (const what of ['prompts', 'resources'] as const) this.listChanged(serverId, what);
  }

  listChanged(serverId: string, what: 'prompts' | 'resources'): void {
    const declared = this.#options.gateway.declared(serverId);
    if (this.#initialized && listsChange(declared?.[what])) this.#announce(what);
  }

  levelFor(): LogLevel | null {
    return this.#level;
  }

  subscribedUris(serverId: string): string[] {
    return this.#subscriptions.urisOf(serverId);
  }

  async #listTools(params: unknown) {
    const { gateway, catalogue, session } = this.#options;
    const { clientId, id } = session.agent();
    if (!gateway.keptFor(this.#serverId, id)) await gateway.clientFor(this.#serverId, id);
    const offered = catalogue.listOf(this.#serverId, clientId);
    const own = offered.filter(({ name }) => gateway.lists(this.#serverId, id, name));
    return pageOf('tools', own, params);
  }

  #pass(serverRequest: ServerRequest, expectAllowed = () => {}): Promise<unknown> {
    const { gateway, session } = this.#options;
    return gateway.requests.ask(session.agentId, { ...serverRequest, expectAllowed });
  }

  /** Passed as it is. A cursor may be the agent's own fault; an error without one is the server's. */
  async #list(serverRequest: ServerRequest, kind: ListKind): Promise<unknown> {
    const { serverId, params } = serverRequest;
    const kept = this.#options.gateway.keptFor(serverId, this.session.agentId);
    if (kept) return pageOf(kind, kept[kind], params);
    try {
      return await this.#pass(serverRequest);
    } catch (error) {
      const isFirst = !isRecord(params) || params.cursor === undefined;
      if (isFirst && error instanceof AnsweredError)
        this.#options.gateway.listFailed(serverId, this.session.agentId, kind, error);
      throw error;
    }
  }

  #announce(what: 'tools' | 'prompts' | 'resources'): void {
    this.session.notify(`notifications/${what}/list_changed`, undefined, { parent: null, related: null });
  }

  #setLevel(serverRequest: ServerRequest): Promise<unknown> {
    const level = isRecord(serverRequest.params) ? serverRequest.params.level : null;
    if (isLogLevel(level)) this.#level = level;
    else if (!this.#options.gateway.isPerAgent(this.#serverId))
      throw new RpcError(rpcErrors.invalidParams, `${JSON.stringify(level)} is no level; debug to emergency are.`);
    return this.#options.gateway.setLevel(this, serverRequest);
  }

  async #subscribe(serverRequest: ServerRequest): Promise<unknown> {
    const uri = uriOf(serverRequest.params);
    if (this.#subscriptions.size >= maxSubscriptions)
      throw new RpcError(rpcErrors.invalidParams, `You are subscribed to ${maxSubscriptions} resources; end some.`);
    const result = await this.#options.gateway.changeSubscription(this, uri, serverRequest);
    this.#subscriptions.add(uri, { serverId: this.#serverId, name: uri });
    return result;
  }

  #unsubscribe(serverRequest: ServerRequest): Promise<unknown> {
    const uri = uriOf(serverRequest.params);
    this.#subscriptions.remove(uri);
    return this.#options.gateway.changeSubscription(this, uri, serverRequest);
  }

  /** What is not known may act, so it needs what a call of a tool needs. */
  #passUnknown(serverRequest: ServerRequest): Promise<CallAnswer<unknown>> {
    const { router, session } = this.#options;
    const pass = (expectAllowed: () => void) => this.#pass(serverRequest, expectAllowed);
    return router.act(() => session.agent(), serverRequest, pass);
  }
}

function listsChange(capability: unknown): boolean {
  return isRecord(capability) && capability.listChanged === true;
}
