// Between the views of agents and the runs of servers: requests and notifications both ways, and what agents share of a server.
import { hubError } from '../../../words/hub-error.ts';
import { notOffered } from '../servers/lifecycle/asker.ts';
import { canCall, isElsewhere, sleeps } from '../servers/lifecycle/server-state.ts';
import { relatedIdOf, taskIn } from '../tasks/task-words.ts';
import { isInvalidParams } from '../wire/rpc-error.ts';
import { tasksExtension } from '../wire/tasks-extension.ts';
import { isTaskNews } from './asked-tasks.ts';
import { ConnectedAgent, partyOfAgent } from './connected-agent.ts';
import { HostRequests } from './host-requests.ts';
import { wantsMessage } from './log-levels.ts';
import { needOfRequest } from './needs-own-run.ts';
import { ProgressTokens } from './progress.ts';
import { RunLists } from './run-lists.ts';
import { ServerRequests } from './server-requests.ts';
import { SharedSubscriptions } from './shared-subscriptions.ts';
import { TaskNews } from './task-news.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { Patience } from '../platform/wait.ts';
import type { ServerRequest } from '../router/agent-call.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { ServerTool } from '../servers/client/server-tool.ts';
import type { Asker, Everybody } from '../servers/lifecycle/asker.ts';
import type { KeptDefinitions, KeptLists } from '../servers/lifecycle/kept-definitions.ts';
import type { ServerSupervisor } from '../servers/lifecycle/server-supervisor.ts';
import type { SupervisorEvents } from '../servers/lifecycle/supervisor-options.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { Listed } from './resource-names.ts';
import type { ListKind } from './server-lists.ts';
import type { View } from './view.ts';

export interface GatewayOptions {
  readonly servers: () => Pick<ServerSupervisor, 'optionsOf' | 'list' | 'clientFor' | 'keptFor' | 'relearn'>;
  /** Whether it is there for one site alone, whose page has brought it: then no agent is told of it. */
  readonly isOfSite?: (serverId: string) => boolean;
  /** Tools that an agent's own run lists, which others may not have. */
  readonly learnTools: (serverId: string, tools: readonly ServerTool[]) => void;
  /** A run that all agents share has shown that it cannot do its work so; the need says how. */
  readonly needsOwnRun: (serverId: string, need: Reason) => void;
  /** How long a call may take at a server that has no time of its own, in ms. */
  readonly defaultTimeoutMs: () => number;
  readonly tasks: TaskRegistry;
}

const listsOf: ReadonlySet<string> = new Set([
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
]);

