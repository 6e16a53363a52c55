// Between the views of agents and the runs of servers: requests and notifications both ways, and what agents share of a server.
import { hubError } from '../../../words/hub-error.ts';
import { notOffered } from '../servers/lifecycle/lease.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { Guest, partyOfAgent } from './guest.ts';
import { wantsMessage } from './log-levels.ts';
import { needOfError, needOfRequest, needOfResult } from './needs-own-run.ts';
import { passRequest } from './pass-request.ts';
import { ProgressTokens } from './progress.ts';
import { RunLists } from './run-lists.ts';
import { SharedWishes } from './shared-wishes.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { ServerTool } from '../servers/client/server-tool.ts';
import type { Asker, Everybody, Patience } from '../servers/lifecycle/lease.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { Asking } from './asking.ts';
import type { Listed } from './resource-names.ts';
import type { ListKind } from './server-lists.ts';
import type { View } from './view.ts';

export interface GatewayOptions {
  readonly servers: () => Pick<ServerSupervisor, 'optionsOf' | 'list' | 'lease'>;
  /** Tools that an agent's own run lists, which others may not have. */
  readonly learnTools: (serverId: string, tools: readonly ServerTool[]) => void;
  /** A run that all agents share has shown that it cannot do its work so; the sentence says how. */
  readonly needsOwnRun: (serverId: string, sentence: string) => void;
  /** How long a call may take at a server that has no time of its own, in ms. */
  readonly defaultTimeoutMs: () => number;
}

