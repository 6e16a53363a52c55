// Our side as the MCP client of one run of a server: handshake, tool list, and requests and notifications both ways.
import { HubError } from '../../../../contract/errors.ts';
import { recordIn } from '../../../../contract/json.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { withHop } from '../../wire/hops.ts';
import { mcpCancel, Peer } from '../../wire/peer.ts';
import { AnsweredError } from '../../wire/rpc-error.ts';
import { notOffered } from '../lifecycle/asker.ts';
import { enveloped } from '../stateless/envelope.ts';
import { StatelessServer } from '../stateless/stateless-server.ts';
import { FailingLists } from './failing-lists.ts';
import { discoveredHandshake, handshakeOf, handshakeVersions, refusesHandshakes } from './handshake.ts';
import { listTools } from './tool-lister.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { CallClock } from '../../wire/call-clock.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { Asker } from '../lifecycle/asker.ts';
import type { ServerTransport } from '../lifecycle/server-transport.ts';
import type { StatelessRequestOptions } from '../stateless/stateless-server.ts';
import type { FailingListsOptions } from './failing-lists.ts';
import type { Handshake } from './handshake.ts';
import type { ServerEra } from './server-era.ts';
import type { ServerTool } from './server-tool.ts';

export interface McpClientOptions {
  /** Whose run this is: it is introduced as its agent is. Null is the run that all agents share, as Pilothouse. */
  readonly asker: Pick<Asker, 'protocolVersion' | 'isStateless' | 'declares' | 'clientInfo'> | null;
  /** What its earlier runs were found to speak. */
  readonly era: ServerEra;
  /** What requests carry for hubs that they come to (`wire/hops.ts`); nothing when absent. */
  readonly hubId?: string | undefined;
  /** Pilothouse's version, for its own `clientInfo`. */
  readonly version: string;
  readonly hub: Party;
  readonly server: Party;
  readonly tap: TraceTap;
  readonly timeouts: McpClientTimeouts;
  /** The list after the handshake and after each change that the server announced. */
  onTools(tools: readonly ServerTool[]): void;
  /** Handed the clock of the handshake, for whoever knows that the server cannot answer yet. */
  onHandshakeClock?(clock: Pick<CallClock, 'restart'>): void;
  /** Lists of it cannot be read, or all can again. */
  onFailingLists(reason: Reason | null): void;
  onRequest(request: IncomingRequest): Promise<unknown>;
  onNotification(method: string, params: unknown, seq: number): void;
}

/** The way to the server. It keeps lines that are no messages, and sentences on what the server did wrong; nothing ends by them. */
type Line = Pick<ServerTransport, 'send' | 'note'>;

export interface McpClientTimeouts {
  readonly handshakeMs: number;
  /** For `server/discover` to a server that may know nothing but handshakes: some answer nothing else before one. */
  readonly discoverMs: number;
  readonly listMs: number;
  /** How long after an announced change the list is read again, so that a burst is read once. */
  readonly debounceMs: number;
  readonly again: FailingListsOptions['again'];
}

export class McpClient {
  readonly #options: McpClientOptions;
  readonly #peer: Peer;
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
  #isAskingEra = false;
  readonly #closed: (() => void)[] = [];
  #pings = 0;
  #uses = 0;
  #refresh: NodeJS.Timeout | null = null;
  #listing: Promise<void> = Promise.resolve();

