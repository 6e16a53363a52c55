// The view of all servers and the browser at once: names of the hub, lists put together, each request sent to where it belongs.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { undecidedResult } from '../router/agent-call.ts';
import { createdTask, relatedIdOf, taskIdOf } from '../tasks/task-words.ts';
import { callTool } from '../tools/call-by-name.ts';
import { findTool, openTool } from '../tools/own-tools.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { AggregatedLists } from './aggregated-lists.ts';
import { AggregatedReads } from './aggregated-reads.ts';
import { isTaskNews } from './asked-tasks.ts';
import { unionOf, withoutReads } from './capabilities.ts';
import { isHubResource, readHubResource, unwatched } from './hub-resources.ts';
import { isLogLevel } from './log-levels.ts';
import { pageOf } from './pages.ts';
import { uriOf } from './resource-names.ts';
import { TaskRequests } from './task-requests.ts';
import { offeredServers, readableServers } from './view-options.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { ClientOffer } from '../tools/own-tools.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { AgentSession } from './agent-session.ts';
import type { LogLevel } from './log-levels.ts';
import type { View } from './view.ts';
import type { ViewOptions } from './view-options.ts';

/** How long the handshake waits for servers that start anew for this agent. */
const ownRunsMs = 5_000;

const listingWords = {
  groups: ` Your list begins with few tools: ${openTool} puts a group of them there, ${findTool} finds one, ${callTool} calls any by its name.`,
  search: ` Your list holds few tools: ${findTool} finds others, ${callTool} calls them by their names.`,
} as const;

export class AggregatedView implements View {
  readonly #options: ViewOptions;
  readonly #lists: AggregatedLists;
  readonly #reads: AggregatedReads;
  readonly #tasks: TaskRequests;
  #level: LogLevel | null = null;
  /** Whether the agent was told of the hub's own resources last. */
  #seesHub = false;
  /** What the agent was told in its handshake; null before. */
  #declared: Record<string, unknown> | null = null;