export class Gateway implements Everybody {
  readonly #options: GatewayOptions;
  /** By agent id. */
  readonly #guests = new Map<string, Guest>();
  readonly #progress = new ProgressTokens();
  readonly #lists = new RunLists();
  readonly #wishes: SharedWishes;
  readonly #declared = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#wishes = new SharedWishes({
      views: () => [...this.#guests.values()].map(({ view }) => view),
      timeoutOf: serverId => this.#timeoutOf(serverId),
    });
  }

  /** An agent takes its seat. Returns the function by which it leaves again. */
  enter(view: View): () => void {
    const { agentId } = view.seat;
    const guest = new Guest(view, {
      progress: this.#progress,
      runOf: serverId => this.#runOf(serverId, agentId),
      clientOf: serverId => this.#lists.clientOf(this.#runOf(serverId, agentId)),
      onNotification: (serverId, method) => this.#lists.notified(this.#runOf(serverId, agentId), method),
    });
    this.#guests.set(agentId, guest);
    return () => {
      if (this.#guests.get(agentId) !== guest) return;
      this.#guests.delete(agentId);
      for (const { id } of this.running()) {
        const client = this.isPerAgent(id) ? null : this.#lists.clientOf(id);
        if (client) this.#wishes.forget(id, client, view);
      }
    };
  }

  /** The servers that can be asked, in the order of the list. */
  running(): Server[] {
    return this.#options
      .servers()
      .list()
      .filter(({ state }) => state.kind === 'running' || state.kind === 'degraded');
  }

  knows(serverId: string): boolean {
    return this.#options.servers().optionsOf(serverId) !== null;
  }

  isPerAgent(serverId: string): boolean {
    return this.#options.servers().optionsOf(serverId)?.instances === 'per-agent';
  }

  /** What the server declared last, or null while nobody knows. */
  declared(serverId: string): Readonly<Record<string, unknown>> | null {
    return this.#declared.get(serverId) ?? null;
  }

  /** The client of the run that serves this agent. Rejects with HubError ERR_SERVER_UNAVAILABLE. */
  lease(serverId: string, agentId: string, patience?: Patience): Promise<McpClient> {
    const guest = this.#guests.get(agentId);
    const asker = guest && this.isPerAgent(serverId) ? guest.askerFor(serverId) : null;
    return this.#options.servers().lease(serverId, asker, patience);
  }

  /** Passes a request on and its answer back, both as they are but for the progress token. Rejects with HubError. */
  async ask(agentId: string, asking: Asking): Promise<unknown> {
    const { serverId, method, params, request, tool } = asking;
    const { signal, timeoutMs = this.#timeoutOf(serverId) } = request;
    const client = await this.lease(serverId, agentId, { timeoutMs, signal });
    asking.expectAllowed?.();
    const guest = this.#guests.get(agentId);
    const flight = guest?.flights.start(serverId, request);
    const sent = this.#progress.outward(params, this.#runOf(serverId, agentId), (progress, parent) => {
      flight?.clock?.restart();
      guest?.view.seat.notify('notifications/progress', progress, { parent, related: request });
    });
    try {
      const result = await passRequest({
        client,
        guest,
        flight,
        isOwnRun: this.isPerAgent(serverId),
        method,
        params: sent.params,
        request,
        timeoutMs,
        tool,
        onNeed: needed => this.#noteNeed(serverId, needOfRequest(needed)),
      });
      this.#noteNeed(serverId, needOfResult(result));
      return result;
    } catch (error) {
      if (error instanceof AnsweredError) this.#noteNeed(serverId, needOfError(error.answer));
      throw error;
    } finally {
      sent.end();
      if (flight) guest?.flights.end(flight);
    }
  }

  /** Whether the run that serves this agent lists the tool; while that run has not begun, any may be its. */
  lists(serverId: string, agentId: string, name: string): boolean {
    if (!this.isPerAgent(serverId)) return true;
    const own = this.#lists.clientOf(this.#runOf(serverId, agentId));
    return own === null || own.tools.some(tool => tool.name === name);
  }

  /** A list of the run that serves this agent, which is read once. Rejects with HubError. */
  async list(serverId: string, agentId: string, kind: ListKind, parent: number | null): Promise<readonly Listed[]> {
    const client = await this.lease(serverId, agentId);
    return this.#lists
      .of(this.#runOf(serverId, agentId), client)
      .read(kind, { parent, timeoutMs: this.#timeoutOf(serverId) });
  }

  /** The same of the run for all, for those who are no agent. Rejects with HubError. */
  async listShared(serverId: string, kind: ListKind): Promise<readonly Listed[]> {
    const client = await this.#options.servers().lease(serverId, null);
    return this.#lists
      .of(this.#runOf(serverId, null), client)
      .read(kind, { parent: null, timeoutMs: this.#timeoutOf(serverId) });
  }

  /** Subscribes the run; one that all agents share is asked once. The view keeps what it is subscribed to. */
  async subscribe(view: View, uri: string, asking: Asking): Promise<unknown> {
    return this.#isWanted(asking.serverId, uri, view) ? {} : this.ask(view.seat.agentId, asking);
  }

  /** To be called when the view has forgotten the subscription. */
  async unsubscribe(view: View, uri: string, asking: Asking): Promise<unknown> {
    return this.#isWanted(asking.serverId, uri, view) ? {} : this.ask(view.seat.agentId, asking);
  }

  /** The view has another level: its own run hears it as it is, a shared one the lowest of all agents'. */
  async setLevel(view: View, asking: Asking): Promise<unknown> {
    const { agentId } = view.seat;
    if (this.isPerAgent(asking.serverId)) return this.ask(agentId, asking);
    const client = await this.lease(asking.serverId, agentId);
    await this.#wishes.relevel(asking.serverId, client, asking.request.seq);
    return {};
  }

  /** A notification of the agent for servers: its own runs have it, since what it declared holds there alone. */
  async pass(agentId: string, serverIds: readonly string[], method: string, params: unknown, seq: number) {
    if (method === 'notifications/progress') return this.#progress.arrived(partyOfAgent(agentId), params, seq);
    for (const serverId of serverIds) {
      if (!this.#lists.clientOf(this.#runOf(serverId, agentId)) || !this.isPerAgent(serverId)) continue;
      const client = await this.lease(serverId, agentId).catch(() => null);
      client?.notify(method, params, seq);
    }
  }

  // Everybody: the runs that all agents share.

  onRequest(serverId: string, { method }: IncomingRequest): Promise<unknown> {
    this.#noteNeed(serverId, needOfRequest(method));
    return Promise.reject(notOffered(method));
  }

  onNotification(serverId: string, method: string, params: unknown, seq: number): void {
    if (method === 'notifications/progress') return this.#progress.arrived(this.#runOf(serverId, null), params, seq);
    this.#lists.notified(this.#runOf(serverId, null), method);
    // Where each agent has a run of its own, this one only lists what there is.
    if (this.isPerAgent(serverId)) return;
    const lowest = this.#wishes.levelOf(serverId);
    for (const { view } of this.#guests.values()) {
      if (!view.covers(serverId)) continue;
      if (method === 'notifications/message' && !wantsMessage(view.levelFor(serverId), lowest, params)) continue;
      view.heard(serverId, method, params, seq);
    }
  }

  /** A run is ready: it learns what is already wanted of it, and its views that it is there. */
  ready(serverId: string, client: McpClient, asker: Asker | null): void {
    this.#lists.began(this.#runOf(serverId, asker?.agentId ?? null), client);
    this.#declared.set(serverId, client.handshake?.capabilities ?? {});
    const guests = asker ? [this.#guests.get(asker.agentId)] : [...this.#guests.values()];
    const views = guests.flatMap(guest => (guest?.view.covers(serverId) ? [guest.view] : []));
    if (asker) this.#options.learnTools(serverId, client.tools);
    if (!asker && this.isPerAgent(serverId)) return;
    void this.#wishes.restore(serverId, client, views);
    for (const view of views) view.serverChanged(serverId);
  }

  /** The run of one agent lists other tools now: they are known, and its agent hears of it. */
  ownTools(serverId: string, tools: readonly ServerTool[], { agentId }: Asker): void {
    if (!this.#lists.clientOf(this.#runOf(serverId, agentId))) return;
    this.#options.learnTools(serverId, tools);
    const view = this.#guests.get(agentId)?.view;
    if (view?.covers(serverId)) view.toolsChanged(serverId);
  }

  /** The agent does not come back. */
  agentGone(agentId: string): void {
    this.#lists.forgetAgent(agentId);
  }

  /** The newest request that this agent has at the server, to which what the server says belongs. */
  latest(agentId: string, serverId: string): IncomingRequest | null {
    return this.#guests.get(agentId)?.flights.latest(serverId) ?? null;
  }

  #isWanted(serverId: string, uri: string, but: View): boolean {
    return !this.isPerAgent(serverId) && this.#wishes.isWanted(serverId, uri, but);
  }

  #noteNeed(serverId: string, sentence: string | null): void {
    if (sentence !== null && !this.isPerAgent(serverId)) this.#options.needsOwnRun(serverId, sentence);
  }

  #timeoutOf(serverId: string): number {
    const options = this.#options.servers().optionsOf(serverId);
    if (options) return options.timeoutMs ?? this.#options.defaultTimeoutMs();
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'server-removed', server: serverId });
  }

  /** The key of a run: the server's, or the agent's own. */
  #runOf(serverId: string, agentId: string | null): string {
    return agentId !== null && this.isPerAgent(serverId) ? `${serverId} ${agentId}` : serverId;
  }
}
