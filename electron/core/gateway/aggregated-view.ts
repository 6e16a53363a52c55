// The view of all servers and the browser at once: names of the hub, lists put together, each request sent to where it belongs.
import { isRecord } from '../../../native-host/dialects/json.ts';
import { rpcErrors } from '../../contract/messages.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { unionOf } from './capabilities.ts';
import { isLogLevel } from './log-levels.ts';
import { pageOf } from './pages.ts';
import { ResourceFinder } from './resource-finder.ts';
import { prefixedPrompt, readPrefixedPrompt, withOwnUris } from './resource-names.ts';
import { maxSubscriptions, Subscriptions } from './subscriptions.ts';
import { uriOf } from './gateway.ts';
import type { Router } from '../router/router.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { Gateway } from './gateway.ts';
import type { LogLevel } from './log-levels.ts';
import type { Listed } from './resource-names.ts';
import type { Seat } from './seat.ts';
import type { ListKind } from './server-lists.ts';
import type { View } from './view.ts';

export interface ViewOptions {
  readonly seat: Seat;
  readonly gateway: Gateway;
  readonly catalogue: ToolCatalogue;
  readonly router: Router;
  /** Pilothouse's own. */
  readonly version: string;
  /** Resolves when the servers that are to run have started, or after a few seconds. */
  readonly toolsReady: Promise<void> | undefined;
}

/** How long the handshake waits for servers that start anew for this agent. */
const ownRunsMs = 5_000;

export class AggregatedView implements View {
  readonly #options: ViewOptions;
  readonly #subscriptions = new Subscriptions();
  readonly #finder: ResourceFinder;
  #level: LogLevel | null = null;
  /** What the agent was told in its handshake; null before. */
  #declared: Record<string, unknown> | null = null;

