// Our side as the MCP client of one run of a server: handshake, tool list, and requests and notifications both ways.
import { HubError } from '../../../../contract/errors.ts';
import { recordIn } from '../../../../contract/json.ts';
import { withHop } from '../../wire/hops.ts';
import { mcpCancel, Peer } from '../../wire/peer.ts';
import { notOffered } from '../lifecycle/asker.ts';
import { StatelessServer } from '../stateless/stateless-server.ts';
import { FailingLists } from './failing-lists.ts';
import { Meeting } from './meeting.ts';
import { listTools } from './tool-lister.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { CallClock } from '../../wire/call-clock.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { ServerTransport } from '../lifecycle/server-transport.ts';
import type { StatelessRequestOptions } from '../stateless/stateless-server.ts';
import type { FailingListsOptions } from './failing-lists.ts';
import type { Handshake } from './handshake.ts';
import type { MeetingOptions, MeetingTimeouts, Sender } from './meeting.ts';
import type { ServerTool } from './server-tool.ts';

/** `asker`: whose run this is; null is the run that all agents share. */
export interface McpClientOptions extends Pick<MeetingOptions, 'asker' | 'era' | 'version' | 'mayKnowNoHandshake'> {
  /** What requests carry for hubs that they come to (`wire/hops.ts`); nothing when absent. */
  readonly hubId?: string | undefined;
  /** The params of a request as they go there; as they are when absent. `parent` is the trace entry that causes it. */
  readonly passed?: ((params: unknown, parent: number | null) => unknown) | undefined;
  readonly hub: Party;
  readonly server: Party;
  /** What it is reached by. */
  readonly carrier: ServerConfig['kind'];
  readonly tap: TraceTap;
  readonly timeouts: McpClientTimeouts;
  /** The list after the handshake and after each change that the server announced. */
  onTools(tools: readonly ServerTool[]): void;
  /** The trace entry of whoever it is met for, null where that is nobody's request. */
  causeOf(): number | null;
  /** The trace entry within which the server asks with these params, null where that is not known. */
  askedIn?(params: unknown): number | null;
  /** Handed the clock of the handshake, for whoever knows that the server cannot answer yet. */
  onHandshakeClock?(clock: Pick<CallClock, 'restart'>): void;
  /** Lists of it cannot be read, or all can again. */
  onFailingLists(reason: Reason | null): void;
  onRequest(request: IncomingRequest): Promise<unknown>;
  onNotification(method: string, params: unknown, seq: number): void;
}

/** The way to the server. It keeps lines that are no messages, and sentences on what the server did wrong; nothing ends by them. */
type Line = Pick<ServerTransport, 'send' | 'note'>;

export interface McpClientTimeouts extends MeetingTimeouts {
  readonly listMs: number;
  /** How long after an announced change the list is read again, so that a burst is read once. */
  readonly debounceMs: number;
  readonly again: FailingListsOptions['again'];
}

export class McpClient {
  readonly #options: McpClientOptions;
  readonly #peer: Peer;
  /** By which requests leave. */
  readonly #way: Pick<Peer, 'request' | 'notify'>;
  readonly #meeting: Meeting;
  /** Those that cannot be read, also such as others ask for. */
  readonly lists: FailingLists;
  /** Null until `connect`. */
  #line: Line | null = null;
  #handshake: Handshake | null = null;
  /** Null while it speaks the era of `initialize`. */
  #stateless: StatelessServer | null = null;
  #tools: readonly ServerTool[] | null = null;
  #hasTools = false;
  #isClosed = false;
  readonly #closed: (() => void)[] = [];
  #pings = 0;
  #uses = 0;
  #refresh: NodeJS.Timeout | null = null;
  #listing: Promise<void> = Promise.resolve();

