// The view of one server: its own names, words and abilities; what the hub does not know of passes as it is.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { toolId } from '../tools/tool-names.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { ownOf } from './capabilities.ts';
import { isLogLevel } from './log-levels.ts';
import { pageOf } from './pages.ts';
import { uriOf } from './resource-names.ts';
import { maxSubscriptions, Subscriptions } from './subscriptions.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { Asking } from './asking.ts';
import type { LogLevel } from './log-levels.ts';
import type { Seat } from './seat.ts';
import type { View, ViewOptions } from './view.ts';

/** What lists or reads: allowed to every approved client. */
const lists: ReadonlySet<string> = new Set(['prompts/list', 'resources/list', 'resources/templates/list']);
const reads: ReadonlySet<string> = new Set(['prompts/get', 'resources/read', 'completion/complete']);

export class ServerView implements View {
  readonly #options: ViewOptions;
  readonly #serverId: string;
  readonly #subscriptions = new Subscriptions();
  #level: LogLevel | null = null;
  #initialized = false;

  constructor(serverId: string, options: ViewOptions) {
    this.#serverId = serverId;
    this.#options = options;
  }

  get seat(): Seat {
    return this.#options.seat;
  }

  covers(serverId: string): boolean {
    return serverId === this.#serverId;
  }

  /** The server's own answer. Where it speaks an older revision than the agent, that one is spoken. */
  async initialize(version: string): Promise<Record<string, unknown>> {
    const { gateway, toolsReady, seat } = this.#options;
    await toolsReady;
    const { handshake } = await gateway.lease(this.#serverId, seat.agentId);
    this.#initialized = true;
    const protocolVersion = handshake && handshake.protocolVersion < version ? handshake.protocolVersion : version;
    const capabilities = ownOf(handshake?.capabilities ?? {}, !gateway.isPerAgent(this.#serverId));
    return { ...handshake?.result, protocolVersion, capabilities };
  }

  toolName(name: string): string {
    return toolId(this.#serverId, name);
  }

  called(): void {}

  async handle(request: IncomingRequest): Promise<unknown> {
    const { method, params } = request;
    const { gateway, router, catalogue, seat } = this.#options;
    const serverId = this.#serverId;
    const asking: Asking = { serverId, method, params, request };
    const pass = (expectAllowed = () => {}) => gateway.ask(seat.agentId, { ...asking, expectAllowed });
    if (method === 'tools/list') {
      const { clientId, id } = seat.agent();
      await gateway.lease(serverId, id);
      const offered = catalogue.listOf(serverId, clientId);
      return pageOf(
        'tools',
        offered.filter(({ name }) => gateway.lists(serverId, id, name)),
        params,
      );
    }
    if (lists.has(method)) return pass();
    if (reads.has(method)) return router.read(() => seat.agent(), asking, pass);
    switch (method) {
      case 'logging/setLevel':
        return this.#setLevel(asking);
      case 'resources/subscribe':
        return router.read(
          () => seat.agent(),
          asking,
          expectAllowed => this.#subscribe({ ...asking, expectAllowed }),
        );
      case 'resources/unsubscribe':
        return this.#unsubscribe(asking);
      default:
        return this.#passUnknown(asking, pass);
    }
  }

  notified(method: string, params: unknown, seq: number): void {
    void this.#options.gateway.pass(this.seat.agentId, [this.#serverId], method, params, seq);
  }

  heard(serverId: string, method: string, params: unknown, seq: number): void {
    // The hub announces tools itself, once it has read them and knows which are held back.
    if (method === 'notifications/tools/list_changed') return;
    const { gateway } = this.#options;
    const isOthers = method === 'notifications/resources/updated' && !gateway.isPerAgent(serverId);
    if (isOthers && this.#subscriptions.namesFor(serverId, uriOf(params)).length === 0) return;
    this.seat.notify(method, params, { parent: seq, related: gateway.latest(this.seat.agentId, serverId) });
  }

  toolsChanged(serverId: string | null): void {
    if (this.#initialized && serverId === this.#serverId) this.#announce('tools');
  }

  serverChanged(serverId: string): void {
    const declared = this.#options.gateway.declared(serverId);
    for (const what of ['prompts', 'resources'] as const)
      if (this.#initialized && listsChange(declared?.[what])) this.#announce(what);
  }

  levelFor(): LogLevel | null {
    return this.#level;
  }

  subscribedUris(serverId: string): string[] {
    return this.#subscriptions.urisOf(serverId);
  }

  #announce(what: 'tools' | 'prompts' | 'resources'): void {
    this.seat.notify(`notifications/${what}/list_changed`, undefined, { parent: null, related: null });
  }

  #setLevel(asking: Asking): Promise<unknown> {
    const level = isRecord(asking.params) ? asking.params.level : null;
    if (isLogLevel(level)) this.#level = level;
    else if (!this.#options.gateway.isPerAgent(this.#serverId))
      throw new RpcError(rpcErrors.invalidParams, `${JSON.stringify(level)} is no level; debug to emergency are.`);
    return this.#options.gateway.setLevel(this, asking);
  }

  async #subscribe(asking: Asking): Promise<unknown> {
    const uri = uriOf(asking.params);
    if (this.#subscriptions.size >= maxSubscriptions)
      throw new RpcError(rpcErrors.invalidParams, `You are subscribed to ${maxSubscriptions} resources; end some.`);
    const result = await this.#options.gateway.subscribe(this, uri, asking);
    this.#subscriptions.add(uri, { serverId: this.#serverId, name: uri });
    return result;
  }

  #unsubscribe(asking: Asking): Promise<unknown> {
    const uri = uriOf(asking.params);
    this.#subscriptions.remove(uri);
    return this.#options.gateway.unsubscribe(this, uri, asking);
  }

  /** What is not known may act, so it needs what a call of a tool needs. Tasks follow from calls that were allowed. */
  #passUnknown(asking: Asking, pass: () => Promise<unknown>): Promise<unknown> {
    const { gateway, router, seat } = this.#options;
    const isTask = asking.method.startsWith('tasks/');
    if (isTask && !gateway.isPerAgent(this.#serverId))
      throw new RpcError(
        rpcErrors.methodNotFound,
        `${asking.method} needs a run for each agent; set ${this.#serverId} to it in Pilothouse under Servers.`,
      );
    return isTask ? router.read(() => seat.agent(), asking, pass) : router.act(() => seat.agent(), asking, pass);
  }
}

function listsChange(capability: unknown): boolean {
  return isRecord(capability) && capability.listChanged === true;
}