export class Gateway implements Everybody {
  /** What scripts ask of whoever calls them. */
  readonly hostRequests = new HostRequests();
  readonly requests: ServerRequests;
  readonly taskNews: TaskNews;
  readonly #options: GatewayOptions;
  readonly #isOfSite: (serverId: string) => boolean;
  /** By agent id. */
  readonly #agents = new Map<string, ConnectedAgent>();
  readonly #progress = new ProgressTokens();
  readonly #lists = new RunLists((run, kind) => this.#listAgain(run, kind));
  readonly #shared: SharedSubscriptions;
  readonly #declared = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#isOfSite = serverId => options.isOfSite?.(serverId) ?? false;
    this.requests = new ServerRequests({
      progress: this.#progress,
      connectedAgent: agentId => this.#agents.get(agentId),
      isPerAgent: serverId => this.isPerAgent(serverId),
      runOf: (serverId, agentId) => this.#runOf(serverId, agentId),
      timeoutOf: serverId => this.#timeoutOf(serverId),
      clientFor: (serverId, agentId, patience) => this.clientFor(serverId, agentId, patience),
      noteNeed: (serverId, need) => this.#noteNeed(serverId, need),
      tasks: options.tasks,
      sent: (serverId, request) => this.hostRequests.sent(serverId, request),
      runEnded: (serverId, run) => this.tasks.runEnded(run, this.#isElsewhere(serverId)),
    });
    this.taskNews = new TaskNews({
      tasks: options.tasks,
      viewOf: agentId => this.#agents.get(agentId)?.view,
      clientOf: (serverId, agentId) => this.#lists.clientOf(this.#runOf(serverId, agentId)),
    });
    this.#shared = new SharedSubscriptions({
      views: () => [...this.#agents.values()].map(({ view }) => view),
      timeoutOf: serverId => this.#timeoutOf(serverId),
    });
  }

  /** What the supervisor of servers tells and asks of runs. */
  get runEvents(): Pick<SupervisorEvents, 'onReady' | 'readLists' | 'onListChanged' | 'onStopped' | 'inUse'> {
    return {
      onReady: (serverId, client, asker, isKnown) => this.ready(serverId, client, asker, isKnown),
      readLists: (serverId, client) => this.readLists(serverId, client),
      onListChanged: (serverId, what) => this.listChanged(serverId, what),
      onStopped: serverId => this.stopped(serverId),
      inUse: (serverId, asker) => this.inUse(serverId, asker),
    };
  }

  /** An agent has connected. Returns the function by which it leaves again. */
  enter(view: View): () => void {
    const { agentId } = view.session;
    const agent = new ConnectedAgent(view, {
      progress: this.#progress,
      runOf: serverId => this.#runOf(serverId, agentId),
      clientOf: serverId => this.#lists.clientOf(this.#runOf(serverId, agentId)),
      onNotification: (serverId, method) => this.#runTold(serverId, agentId, method),
      tasks: this.tasks,
    });
    this.#agents.set(agentId, agent);
    return () => {
      if (this.#agents.get(agentId) !== agent) return;
      this.#agents.delete(agentId);
      this.taskNews.left(agentId);
      for (const { id } of this.running()) {
        const client = this.isPerAgent(id) ? null : this.#lists.clientOf(id);
        if (client) this.#shared.forget(id, client, view);
      }
    };
  }

  get tasks(): TaskRegistry {
    return this.#options.tasks;
  }

  /** Asks a task's server how it stands, where a run of it is there. Never rejects. */
  async lookAt(task: KeptTask): Promise<void> {
    try {
      const seen = taskIn(await this.#ofTask(task, 'tasks/get'));
      if (seen && seen.taskId === task.taskId) this.tasks.seen(task, seen);
    } catch (error) {
      // A server that is away may know it still.
      if (isInvalidParams(error)) this.tasks.end(task, 'lost');
    }
  }

  /** Has its server end a task, where a run of it is there. Never rejects. */
  async cancelTask(task: KeptTask): Promise<void> {
    await this.#ofTask(task, 'tasks/cancel').catch(() => {});
  }

  /** The servers that can be asked, in the order of the list. */
  running(): Server[] {
    return this.#ofAgents(canCall);
  }

  /** Those that can be asked, and those that sleep until they are. */
  offering(): Server[] {
    return this.#ofAgents(state => canCall(state) || sleeps(state));
  }

  /** What the server offers to this agent while the run that would serve it sleeps; null where that run is asked. */
  keptFor(serverId: string, agentId: string | null): KeptDefinitions | null {
    return this.#options.servers().keptFor(serverId, this.isPerAgent(serverId) ? agentId : null);
  }

  knows(serverId: string): boolean {
    return this.#options.servers().optionsOf(serverId) !== null && !this.#isOfSite(serverId);
  }

  isPerAgent(serverId: string): boolean {
    return this.#options.servers().optionsOf(serverId)?.instances === 'per-agent';
  }

  /** What the server declared last, or null while nobody knows. */
  declared(serverId: string): Readonly<Record<string, unknown>> | null {
    return this.#declared.get(serverId) ?? this.keptFor(serverId, null)?.handshake.capabilities ?? null;
  }

  /** The client of the run that serves this agent. Rejects with HubError ERR_SERVER_UNAVAILABLE. */
  clientFor(serverId: string, agentId: string, patience?: Patience): Promise<McpClient> {
    const agent = this.#agents.get(agentId);
    const asker = agent && this.isPerAgent(serverId) ? agent.askerFor(serverId) : null;
    return this.#options.servers().clientFor(serverId, asker, patience);
  }

  /** Whether the run that serves this agent lists the tool; while that run has not begun or cannot list them, any may be its. */
  lists(serverId: string, agentId: string, name: string): boolean {
    if (!this.isPerAgent(serverId)) return true;
    const own = this.#lists.clientOf(this.#runOf(serverId, agentId));
    return !own?.tools || own.tools.some(tool => tool.name === name);
  }

  /** A list of the run that serves this agent, which is read once. Rejects with HubError. */
  async list(serverId: string, agentId: string, kind: ListKind, parent: number | null): Promise<readonly Listed[]> {
    const kept = this.keptFor(serverId, agentId);
    if (kept) return kept[kind];
    const client = await this.clientFor(serverId, agentId);
    return this.#lists
      .of(this.#runOf(serverId, agentId), client)
      .read(kind, { parent, timeoutMs: this.#timeoutOf(serverId) });
  }

  /** An agent asked for a list itself, and the run that serves it could not give it. */
  listFailed(serverId: string, agentId: string, kind: ListKind, error: unknown): void {
    const run = this.#runOf(serverId, agentId);
    const client = this.#lists.clientOf(run);
    if (client) this.#lists.of(run, client).failed(kind, error, this.#timeoutOf(serverId));
  }

  /** The same of the run for all, for those who are no agent. Rejects with HubError. */
  async listShared(serverId: string, kind: ListKind): Promise<readonly Listed[]> {
    const kept = this.keptFor(serverId, null);
    if (kept) return kept[kind];
    const client = await this.#options.servers().clientFor(serverId, null);
    return this.#lists
      .of(this.#runOf(serverId, null), client)
      .read(kind, { parent: null, timeoutMs: this.#timeoutOf(serverId) });
  }

  /**
   * Subscribes the run to a resource or ends that; one that all agents share is asked once. The view keeps what it is subscribed to, and
   * has forgotten by now what it is not any more.
   */
  async changeSubscription(view: View, uri: string, serverRequest: ServerRequest): Promise<unknown> {
    const { serverId, method } = serverRequest;
    // What sleeps is subscribed to nothing.
    const isOver = method === 'resources/unsubscribe' && this.keptFor(serverId, view.session.agentId) !== null;
    return isOver || this.#isWanted(serverId, uri, view) ? {} : this.requests.ask(view.session.agentId, serverRequest);
  }

  /** The view has another level: its own run hears it as it is, a shared one the lowest of all agents'. */
  async setLevel(view: View, serverRequest: ServerRequest): Promise<unknown> {
    const { agentId } = view.session;
    // It is told when it is woken.
    if (this.keptFor(serverRequest.serverId, agentId)) return {};
    if (this.isPerAgent(serverRequest.serverId)) return this.requests.ask(agentId, serverRequest);
    const client = await this.clientFor(serverRequest.serverId, agentId);
    await this.#shared.relevel(serverRequest.serverId, client, serverRequest.request.seq);
    return {};
  }

  /** A notification of the agent for servers: its own runs have it, since what it declared holds there alone. */
  async pass(agentId: string, serverIds: readonly string[], method: string, params: unknown, seq: number) {
    if (method === 'notifications/progress') return this.#progress.arrived(partyOfAgent(agentId), params, seq);
    const agent = this.#agents.get(agentId);
    const ofTask = isTaskNews(method) ? agent?.askedTasks.serverOf(params) : undefined;
    for (const serverId of serverIds) {
      if (ofTask !== undefined && ofTask !== serverId) continue;
      if (!this.#lists.clientOf(this.#runOf(serverId, agentId)) || !this.isPerAgent(serverId)) continue;
      if (this.keptFor(serverId, agentId)) continue;
      const client = await this.clientFor(serverId, agentId).catch(() => null);
      client?.notify(method, agent ? agent.view.namedBack(serverId, params) : params, seq);
    }
  }

  // Everybody: the runs that all agents share.

  onRequest(serverId: string, request: IncomingRequest): Promise<unknown> {
    const { method } = request;
    const served = this.hostRequests.ask(serverId, request);
    if (served) return served;
    this.#noteNeed(serverId, needOfRequest(method));
    return Promise.reject(notOffered(method));
  }

  onNotification(serverId: string, method: string, params: unknown, seq: number): void {
    if (method === 'notifications/progress') return this.#progress.arrived(this.#runOf(serverId, null), params, seq);
    this.#runTold(serverId, null, method);
    // Where each agent has a run of its own, this one only lists what there is.
    if (this.isPerAgent(serverId) || this.#isOfSite(serverId)) return;
    if (isTaskNews(method)) return this.taskNews.heard(serverId, method, params, seq);
    const lowest = this.#shared.levelOf(serverId);
    const taskId = relatedIdOf(params);
    const owner = taskId === null ? null : this.tasks.ownerAt(serverId, taskId);
    for (const { view } of this.#agents.values()) {
      if (!view.covers(serverId) || (taskId !== null && view.session.agentId !== owner)) continue;
      if (method === 'notifications/message' && !wantsMessage(view.levelFor(serverId), lowest, params)) continue;
      view.heard(serverId, method, params, seq);
    }
  }

  /**
   * A run is ready: it learns what is already wanted of it, and its views that it is there, unless what it lists `isKnown` to them: then
   * `listChanged` tells what is another.
   */
  ready(serverId: string, client: McpClient, asker: Asker | null, isKnown = false): void {
    const run = this.#runOf(serverId, asker?.agentId ?? null);
    this.#lists.began(run, client);
    this.#declared.set(serverId, client.handshake?.capabilities ?? {});
    const agents = asker ? [this.#agents.get(asker.agentId)] : [...this.#agents.values()];
    const views = agents.flatMap(agent => (agent?.view.covers(serverId) ? [agent.view] : []));
    if (asker && client.tools) this.#options.learnTools(serverId, client.tools);
    if (!asker && (this.isPerAgent(serverId) || this.#isOfSite(serverId))) return;
    this.taskNews.began(serverId);
    void this.#shared.restore(serverId, client, views);
    if (!isKnown) for (const view of views) view.serverChanged(serverId);
  }

  /** What the run for all lists beside its tools. A list that cannot be read is not there. */
  async readLists(serverId: string, client: McpClient): Promise<Partial<KeptLists>> {
    const lists = this.#lists.of(this.#runOf(serverId, null), client);
    const options = { parent: null, timeoutMs: this.#timeoutOf(serverId) };
    const read = (kind: ListKind) =>
      lists.read(kind, options).then(
        items => ({ [kind]: items }),
        () => ({}),
      );
    return Object.assign({}, ...(await Promise.all([read('prompts'), read('resources'), read('resourceTemplates')])));
  }

  /** A server lists something else than was offered while it slept. */
  listChanged(serverId: string, what: 'prompts' | 'resources'): void {
    if (this.#isOfSite(serverId)) return;
    for (const { view } of this.#agents.values()) if (view.covers(serverId)) view.listChanged(serverId, what);
  }

  /** It does not run any more as the user wants it: what runs elsewhere may go on, and nobody asks for it. */
  stopped(serverId: string): void {
    for (const task of this.tasks.running()) if (task.serverId === serverId) this.tasks.end(task, 'lost');
  }

  /** Whether agents keep something open at the run: a subscription or a task. A level of logging is told again to the next run. */
  inUse(serverId: string, asker: Asker | null): boolean {
    // Where each agent has a run of its own, the one for all only lists.
    if (!asker && this.isPerAgent(serverId)) return false;
    const isOurs = (task: KeptTask) => task.serverId === serverId && (!asker || task.agentId === asker.agentId);
    if (this.tasks.needed().some(isOurs)) return true;
    const agents = asker ? [this.#agents.get(asker.agentId)] : [...this.#agents.values()];
    return agents.some(agent => agent?.view.covers(serverId) && agent.view.subscribedUris(serverId).length > 0);
  }

  /** The run of one agent lists other tools now: they are known, and its agent hears of it. */
  ownTools(serverId: string, tools: readonly ServerTool[], { agentId }: Asker): void {
    if (!this.#lists.clientOf(this.#runOf(serverId, agentId))) return;
    this.#options.learnTools(serverId, tools);
    const view = this.#agents.get(agentId)?.view;
    if (view?.covers(serverId)) view.toolsChanged(serverId);
  }

  /** The agent does not come back. */
  agentGone(agentId: string): void {
    this.#lists.forgetAgent(agentId);
  }

  /** The newest request that this agent has at the server, to which what the server says belongs. */
  latest(agentId: string, serverId: string, taskId: string | null = null): IncomingRequest | null {
    return this.#agents.get(agentId)?.pending.latest(serverId, taskId) ?? null;
  }

  async #ofTask({ agentId, serverId, taskId, seq }: KeptTask, method: string): Promise<unknown> {
    const client = this.#lists.clientOf(this.#runOf(serverId, agentId));
    const declares = { extensions: { [tasksExtension]: {} } };
    return client?.request(method, { taskId }, { parent: seq, timeoutMs: this.#timeoutOf(serverId), declares });
  }

  /** What runs elsewhere may go on with its tasks when the hub has lost it. */
  #isElsewhere(serverId: string): boolean {
    const all = this.#options.servers().list();
    return all.some(({ id, kind }) => id === serverId && isElsewhere(kind));
  }

  #runTold(serverId: string, agentId: string | null, method: string): void {
    const run = this.#runOf(serverId, agentId);
    this.#lists.notified(run, method);
    if (run === serverId && listsOf.has(method)) this.#relearn(serverId);
  }

  #relearn(serverId: string): void {
    const client = this.#lists.clientOf(serverId);
    if (client) this.#options.servers().relearn(serverId, client);
  }

  #isWanted(serverId: string, uri: string, but: View): boolean {
    return !this.isPerAgent(serverId) && this.#shared.isWanted(serverId, uri, but);
  }

  /** A list can be read that could not be: whoever sees that run hears that it is another one now. */
  #listAgain(run: string, kind: ListKind): void {
    const what = kind === 'prompts' ? 'prompts' : 'resources';
    if (this.#options.servers().optionsOf(run) !== null) this.#relearn(run);
    for (const [agentId, { view }] of this.#agents)
      for (const { id } of this.running())
        if (view.covers(id) && this.#runOf(id, agentId) === run) view.listChanged(id, what);
  }

  #ofAgents(isThere: (state: Server['state']) => boolean): Server[] {
    const all = this.#options.servers().list();
    return all.filter(({ id, state }) => isThere(state) && !this.#isOfSite(id));
  }

  #noteNeed(serverId: string, need: Reason | null): void {
    if (need !== null && !this.isPerAgent(serverId)) this.#options.needsOwnRun(serverId, need);
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