  constructor(options: McpClientOptions) {
    this.#options = options;
    const { hub, server, carrier, tap, timeouts, onFailingLists } = options;
    this.lists = new FailingLists({ again: timeouts.again, onChange: onFailingLists });
    this.#peer = new Peer({
      hub,
      other: () => server,
      wire: () => ({ revision: this.#handshake?.protocolVersion ?? null, carrier }),
      tap,
      cancel: mcpCancel,
      send: text => this.#line?.send(text),
      handle: async request => ({ result: await this.#asked(request) }),
      causeOf: (method, params) => (method === 'ping' ? null : (options.askedIn?.(params) ?? null)),
      notified: (method, params, seq) => this.#notified(method, params, seq),
    });
    this.#way = options.passed ? passing(this.#peer, options.passed) : this.#peer;
    this.#meeting = new Meeting({
      ...options,
      ask: (method, params, timeoutMs) => this.#meet(method, params, timeoutMs),
      isOver: () => this.#isClosed,
    });
  }

  /** Null until `connect` has resolved. */
  get handshake(): Handshake | null {
    return this.#handshake;
  }

  /** The newest list; null while none could be read. */
  get tools(): readonly ServerTool[] | null {
    return this.#tools;
  }

  /** Takes one line of the server's stdout. What is no JSON-RPC (a log, a greeting) is junk and changes nothing. */
  readonly receive = (line: string): void => {
    const value = messageOf(line);
    if (value) this.#peer.receiveValue(value, line);
    else if (line.trim() !== '') this.#note(`stdout: ${line}`);
  };

  /** Nothing of the time of this request passes, or it does again. */
  hold(id: string | number, isHeld: boolean): void {
    this.#peer.hold(id, isHeld);
  }

  /** As `Meeting` says. */
  get isAskingEra(): boolean {
    return this.#meeting.isAskingEra;
  }

  /** Whether it is of the era without handshakes, in which a result may ask for input. */
  get isStateless(): boolean {
    return this.#stateless !== null;
  }

  /** Meets the server, then reads its tools; that these cannot be read is no hindrance. Rejects with HubError. */
  async connect(line: Line): Promise<Handshake> {
    this.#line = line;
    const { handshake, sender } = await this.#meeting.meet();
    if (sender) this.#stateless = this.#speakWithout(sender, handshake);
    else this.#peer.notify('notifications/initialized', undefined, { parent: this.#options.causeOf() });
    this.#hasTools = handshake.capabilities.tools !== undefined;
    await this.#read();
    this.#handshake = handshake;
    return handshake;
  }

  /** Whether anything is asked of the server or by it, pings left out. */
  get isBusy(): boolean {
    const ours = this.#pings + (this.#stateless?.standing ?? 0);
    return this.#peer.awaited > ours || this.#peer.inFlight > 0;
  }

  /** How many requests somebody else than the hub has caused. */
  get uses(): number {
    return this.#uses;
  }

  /** Resolves with whether it answered in time: an error is an answer too. Never rejects. */
  async ping(timeoutMs: number): Promise<boolean> {
    this.#pings += 1;
    try {
      await this.#request('ping', timeoutMs, undefined);
      return true;
    } catch (error) {
      return error instanceof HubError && error.code !== 'ERR_TOOL_TIMEOUT';
    } finally {
      this.#pings -= 1;
    }
  }

  /**
   * Any request; its answer comes as it is. Rejects with HubError, which is an AnsweredError where the server said so. An abort is
   * passed on to the server.
   */
  request(method: string, params: unknown, options: StatelessRequestOptions): Promise<unknown> {
    if (options.parent !== null) this.#uses += 1;
    return this.#ask(method, params, options);
  }

  #ask(method: string, params: unknown, options: StatelessRequestOptions): Promise<unknown> {
    const { hubId, tap } = this.#options;
    // The span that is exported goes on before what another hub is told of the call, which keeps a trace that is there.
    const traced = tap.handOn?.(options.parent, params) ?? params;
    // A ping goes no further than to whom it is sent.
    const sent = hubId === undefined || method === 'ping' ? traced : withHop(traced, hubId);
    return (this.#stateless ?? this.#way).request(method, sent, options);
  }

