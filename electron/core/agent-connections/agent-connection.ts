// The hub as an MCP server for one agent, whatever transport it came by: the handshake here, calls in `tool-calls.ts`, the rest in its view.
import { agentName } from '../../../contract/agent-name.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { InitializeParamsSchema } from '../../../contract/schemas/messages.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { protocolVersions } from '../agents/agent-wire.ts';
import { AggregatedView } from '../gateway/aggregated-view.ts';
import { ServerView } from '../gateway/server-view.ts';
import { jsonRpcDialect } from '../wire/dialect.ts';
import { expectNoLoop } from '../wire/hops.ts';
import { mcpCancel, Peer } from '../wire/peer.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { byNameDialect } from './by-name-dialect.ts';
import { refusedAs, requestReply } from './mcp-reply.ts';
import { ToldProgress } from './told-progress.ts';
import { ToolCalls } from './tool-calls.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { AgentWire, SendToAgent } from '../agents/agent-wire.ts';
import type { ConnectingAgent } from '../agents/arrived-agent.ts';
import type { AgentSession, Cause, Introduction } from '../gateway/agent-session.ts';
import type { Listening } from '../gateway/task-news.ts';
import type { View } from '../gateway/view.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { WireFacts } from '../trace/tap.ts';
import type { IncomingRequest, Reply, Waiting } from '../wire/incoming-request.ts';
import type { AgentServices } from './agent-services.ts';

/** A server may say more than its agent reads: it loses of this, where otherwise it would lose its connection. */
const dispensable: ReadonlySet<string> = new Set(['notifications/message', 'notifications/progress']);