  constructor(options: ViewOptions) {
    this.#options = options;
    const { gateway, seat } = options;
    this.#finder = new ResourceFinder({
      servers: () => gateway.running().filter(({ id }) => gateway.declared(id)?.resources !== undefined),
      list: (serverId, kind, parent) => gateway.list(serverId, seat.agentId, kind, parent),
    });
  }

  get seat(): Seat {
    return this.#options.seat;
  }

  covers(): boolean {
    return true;
  }

  async initialize(): Promise<Record<string, unknown>> {
    const { gateway, version, toolsReady } = this.#options;
    await toolsReady;
    await this.#startOwnRuns();
    this.#declared = unionOf(gateway.running().map(({ id }) => gateway.declared(id) ?? {}));
    return {
      capabilities: this.#declared,
      serverInfo: { name: 'pilothouse', title: 'Pilothouse', version },
      instructions:
        'Browser tools act only in tabs that you opened with tabs_create. The user may be asked before a call is carried out.',
    };
  }

  toolName(name: string): string {
    return name;
  }

  /** A tool may hand out links to resources that no list names (MCP 2025-11-25 "Resource links"). */
  called(name: string, result: unknown): void {
    if (!isRecord(result) || !Array.isArray(result.content)) return;
    for (const block of result.content) {
      if (!isRecord(block) || block.type !== 'resource_link' || typeof block.uri !== 'string') continue;
      const serverId = this.#options.catalogue.serverOf(name);
      if (serverId !== null) this.#finder.learn(block.uri, serverId);
    }
  }

  async handle(request: IncomingRequest): Promise<unknown> {
    const { method, params } = request;
    switch (method) {
      case 'tools/list':
        return this.#listTools(params);
      case 'prompts/list':
        return pageOf('prompts', await this.#prompts(request.seq), params);
      case 'resources/list':
        return pageOf('resources', await this.#resources('resources', 'uri', request.seq), params);
      case 'resources/templates/list':
        return pageOf(
          'resourceTemplates',
          await this.#resources('resourceTemplates', 'uriTemplate', request.seq),
          params,
        );
      case 'prompts/get':
        return this.#getPrompt(request);
      case 'resources/read':
        return this.#readResource(request);
      case 'resources/subscribe':
        return this.#subscribe(request);
      case 'resources/unsubscribe':
        return this.#unsubscribe(request);
      case 'completion/complete':
        return this.#complete(request);
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
    const { gateway, seat } = this.#options;
    const serverIds = gateway.running().map(({ id }) => id);
    void gateway.pass(seat.agentId, serverIds, method, params, seq);
  }

  heard(serverId: string, method: string, params: unknown, seq: number): void {
    const related = this.#options.gateway.latest(this.seat.agentId, serverId);
    const tell = (what: unknown) => this.seat.notify(method, what, { parent: seq, related });
    switch (method) {
      case 'notifications/tools/list_changed':
        return;
      case 'notifications/prompts/list_changed':
        return this.#changed('prompts', seq);
      case 'notifications/resources/list_changed':
        return this.#changed('resources', seq);
      case 'notifications/resources/updated':
        for (const uri of this.#subscriptions.namesFor(serverId, uriOf(params)))
          tell({ ...(isRecord(params) ? params : {}), uri });
        return;
      default:
        return tell(params);
    }
  }

  toolsChanged(): void {
    if (this.#declared)
      this.seat.notify('notifications/tools/list_changed', undefined, { parent: null, related: null });
  }

  serverChanged(serverId: string): void {
    const declared = this.#options.gateway.declared(serverId);
    if (declared?.prompts !== undefined) this.#changed('prompts', null);
    if (declared?.resources !== undefined) this.#changed('resources', null);
  }

  levelFor(): LogLevel | null {
    return this.#level;
  }

  subscribedUris(serverId: string): string[] {
    return this.#subscriptions.urisOf(serverId);
  }

  /** Only of what was declared: an agent that was told of no prompts does not expect to hear of them. */
  #changed(what: 'prompts' | 'resources', parent: number | null): void {
    if (this.#declared?.[what] === undefined) return;
    this.seat.notify(`notifications/${what}/list_changed`, undefined, { parent, related: null });
  }

  async #startOwnRuns(): Promise<void> {
    const { gateway, seat } = this.#options;
    const own = gateway.running().filter(({ id }) => gateway.isPerAgent(id));
    if (own.length === 0) return;
    const started = Promise.allSettled(own.map(({ id }) => gateway.lease(id, seat.agentId)));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([started, new Promise(resolve => (timer = setTimeout(resolve, ownRunsMs)))]);
    clearTimeout(timer);
  }

  async #listTools(params: unknown): Promise<unknown> {
    const { catalogue, gateway, toolsReady } = this.#options;
    const { clientId, id } = this.seat.agent();
    await toolsReady;
    return pageOf(
      'tools',
      catalogue.list(clientId, (serverId, name) => gateway.lists(serverId, id, name)),
      params,
    );
  }

  async #prompts(parent: number): Promise<Listed[]> {
    const lists = await this.#eachList('prompts', 'prompts', parent);
    return lists.flatMap(({ serverId, items }) =>
      items.flatMap(prompt =>
        typeof prompt.name === 'string' ? [{ ...prompt, name: prefixedPrompt(serverId, prompt.name) }] : [],
      ),
    );
  }

  async #resources(kind: ListKind, key: 'uri' | 'uriTemplate', parent: number): Promise<Listed[]> {
    return withOwnUris(await this.#eachList('resources', kind, parent), key);
  }

  /** A server that does not answer costs its own part of the list. */
  async #eachList(capability: string, kind: ListKind, parent: number) {
    const { gateway, seat, toolsReady } = this.#options;
    await toolsReady;
    const servers = gateway.running().filter(({ id }) => gateway.declared(id)?.[capability] !== undefined);
    return Promise.all(
      servers.map(async ({ id }) => ({
        serverId: id,
        items: await gateway.list(id, seat.agentId, kind, parent).catch((): Listed[] => []),
      })),
    );
  }

  async #getPrompt(request: IncomingRequest): Promise<unknown> {
    const params = isRecord(request.params) ? request.params : {};
    const prompt = typeof params.name === 'string' ? readPrefixedPrompt(params.name) : null;
    if (!prompt || !this.#isRunning(prompt.serverId)) throw unknownPrompt(params.name);
    return this.#read(request, prompt.serverId, { ...params, name: prompt.name });
  }

  /** What the server calls by its own URI comes back under the name that the agent used. */
  async #readResource(request: IncomingRequest): Promise<unknown> {
    const asked = uriOf(request.params);
    const { serverId, name } = await this.#finder.find(asked, request.seq);
    const result = await this.#read(request, serverId, { ...recordOf(request.params), uri: name });
    if (asked === name || !isRecord(result) || !Array.isArray(result.contents)) return result;
    const contents = result.contents.map(item =>
      isRecord(item) && item.uri === name ? { ...item, uri: asked } : item,
    );
    return { ...result, contents };
  }

  async #subscribe(request: IncomingRequest): Promise<unknown> {
    const asked = uriOf(request.params);
    if (this.#subscriptions.size >= maxSubscriptions)
      throw new RpcError(
        rpcErrors.invalidParams,
        `You are subscribed to ${maxSubscriptions} resources; unsubscribe from some.`,
      );
    const resource = await this.#finder.find(asked, request.seq);
    const { gateway, router } = this.#options;
    const params = { ...recordOf(request.params), uri: resource.name };
    const asking = { serverId: resource.serverId, method: request.method, params, request };
    const result = await router.read(
      () => this.seat.agent(),
      asking,
      () => gateway.subscribe(this, resource.name, asking),
    );
    this.#subscriptions.add(asked, resource);
    return result;
  }

  async #unsubscribe(request: IncomingRequest): Promise<unknown> {
    const asked = uriOf(request.params);
    const resource = this.#subscriptions.get(asked);
    if (!resource)
      throw new RpcError(rpcErrors.invalidParams, `You are not subscribed to ${JSON.stringify(asked.slice(0, 200))}.`);
    this.#subscriptions.remove(asked);
    // The agent may still be subscribed under the resource's other name.
    if (this.subscribedUris(resource.serverId).includes(resource.name)) return {};
    const params = { ...recordOf(request.params), uri: resource.name };
    const asking = { serverId: resource.serverId, method: request.method, params, request };
    return this.#options.gateway.unsubscribe(this, resource.name, asking);
  }

  async #complete(request: IncomingRequest): Promise<unknown> {
    const params = recordOf(request.params);
    const ref = recordOf(params.ref);
    if (typeof ref.name === 'string') {
      const prompt = readPrefixedPrompt(ref.name);
      if (!prompt || !this.#isRunning(prompt.serverId)) throw unknownPrompt(ref.name);
      return this.#read(request, prompt.serverId, { ...params, ref: { ...ref, name: prompt.name } });
    }
    const { serverId, name } = await this.#finder.findTemplate(uriOf(ref), request.seq);
    return this.#read(request, serverId, { ...params, ref: { ...ref, uri: name } });
  }

  /** A server that refuses the level keeps its own; what it sends is filtered here. */
  async #setLevel(request: IncomingRequest): Promise<unknown> {
    const { level } = recordOf(request.params);
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

  #read(request: IncomingRequest, serverId: string, params: unknown): Promise<unknown> {
    const { router, gateway, seat } = this.#options;
    const asking = { serverId, method: request.method, params, request };
    return router.read(
      () => seat.agent(),
      asking,
      () => gateway.ask(seat.agentId, asking),
    );
  }

  #isRunning(serverId: string): boolean {
    return this.#options.gateway.running().some(({ id }) => id === serverId);
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function unknownPrompt(name: unknown): RpcError {
  const shown = JSON.stringify(name)?.slice(0, 200);
  return new RpcError(rpcErrors.invalidParams, `There is no prompt ${shown}; prompts/list names those that there are.`);
}