  constructor(options: ViewOptions) {
    this.#options = options;
    this.#lists = new AggregatedLists(options);
    this.#reads = new AggregatedReads(options);
    this.#tasks = new TaskRequests(options, {
      servers: () => options.gateway.running().map(({ id }) => id),
      name: taskName,
      read: readTaskName,
    });
  }

  get session(): AgentSession {
    return this.#options.session;
  }

  covers(): boolean {
    return true;
  }

  async initialize(): Promise<Record<string, unknown>> {
    const { gateway, version, toolsReady, sees, serverName = () => 'pilothouse' } = this.#options;
    await toolsReady;
    await this.#startOwnRuns();
    const readable = new Set(readableServers(this.#options).map(({ id }) => id));
    const declared = offeredServers(this.#options).map(({ id }) => {
      const whole = gateway.declared(id) ?? {};
      return readable.has(id) ? whole : withoutReads(whole);
    });
    this.#seesHub = this.#offer().seesHub === true;
    this.#declared = unionOf(
      this.#seesHub ? [...declared, { resources: {} }] : declared,
      this.session.introduction().isStateless,
    );
    return {
      capabilities: this.#declared,
      serverInfo: { name: serverName(), title: 'Pilothouse', version },
      ...(!sees && {
        instructions: `Browser tools act only in tabs that you opened with tabs_create. The user may be asked before a call is carried out.${this.#listingWords()}`,
      }),
    };
  }

  toolName(name: string): string {
    return name;
  }

  /** A tool may hand out links to resources that no list names (MCP 2025-11-25 "Resource links"). */
  called<T>(name: string, result: T): T {
    const serverId = this.#options.catalogue.serverOf(name);
    if (serverId === null || !isRecord(result)) return result;
    for (const block of Array.isArray(result.content) ? result.content : []) {
      if (!isRecord(block) || block.type !== 'resource_link' || typeof block.uri !== 'string') continue;
      this.#reads.finder.learn(block.uri, serverId);
    }
    return createdTask(result) ? (this.named(serverId, result) as T) : result;
  }

  named(serverId: string, message: unknown): unknown {
    return this.#tasks.named(serverId, message);
  }

  namedBack<T>(serverId: string, message: T): T {
    return this.#tasks.namedBack(serverId, message);
  }

  task(name: string): KeptTask | null {
    return this.#tasks.find({ taskId: name });
  }

  causeOf(method: string, params: unknown): number | null {
    return this.#tasks.causeOf(method, params);
  }

  async handle(request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const uri = uriOf(request.params);
    if (isHubResource(uri) && this.#offer().seesHub) {
      const { router, session } = this.#options;
      if (request.method === 'resources/read') return readHubResource(router, session, uri, request);
      if (request.method === 'resources/subscribe') throw unwatched(uri);
    }
    if (this.#tasks.handles(request.method)) return this.#tasks.handle(request);
    switch (request.method) {
      case 'prompts/get':
        return this.#reads.getPrompt(request);
      case 'resources/read':
        return this.#reads.readResource(request);
      case 'resources/subscribe':
        return this.#reads.subscribe(this, request);
      case 'completion/complete':
        return this.#reads.complete(request);
      default:
        return undecidedResult(await this.#handleUndecided(request));
    }
  }

  /** What no gate has to let pass. */
  async #handleUndecided(request: IncomingRequest): Promise<unknown> {
    const { method, params, seq } = request;
    switch (method) {
      case 'tools/list':
        return this.#lists.tools(params);
      case 'prompts/list':
        return pageOf('prompts', await this.#lists.prompts(seq), params);
      case 'resources/list':
        return pageOf('resources', await this.#lists.resources('resources', 'uri', seq), params);
      case 'resources/templates/list':
        return pageOf(
          'resourceTemplates',
          await this.#lists.resources('resourceTemplates', 'uriTemplate', seq),
          params,
        );
      case 'resources/unsubscribe':
        return this.#reads.unsubscribe(this, request);
      case 'logging/setLevel':
        return this.#setLevel(request);
      default:
        throw new RpcError(
          rpcErrors.methodNotFound,
          `The hub does not know the method ${JSON.stringify(method.slice(0, 100))}.`,
        );
    }
  }

  notified(method: string, params: unknown, seq: number): void {
    const { gateway, session } = this.#options;
    const serverIds = gateway.running().map(({ id }) => id);
    void gateway.pass(session.agentId, serverIds, method, params, seq);
  }

  heard(serverId: string, method: string, params: unknown, seq: number): void {
    if (isTaskNews(method) && !this.#tasks.mayHear(serverId, params)) return;
    const taskId = isTaskNews(method) ? taskIdOf(params) : relatedIdOf(params);
    const related = this.#options.gateway.latest(this.session.agentId, serverId, taskId);
    const tell = (what: unknown) => this.session.notify(method, what, { parent: seq, related });
    switch (method) {
      case 'notifications/tools/list_changed':
        return;
      case 'notifications/prompts/list_changed':
        return this.#changed('prompts', seq);
      case 'notifications/resources/list_changed':
        return this.#changed('resources', seq);
      case 'notifications/resources/updated':
        for (const uri of this.#reads.subscriptions.namesFor(serverId, uriOf(params)))
          tell({ ...(isRecord(params) ? params : {}), uri });
        return;
      default:
        return tell(this.named(serverId, params));
    }
  }

  toolsChanged(): void {
    if (!this.#declared) return;
    this.session.notify('notifications/tools/list_changed', undefined, { parent: null, related: null });
    const seesHub = this.#offer().seesHub === true;
    if (seesHub !== this.#seesHub) this.#changed('resources', null);
    this.#seesHub = seesHub;
  }

  serverChanged(serverId: string): void {
    for (const what of ['prompts', 'resources'] as const) this.listChanged(serverId, what);
  }

  listChanged(serverId: string, what: 'prompts' | 'resources'): void {
    if (this.#options.gateway.declared(serverId)?.[what] !== undefined) this.#changed(what, null);
  }

  levelFor(): LogLevel | null {
    return this.#level;
  }

  subscribedUris(serverId: string): string[] {
    return this.#reads.subscriptions.urisOf(serverId);
  }

  #offer(): ClientOffer {
    const { listings, session } = this.#options;
    return listings.offerOf(session.agent().clientId);
  }

  #listingWords(): string {
    const { listing = 'whole' } = this.#offer();
    return listing === 'whole' ? '' : listingWords[listing];
  }

  /** Only of what was declared: an agent that was told of no prompts does not expect to hear of them. */
  #changed(what: 'prompts' | 'resources', parent: number | null): void {
    if (this.#declared?.[what] === undefined) return;
    this.session.notify(`notifications/${what}/list_changed`, undefined, { parent, related: null });
  }

  async #startOwnRuns(): Promise<void> {
    const { gateway, session } = this.#options;
    // What starts on first use is used by a call.
    const own = gateway.running().filter(({ id }) => gateway.isPerAgent(id) && !gateway.keptFor(id, session.agentId));
    if (own.length === 0) return;
    const started = Promise.allSettled(own.map(({ id }) => gateway.clientFor(id, session.agentId)));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([started, new Promise(resolve => (timer = setTimeout(resolve, ownRunsMs)))]);
    clearTimeout(timer);
  }

  /** A server that refuses the level keeps its own; what it sends is filtered here. */
  async #setLevel(request: IncomingRequest): Promise<unknown> {
    const level = isRecord(request.params) ? request.params.level : null;
    if (!isLogLevel(level))
      throw new RpcError(rpcErrors.invalidParams, `${JSON.stringify(level)} is no level; debug to emergency are.`);
    this.#level = level;
    const { gateway } = this.#options;
    const servers = gateway.running().filter(({ id }) => gateway.declared(id)?.logging !== undefined);
    const { method, params } = request;
    await Promise.allSettled(
      servers.map(({ id }) => gateway.setLevel(this, { serverId: id, method, params, request })),
    );
    return {};
  }
}

/** Ids of tasks say nothing of their servers, and two servers may give the same. */
function taskName(serverId: string, taskId: string): string {
  return `${serverId}/${taskId}`;
}

function readTaskName(name: string): { serverId: string; taskId: string } | null {
  const at = name.indexOf('/');
  return at <= 0 ? null : { serverId: name.slice(0, at), taskId: name.slice(at + 1) };
}