  constructor(options: McpClientOptions) {
    this.#options = options;
    const { hub, server, tap, timeouts, onFailingLists } = options;
    this.lists = new FailingLists({ again: timeouts.again, onChange: onFailingLists });
    this.#peer = new Peer({
      hub,
      other: () => server,
      tap,
      cancel: mcpCancel,
      send: text => this.#line?.send(text),
      handle: async request => ({ result: await this.#asked(request) }),
      notified: (method, params, seq) => this.#notified(method, params, seq),
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

  /** Whether it waits for a first `server/discover`, also when the run ended meanwhile: some servers end when no handshake comes first. */
  get isAskingEra(): boolean {
    return this.#isAskingEra;
  }

  /** Whether it is of the era without handshakes, in which a result may ask for input. */
  get isStateless(): boolean {
    return this.#stateless !== null;
  }

  /**
   * `initialize`, `notifications/initialized`, then the tools (MCP 2025-11-25, "Lifecycle"); a server that knows no `initialize` is
   * asked by `server/discover` what it is (MCP 2026-07-28). For an agent of that era this comes first, unless the server is known to
   * be older. Tools that cannot be read are no hindrance. Rejects with HubError.
   */
  async connect(line: Line): Promise<Handshake> {
    this.#line = line;
    const handshake = (await this.#discoverFirst()) ?? (await this.#initialize().catch(error => this.#refused(error)));
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
    const { hubId } = this.#options;
    if (options.parent !== null) this.#uses += 1;
    // A ping goes no further than to whom it is sent.
    const sent = hubId === undefined || method === 'ping' ? params : withHop(params, hubId);
    return (this.#stateless ?? this.#peer).request(method, sent, options);
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
    return this.request(method, params, { parent: null, timeoutMs });
  }

  #meet(method: string, params: unknown, timeoutMs = this.#options.timeouts.handshakeMs): Promise<unknown> {
    const { onHandshakeClock } = this.#options;
    const clock = onHandshakeClock && { onClock: onHandshakeClock };
    return this.request(method, params, { parent: null, timeoutMs, ...clock });
  }

  async #initialize(): Promise<Handshake> {
    const { asker } = this.#options;
    const result = await this.#meet('initialize', {
      protocolVersion: asker?.protocolVersion ?? handshakeVersions[0],
      capabilities: asker?.declares ?? {},
      clientInfo: this.#clientInfo,
    });
    const handshake = handshakeOf(result);
    this.#peer.notify('notifications/initialized', undefined);
    return handshake;
  }

  #refused(error: unknown): Promise<Handshake> {
    if (!refusesHandshakes(error)) throw error;
    return this.#discover(asked => this.#meet('server/discover', asked));
  }

  /** Null where the server is to be met by a handshake. */
  async #discoverFirst(): Promise<Handshake | null> {
    const { asker, era, timeouts } = this.#options;
    if (!asker?.isStateless || era.isOlder) return null;
    this.#isAskingEra = true;
    const ask = (asked: unknown) => this.#meet('server/discover', asked, timeouts.discoverMs);
    const handshake = await this.#discover(ask).catch((error: unknown) => {
      if (this.#isClosed) throw error;
      era.isOlder = saysOlder(error);
      return null;
    });
    this.#isAskingEra = false;
    return handshake;
  }

  async #discover(ask: (params: unknown) => Promise<unknown>): Promise<Handshake> {
    const { asker, server } = this.#options;
    const sender = { clientInfo: this.#clientInfo, declares: asker?.declares ?? {} };
    const asked = enveloped({}, { ...sender, logLevel: null });
    const handshake = discoveredHandshake(await ask(asked));
    this.#stateless = new StatelessServer({
      peer: this.#peer,
      sender,
      handshake,
      label: server.label,
      onMissed: methods => {
        for (const method of methods) this.#told(method, undefined, 0);
      },
      onJunk: line => this.#note(line),
    });
    return handshake;
  }

  get #clientInfo(): Readonly<Record<string, unknown>> {
    const { asker, version } = this.#options;
    return asker?.clientInfo ?? { name: 'pilothouse', title: 'Pilothouse', version };
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

/** What answers nothing may only be slow, and what answers with trouble of its own (as of a proxy) may be another tomorrow. */
function saysOlder(error: unknown): boolean {
  if (error instanceof AnsweredError) return error.answer.code !== rpcErrors.internal;
  return !(error instanceof HubError && error.code === 'ERR_TOOL_TIMEOUT');
}

function messageOf(line: string): Record<string, unknown> | null {
  const value = line.trimStart().startsWith('{') ? recordIn(line) : null;
  return value?.jsonrpc === '2.0' ? value : null;
}
