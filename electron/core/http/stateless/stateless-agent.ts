// One agent of the stateless era (MCP 2026-07-28). Inside it is an agent like any other: here its requests get the inner era's words.
import { isRecord } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { inEnglish } from '../../../../words/english.ts';
import { undeclared } from '../../gateway/task-requests.ts';
import { toolId } from '../../tools/tool-names.ts';
import { toRpcError } from '../../wire/rpc-error.ts';
import { hasTasksExtension, withoutTasks } from '../../wire/tasks-extension.ts';
import { IdleWatch } from '../idle-watch.ts';
import { ChangeListeners, endListening, grantedFilter, taskNews } from './change-listeners.ts';
import { discovered, innerParams, outerResult, readEnvelope, retired } from './envelope.ts';
import { statelessVersion } from './era.ts';
import { Exchanges } from './exchanges.ts';
import { InnerRequests } from './inner-requests.ts';
import { isInBand, statusOf } from './outer-errors.ts';
import { refused } from './refusal.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Message, MessageError, MessageId } from '../../../../contract/schemas/messages.ts';
import type { AgentConnection } from '../../agent-connections/agent-connection.ts';
import type { AgentServices } from '../../agent-connections/agent-services.ts';
import type { SendToAgent } from '../../agents/agent-wire.ts';
import type { Waiting } from '../../wire/incoming-request.ts';
import type { Envelope } from './envelope.ts';
import type { ExchangeFront } from './exchanges.ts';
import type { Front } from './front.ts';
import type { StatelessRequest } from './stateless-request.ts';

export interface StatelessAgentOptions {
  readonly catalogue: Pick<AgentServices['catalogue'], 'inputSchema'>;
  readonly randomBytes: (size: number) => Buffer;
  readonly clientId: string;
  /** The one server that it sees; all of them when undefined. */
  readonly serverId: string | undefined;
  /** Opens the agent inside. `send` takes what the hub tells it, `disconnect` ends it from the hub's side. */
  readonly connect: (send: SendToAgent, disconnect: (reason: Reason) => void) => AgentConnection;
  readonly onEnd: () => void;
  /** It is another hub, which has agents of either era. */
  readonly ofHub?: true;
  /** At a gateway without a state of its own. */
  readonly front?: Front | undefined;
}

type Greeting = Readonly<Record<string, unknown>>;

/** Nothing tells that a program of this era has ended; people think for long between two calls. */
const idleMs = 30 * 60_000;

export class StatelessAgent {
  readonly #options: StatelessAgentOptions;
  readonly #connection: AgentConnection;
  readonly #exchanges: Exchanges;
  readonly #inner: InnerRequests;
  readonly #listeners = new ChangeListeners();
  #greeting: { readonly key: string; readonly answer: Promise<Greeting> } | null = null;
  #serverInfo: unknown = { name: 'pilothouse', version: '' };
  readonly #idle: IdleWatch;
  #isOver = false;