export class AgentConnection {
  readonly #services: AgentServices;
  readonly #peer: Peer;
  readonly #agentId: string;
  readonly #leave: () => void;
  readonly #wire: AgentWire;
  readonly #view: View;
  readonly #calls: ToolCalls;
  readonly #progress = new ToldProgress((params, related) =>
    this.#tell('notifications/progress', params, { parent: related.seq, related }),
  );
  #introduction: Introduction = stranger;

  /**
   * `send` writes one message as text; what it throws at an answer becomes ERR_TOO_LARGE for the asker. `related` is the request of
   * the agent that a message of the hub belongs to.
   */
  constructor(services: AgentServices, connecting: ConnectingAgent, send: SendToAgent, wire: AgentWire = {}) {
    this.#services = services;
    this.#wire = wire;
    this.#agentId = services.agents.connect(connecting).id;
    this.#peer = new Peer({
      dialect: wire.dialect ?? (wire.serverId === undefined ? byNameDialect : jsonRpcDialect),
      hub: services.hub,
      other: () => partyOf(this.#agent()),
      wire: () => wireOf(this.#agent()),
      tap: services.tap,
      cancel: mcpCancel,
      ...(services.firstId && { firstId: services.firstId() }),
      send,
      handle: request => this.#handle(request),
      causeOf: (method, params) => wire.causeOf?.() ?? this.#view.causeOf(method, params),
      notified: (method, params, seq) => {
        wire.notified?.(method, params);
        this.#notified(method, params, seq);
      },
    });
    this.#view = this.#openView();
    this.#calls = new ToolCalls({
      services,
      wire,
      view: this.#view,
      agentId: this.#agentId,
      agent: () => this.#agent(),
      onAnswer: (tool, answer) => this.#noteRefusal(tool, answer),
    });
    const leaveGateway = services.gateway.enter(this.#view);
    const unsubscribe = services.catalogue.onChange((serverId, agentId = this.#agentId) => {
      if (agentId === this.#agentId) this.#view.toolsChanged(serverId);
    });
    this.#leave = () => {
      unsubscribe();
      leaveGateway();
    };
  }

  get agentId(): string {
    return this.#agentId;
  }

  /** Throws HubError for params that have passed this hub already: of all requests, so that a circle shows with its first `initialize`. */
  expectNoLoop(params: unknown): void {
    expectNoLoop(params, this.#services.hubId);
  }

  /** Requests that are not answered yet. */
  get inFlight(): number {
    return this.#peer.inFlight;
  }

  /** Whether a call is being carried out, so that its asker may come back for the answer. */
  get hasBegun(): boolean {
    return this.#calls.hasBegun;
  }

  /** False when the text is no JSON. */
  receive(text: string): boolean {
    return this.#peer.receive(text);
  }

  receiveBytes(bytes: Buffer): boolean {
    return this.#peer.receiveBytes(bytes);
  }

  /** What the program says of itself outside of MCP's handshake. */
  introduce(claimedName: string, version: string): void {
    this.#services.agents.introduce(this.#agentId, claimedName, version, null);
  }

  notify(method: string, params: unknown): void {
    this.#peer.notify(method, params);
  }

  receiveValue(value: unknown, text: string): void {
    this.#peer.receiveValue(value, text);
  }

  /** The agent wants to hear of these tasks. Never rejects. */
  listenToTasks(names: readonly string[]): Promise<Listening> {
    return this.#services.gateway.taskNews.listen(this.#view, names);
  }

  /** The hub ends it: calls in flight are answered with the reason. The transport is the caller's to close. */
  dismiss(reason: Reason): void {
    this.#peer.dismiss(hubError('ERR_CANCELLED', reason));
  }

  /** The transport ended. Calls in flight are cancelled and never executed afterwards. */
  closed(reason: Reason, mayReturn = true): void {
    this.#leave();
    this.#peer.close(hubError('ERR_CANCELLED', reason));
    this.#services.agents.left(this.#agentId, reason, mayReturn);
  }

  #agent(): Agent {
    return this.#services.agents.expect(this.#agentId);
  }

  async #handle(request: IncomingRequest): Promise<Reply> {
    this.expectNoLoop(request.params);
    const { methods = {} } = this.#wire;
    const own = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (own) return { result: await own(request.params) };
    switch (request.method) {
      case 'initialize':
        return { result: await this.#initialize(request.params) };
      case 'ping':
        return { result: {} };
      case 'tools/call':
        return this.#telling(request, asked => this.#calls.handle(asked));
      default:
        return this.#telling(request, asked => this.#read(asked));
    }
  }

  /** Whoever waits for its answer hears what it waits for. */
  async #telling(request: IncomingRequest, serve: (asked: IncomingRequest) => Promise<Reply>): Promise<Reply> {
    const { waits, dialect, hubName = null } = this.#wire;
    const told = dialect ? null : this.#progress.begin(request, hubName);
    if (!waits && !told) return serve(request);
    const { id, method, params, signal, seq } = request;
    const onWait = (waiting: Waiting) => {
      waits?.(id, waiting);
      told?.waits(waiting);
    };
    try {
      return await serve({ ...(id !== undefined && { id }), method, params, signal, seq, onWait });
    } finally {
      told?.ended();
    }
  }

  async #read(request: IncomingRequest): Promise<Reply> {
    const answer = await this.#view.handle(request);
    this.#noteRefusal(request.method, answer);
    return requestReply(answer);
  }

  /** What the agent may ask for later: why it was refused. */
  #noteRefusal(tool: string, answer: CallAnswer<unknown>): void {
    const refused = refusedAs(answer, this.#wire.toolName);
    if (refused) this.#services.refusals.note(this.#agentId, { tool, ...refused });
  }

  #notified(method: string, params: unknown, seq: number): void {
    if (method !== 'notifications/initialized') this.#view.notified(method, params, seq);
  }

  #openView(): View {
    const { catalogue, listings, gateway, router, version, toolsReady, sees } = this.#services;
    const { serverId, listsSpec004, serverName } = this.#wire;
    const reader = listsSpec004 ? 'spec-004' : 'mcp';
    const own = { session: this.#session(), reader, serverName } as const;
    const options = { ...own, catalogue, listings, gateway, router, version, toolsReady, sees };
    return serverId === undefined ? new AggregatedView(options) : new ServerView(serverId, options);
  }

  #session(): AgentSession {
    return {
      agentId: this.#agentId,
      agent: () => this.#agent(),
      introduction: () => this.#introduction,
      notify: (method, params, cause) => this.#tell(method, params, cause),
      request: (method, params, options, related) => {
        const asked = this.#services.tap.handOn?.(options.parent, params, true) ?? params;
        return this.#peer.request(method, asked, { ...options, related: related?.id });
      },
    };
  }

  #tell(method: string, params: unknown, { parent, related }: Cause): void {
    if (dispensable.has(method) && this.#wire.isBehind?.()) return;
    const told = method === 'notifications/progress' ? this.#progress.passed(params, related?.id) : params;
    this.#peer.notify(method, told, { parent, related: related?.id });
  }

  async #initialize(params: unknown): Promise<unknown> {
    const parsed = InitializeParamsSchema.safeParse(params);
    if (!parsed.success)
      throw new RpcError(
        rpcErrors.invalidParams,
        `This initialize cannot be read: ${inEnglish(faultOf(parsed.error, params))}`,
      );
    const { clientInfo, protocolVersion, capabilities } = parsed.data;
    // MCP "Version negotiation": an unknown version is answered with one that the hub speaks.
    const version =
      protocolVersions.find(known => known === protocolVersion) ?? this.#wire.unknownVersion ?? protocolVersions[0];
    return this.greet({
      protocolVersion: version,
      declares: capabilities,
      clientInfo: clientInfo ?? stranger.clientInfo,
    });
  }

  /**
   * The agent says who it is and what it can, and is answered what `initialize` is answered: for an era that has no handshake, in
   * which `spoken` is the revision that is shown. Rejects with HubError where the one server of its view cannot be reached.
   */
  async greet(
    introduction: Introduction & { protocolVersion: string },
    spoken?: string,
  ): Promise<Record<string, unknown>> {
    const { protocolVersion, clientInfo } = introduction;
    const { name, version } = clientInfo;
    this.#services.agents.introduce(this.#agentId, name, version, spoken ?? protocolVersion);
    this.#introduction = introduction;
    return { protocolVersion, ...(await this.#view.initialize(protocolVersion)) };
  }
}

/** An agent that has not introduced itself, or whose wire knows no such thing: it declares nothing. */
const stranger: Introduction = {
  protocolVersion: null,
  declares: {},
  clientInfo: { name: 'pilothouse', version: '' },
};

function wireOf({ protocolVersion, transport }: Agent): WireFacts {
  return { revision: protocolVersion, carrier: transport };
}

export function partyOf(agent: Agent): Party {
  return { kind: 'agent', id: agent.id, label: agentName(agent) };
}