  /** `parent` is the trace entry that causes it. */
  notify(method: string, params: unknown, parent: number | null): void {
    if (!this.#stateless) this.#peer.notify(method, params, { parent });
  }

  /** Asks for news of these tasks and of no others. Resolves with those that the server tells of: none in the era of `initialize`. */
  listenToTasks(taskIds: readonly string[]): Promise<readonly string[]> {
    return this.#stateless?.listenToTasks(taskIds) ?? Promise.resolve([]);
  }

  /** Calls `listener` once this run is over, or at once where it is. */
  onClosed(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closed.push(listener);
  }

  /** Ends everything in flight with this error. May be called twice. */
  close(error: HubError): void {
    if (this.#refresh) clearTimeout(this.#refresh);
    this.#isClosed = true;
    this.#hasTools = false;
    this.lists.stop();
    this.#stateless?.close();
    this.#peer.close(error);
    for (const listener of this.#closed.splice(0)) listener();
  }

  #request(method: string, timeoutMs: number, params: unknown): Promise<unknown> {
    // A ping is the hub's own affair, whoever the server was met for.
    const parent = method === 'ping' ? null : this.#options.causeOf();
    return this.#ask(method, params, { parent, timeoutMs });
  }

  #meet(method: string, params: unknown, timeoutMs: number): Promise<unknown> {
    const { causeOf, onHandshakeClock } = this.#options;
    const clock = onHandshakeClock && { onClock: onHandshakeClock };
    return this.#ask(method, params, { parent: causeOf(), timeoutMs, ...clock });
  }

  /** For the era without handshakes. */
  #speakWithout(sender: Sender, handshake: Handshake): StatelessServer {
    return new StatelessServer({
      peer: this.#way,
      sender,
      handshake,
      label: this.#options.server.label,
      onMissed: methods => {
        for (const method of methods) this.#told(method, undefined, 0);
      },
      onJunk: line => this.#note(line),
    });
  }

  /** A server of the stateless era asks in its results alone. */
  #asked(request: IncomingRequest): Promise<unknown> {
    if (this.#stateless) return Promise.reject(notOffered(request.method));
    return request.method === 'ping' ? Promise.resolve({}) : this.#options.onRequest(request);
  }

  #notified(method: string, params: unknown, seq: number): void {
    const heard = this.#stateless ? this.#stateless.heard(method, params) : { params };
    if (heard) this.#told(method, heard.params, seq);
  }

  #told(method: string, params: unknown, seq: number): void {
    this.#options.onNotification(method, params, seq);
    if (method !== 'notifications/tools/list_changed' || !this.#hasTools) return;
    if (this.#refresh) clearTimeout(this.#refresh);
    this.#refresh = setTimeout(() => this.#relist(), this.#options.timeouts.debounceMs);
  }

  /** Lists are read one after the other, so that an older one never replaces a newer one. */
  #relist(): void {
    this.#listing = this.#listing.then(() => (this.#hasTools ? this.#read() : undefined)).catch(() => {});
  }

  /** Rejects only when the run is over. */
  async #read(): Promise<void> {
    try {
      await this.#list();
      this.lists.works('tools/list');
    } catch (error) {
      if (this.#isClosed) throw error;
      this.lists.failed('tools/list', error, () => this.#relist());
    }
  }

  async #list(): Promise<void> {
    const { timeouts, onTools } = this.#options;
    const ask = (params: unknown) => this.#request('tools/list', timeouts.listMs, params);
    this.#tools = await listTools({ ask, onJunk: line => this.#note(line) }, () => this.#hasTools);
    onTools(this.#tools);
  }

  #note(line: string): void {
    this.#line?.note(line);
  }
}

function messageOf(line: string): Record<string, unknown> | null {
  const value = line.trimStart().startsWith('{') ? recordIn(line) : null;
  return value?.jsonrpc === '2.0' ? value : null;
}

function passing(peer: Peer, passed: NonNullable<McpClientOptions['passed']>): Pick<Peer, 'request' | 'notify'> {
  return {
    request: (method, params, options) => peer.request(method, passed(params, options.parent), options),
    notify: (method, params, options) => peer.notify(method, params, options),
  };
}