  constructor(options: StatelessAgentOptions) {
    this.#options = options;
    this.#idle = new IdleWatch(idleMs, () => this.end({ kind: 'silent-for', minutes: idleMs / 60_000 }));
    const send = (_text: string, message: Message, related?: MessageId) => this.#receive(message, related);
    this.#connection = options.connect(send, reason => this.end(reason, false));
    const toHub = (value: Record<string, unknown>, text = JSON.stringify(value)) =>
      this.#connection.receiveValue(value, text);
    this.#inner = new InnerRequests(toHub);
    this.#exchanges = new Exchanges({
      toHub,
      newState: () => options.randomBytes(24).toString('base64url'),
      result: (method, result) => outerResult(method, result, this.#serverInfo),
      ...(options.front && { front: frontOf(options.front, options.clientId) }),
    });
  }

  get clientId(): string {
    return this.#options.clientId;
  }

  /** Whether a call or a listener is open, or a call waits for input. */
  get isBusy(): boolean {
    return this.#idle.open > 0 || this.#exchanges.size > 0;
  }

  /** It has not vanished until what this returns is called. Whoever never asks for it tells itself when the agent has ended. */
  awake(): () => void {
    return this.#idle.enter();
  }

  /** Answers one request. Throws HttpError for what is refused before it begins. */
  async serve(asked: StatelessRequest): Promise<void> {
    const { message, text } = asked;
    const { method, params } = message;
    if (this.#isRetired(method))
      throw refused(
        404,
        rpcErrors.methodNotFound,
        `${method} is no method of MCP ${statelessVersion}.`,
        undefined,
        message,
      );
    const envelope = this.#envelope(params);
    try {
      this.#connection.expectNoLoop(params);
      const greeting = await this.#greet(envelope);
      if (method === 'server/discover') return await this.#discover(asked, envelope);
      if (method === 'subscriptions/listen') return await this.#listen(asked, greeting, envelope);
      this.#checkParams(asked);
      if (envelope.logLevel) await this.#inner.ask('logging/setLevel', { level: envelope.logLevel }).catch(() => {});
    } catch (error) {
      if (!isInBand(error)) throw error;
      return answer(asked, { jsonrpc: '2.0', id: message.id, error: toRpcError(error) });
    }
    if (asked.isGone()) return;
    const inner = innerParams(params, method);
    // Nobody of this era could follow what the older one would begin with it.
    const { task: _, ...plain } = inner;
    const passed = method === 'tools/call' && !this.#options.ofHub ? plain : inner;
    this.#exchanges.serve(message, passed, envelope, text, onGone => asked.reply(onGone));
  }

  #envelope(params: unknown): Envelope {
    const { front, ofHub } = this.#options;
    const read = readEnvelope(params);
    if (front) return passingRounds(read);
    return ofHub ? { ...read, introduction: { ...read.introduction, followsOlderTasks: true } } : read;
  }

  #isRetired(method: string): boolean {
    return retired.has(method) && !(this.#options.ofHub && method.startsWith('tasks/'));
  }

  /** Unless it is told to go, the agent may come back to its tabs. */
  end(reason: Reason, mayReturn = true): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#idle.stop();
    this.#exchanges.endAll(inEnglish(reason));
    this.#inner.endAll(inEnglish(reason));
    this.#listeners.endAll(this.#serverInfo);
    this.#connection.closed(reason, mayReturn);
    this.#options.onEnd();
  }

  /** The agent inside tells what one of its calls waits for now. */
  waits(id: MessageId | undefined, waitsFor: Waiting): void {
    if (id !== undefined) this.#exchanges.waits(id, waitsFor);
  }

  /** Streams of changes end; calls go on. */
  endListening(): void {
    this.#listeners.endAll(this.#serverInfo);
  }

  /**
   * What the sender declares holds for servers that have a run for each agent. While calls are under way their run is not
   * exchanged for one that was told something else.
   */
  #greet({ introduction }: Envelope): Promise<Greeting> {
    const key = JSON.stringify(introduction.declares);
    const known = this.#greeting;
    if (known && (known.key === key || this.#exchanges.size > 0)) return known.answer;
    const said = this.#connection.greet(introduction, statelessVersion).then(greeting => {
      this.#serverInfo = greeting.serverInfo;
      return greeting;
    });
    this.#greeting = { key, answer: said };
    said.catch(() => {
      if (this.#greeting?.answer === said) this.#greeting = null;
    });
    return said;
  }

  /** Told anew each time: servers come and go. */
  async #discover(asked: StatelessRequest, envelope: Envelope): Promise<void> {
    if (this.#exchanges.size === 0) this.#greeting = null;
    const greeting = await this.#greet(envelope);
    const found = discovered(greeting, [statelessVersion], this.#options.ofHub);
    const result = outerResult('server/discover', found, this.#serverInfo);
    answer(asked, { jsonrpc: '2.0', id: asked.message.id, result });
  }

  async #listen(request: StatelessRequest, greeting: Greeting, { introduction }: Envelope): Promise<void> {
    const { message } = request;
    const { id, params } = message;
    const asked = grantedFilter(params, greeting.capabilities);
    if (!asked)
      throw refused(
        400,
        rpcErrors.invalidParams,
        'params.notifications is missing; say what to listen to.',
        undefined,
        message,
      );
    const { resourceSubscriptions: uris = [], taskIds = [], ...lists } = asked;
    if (taskIds.length > 0 && !hasTasksExtension(introduction.declares)) throw undeclared('A filter with taskIds');
    const [subscribed, tasks] = await Promise.all([this.#subscribe(uris), this.#connection.listenToTasks(taskIds)]);
    const release = () => {
      this.#unsubscribe(subscribed);
      tasks.leave();
    };
    if (request.isGone()) return release();
    const granted = {
      ...lists,
      ...(subscribed.length > 0 && { resourceSubscriptions: subscribed }),
      ...(tasks.names.length > 0 && { taskIds: tasks.names }),
    };
    // It may have been ended while servers were asked.
    const filter = this.#isOver ? {} : granted;
    const leave: { now: () => void } = { now: () => {} };
    const stream = request.stream(() => {
      leave.now();
      release();
    });
    leave.now = this.#listeners.add({ id, filter, stream });
    if (Object.keys(filter).length === 0) endListening(id, stream, this.#serverInfo);
  }

  /** The resources that their server agrees to tell about. */
  async #subscribe(uris: readonly string[]): Promise<string[]> {
    const all = uris.map(async uri => {
      if (!this.#listeners.wants(uri)) await this.#inner.ask('resources/subscribe', { uri });
      return uri;
    });
    return (await Promise.allSettled(all)).flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  }

  #unsubscribe(uris: readonly string[]): void {
    for (const uri of uris)
      if (!this.#isOver && !this.#listeners.wants(uri))
        this.#inner.ask('resources/unsubscribe', { uri }).catch(() => {});
  }

  #checkParams({ message, checkParams }: StatelessRequest): void {
    const { serverId, catalogue } = this.#options;
    const name = message.method === 'tools/call' && isRecord(message.params) ? message.params['name'] : null;
    if (typeof name !== 'string') return;
    checkParams(catalogue.inputSchema(serverId === undefined ? name : toolId(serverId, name)));
  }

  /** A message of the hub for this agent. */
  #receive(message: Message, related?: MessageId): void {
    switch (message.kind) {
      case 'result':
      case 'error':
        if (!this.#inner.settle(message)) this.#exchanges.settle(message);
        return;
      case 'request':
        return this.#exchanges.want(message, related);
      case 'notification':
        if (message.method !== taskNews && this.#exchanges.tell(message, related)) return;
        return this.#listeners.tell(message.method, message.params);
    }
  }
}

function frontOf(front: Front, clientId: string): ExchangeFront {
  return {
    seal: (same, state) => front.seal({ clientId, same, state }, Date.now()),
    open: (sealed, same) => front.open(sealed, { clientId, same }, Date.now()),
    kept: () => front.kept(),
  };
}

/** A task would be known to one gateway alone, so none is begun. */
function passingRounds({ introduction, ...envelope }: Envelope): Envelope {
  const declares = withoutTasks(introduction.declares);
  return { ...envelope, introduction: { ...introduction, declares, passesRounds: true } };
}

function answer(asked: StatelessRequest, message: { id: MessageId } & Record<string, unknown>): void {
  const { error } = message as { error?: MessageError };
  asked.reply().answer(message.id, JSON.stringify(message), error ? statusOf(error) : 200);
}
