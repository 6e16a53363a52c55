// Our side as the MCP client of one run of a server: handshake, tool list, and requests and notifications both ways.
import { ToolSchema, InitializeResultSchema } from '@modelcontextprotocol/core';
import { isRecord, parseJson } from '../../../native-host/dialects/json.ts';
import { HubError } from '../../contract/errors.ts';
import { mcpCancel, Peer } from '../wire/peer.ts';
import type { ToolCallParams } from '../../contract/messages.ts';
import type { Party } from '../../contract/trace.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { IncomingRequest } from '../wire/peer.ts';
import type { RequestOptions } from '../wire/outgoing.ts';
import type { Asker } from './lease.ts';

/** Newest first; the first is what we offer. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
const maxTools = 5_000;
const maxPages = 500;

/** A tool's definition as its server gave it, unknown keys included. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export interface Handshake {
  readonly protocolVersion: string;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string | null;
  /** What the server declared. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The whole result of `initialize`, as it came. */
  readonly result: Readonly<Record<string, unknown>>;
}

export interface McpClientOptions {
  /** Whose run this is: it is introduced as its agent is. Null is the run that all agents share, as Pilothouse. */
  readonly asker: Pick<Asker, 'protocolVersion' | 'declares' | 'clientInfo'> | null;
  /** Pilothouse's version, for its own `clientInfo`. */
  readonly version: string;
  readonly hub: Party;
  readonly server: Party;
  readonly tap: TraceTap;
  readonly timeouts: McpClientTimeouts;
  /** Writes one message to the server. */
  send(text: string): void;
  /** The list after the handshake and after each change that the server announced. */
  onTools(tools: readonly ServerTool[]): void;
  onRequest(request: IncomingRequest): Promise<unknown>;
  onNotification(method: string, params: unknown, seq: number): void;
  /** A line that is no message, or a sentence on what the server did wrong. Nothing ends by it. */
  onJunk(line: string): void;
}

export interface McpClientTimeouts {
  readonly handshakeMs: number;
  readonly listMs: number;
  /** How long after an announced change the list is read again, so that a burst is read once. */
  readonly debounceMs: number;
}

export class McpClient {
  readonly #options: McpClientOptions;
  readonly #peer: Peer;
  #handshake: Handshake | null = null;
  #tools: readonly ServerTool[] = [];
  #hasTools = false;
  #pings = 0;
  #refresh: NodeJS.Timeout | null = null;
  #listing: Promise<void> = Promise.resolve();

  constructor(options: McpClientOptions) {
    this.#options = options;
    const { hub, server, tap } = options;
    this.#peer = new Peer({
      hub,
      other: () => server,
      tap,
      cancel: mcpCancel,
      send: text => options.send(text),
      handle: request => (request.method === 'ping' ? Promise.resolve({}) : options.onRequest(request)),
      notified: (method, params, seq) => this.#notified(method, params, seq),
    });
  }

  /** Null until `connect` has resolved. */
  get handshake(): Handshake | null {
    return this.#handshake;
  }

  /** The newest list. */
  get tools(): readonly ServerTool[] {
    return this.#tools;
  }

  /** Takes one line of the server's stdout. What is no JSON-RPC (a log, a greeting) is junk and changes nothing. */
  receive(line: string): void {
    const value = messageOf(line);
    if (value) this.#peer.receiveValue(value, line);
    else if (line.trim() !== '') this.#options.onJunk(`stdout: ${line}`);
  }

  /** `initialize`, `notifications/initialized`, then the tools (MCP 2025-11-25, "Lifecycle"). Rejects with HubError. */
  async connect(): Promise<Handshake> {
    const { version, timeouts, asker } = this.#options;
    const result = await this.#request('initialize', timeouts.handshakeMs, {
      protocolVersion: asker?.protocolVersion ?? protocolVersions[0],
      capabilities: asker?.declares ?? {},
      clientInfo: asker?.clientInfo ?? { name: 'pilothouse', title: 'Pilothouse', version },
    });
    const handshake = handshakeOf(result);
    this.#peer.notify('notifications/initialized', undefined);
    this.#hasTools = handshake.capabilities.tools !== undefined;
    await this.#list();
    this.#handshake = handshake;
    return handshake;
  }

  /** Whether anything is asked of the server or by it, pings left out. */
  get isBusy(): boolean {
    return this.#peer.asking > this.#pings || this.#peer.inFlight > 0;
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

  /** Any request; its answer comes as it is. Rejects with HubError, which is an AnsweredError where the server said so. */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown> {
    return this.#peer.request(method, params, options);
  }

  /** `parent` is the trace entry that causes it. */
  notify(method: string, params: unknown, parent: number | null): void {
    this.#peer.notify(method, params, { parent });
  }

  /** `tools/call`. The result is passed on as it came. Rejects with HubError; an abort is passed on to the server. */
  async callTool(params: ToolCallParams, options: RequestOptions): Promise<Record<string, unknown>> {
    const result = await this.#peer.request('tools/call', params, { tool: params.name, ...options });
    if (isRecord(result)) return result;
    throw new HubError(
      'ERR_TOOL_FAILED',
      `${this.#options.server.label} answered ${JSON.stringify(params.name)} with no object; its answer cannot be used.`,
    );
  }

  /** Ends everything in flight with this error. May be called twice. */
  close(error: HubError): void {
    if (this.#refresh) clearTimeout(this.#refresh);
    this.#hasTools = false;
    this.#peer.close(error);
  }

  #request(method: string, timeoutMs: number, params: unknown): Promise<unknown> {
    return this.#peer.request(method, params, { parent: null, timeoutMs });
  }

  #notified(method: string, params: unknown, seq: number): void {
    this.#options.onNotification(method, params, seq);
    if (method !== 'notifications/tools/list_changed' || !this.#hasTools) return;
    if (this.#refresh) clearTimeout(this.#refresh);
    this.#refresh = setTimeout(() => this.#relist(), this.#options.timeouts.debounceMs);
  }

  /** Lists are read one after the other, so that an older one never replaces a newer one. */
  #relist(): void {
    this.#listing = this.#listing
      .then(() => (this.#hasTools ? this.#list() : undefined))
      .catch((error: unknown) => {
        if (!this.#hasTools) return;
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.onJunk(`The tools could not be read again: ${reason}`);
      });
  }

  async #list(): Promise<void> {
    const tools = new Map<string, ServerTool>();
    let cursor: string | undefined;
    for (let page = 0; this.#hasTools; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.#request('tools/list', this.#options.timeouts.listMs, params);
      if (!isRecord(result) || !Array.isArray(result.tools)) throw wrong('Its answer to tools/list holds no "tools".');
      for (const tool of result.tools.slice(0, maxTools)) this.#take(tools, tool);
      cursor = typeof result.nextCursor === 'string' ? result.nextCursor : undefined;
      if (cursor === undefined) break;
      if (page + 1 >= maxPages || tools.size >= maxTools) {
        this.#options.onJunk(
          `It lists more tools than Pilothouse takes; those after the first ${tools.size} are left out.`,
        );
        break;
      }
    }
    this.#tools = [...tools.values()];
    this.#options.onTools(this.#tools);
  }

  /** One bad definition costs that tool, not the server. */
  #take(tools: Map<string, ServerTool>, value: unknown): void {
    const parsed = ToolSchema.safeParse(value);
    if (!parsed.success || !isServerTool(value)) {
      const name = isRecord(value) ? JSON.stringify(value.name) : 'A tool';
      this.#options.onJunk(`${name} is left out: ${parsed.success ? 'it is no object' : issueOf(parsed.error)}.`);
    } else if (tools.has(value.name)) {
      this.#options.onJunk(`${JSON.stringify(value.name)} is listed twice; the first is used.`);
    } else if (tools.size < maxTools) tools.set(value.name, value);
  }
}

function handshakeOf(result: unknown): Handshake {
  const parsed = InitializeResultSchema.safeParse(result);
  if (!parsed.success || !isRecord(result))
    throw wrong(`Its answer to initialize is none: ${parsed.success ? 'it is no object' : issueOf(parsed.error)}.`);
  const { protocolVersion, serverInfo, capabilities, instructions = null } = parsed.data;
  if (!protocolVersions.includes(protocolVersion)) {
    throw new HubError(
      'PROTOCOL_VERSION_MISMATCH',
      `It speaks MCP ${JSON.stringify(protocolVersion)}; Pilothouse speaks ${protocolVersions.join(', ')}.`,
    );
  }
  const { name, version } = serverInfo;
  return {
    protocolVersion,
    serverInfo: { name, version },
    instructions,
    capabilities: isRecord(result.capabilities) ? result.capabilities : capabilities,
    result,
  };
}

function messageOf(line: string): Record<string, unknown> | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const value = parseJson(line);
    return isRecord(value) && value.jsonrpc === '2.0' ? value : null;
  } catch {
    return null;
  }
}

function isServerTool(value: unknown): value is ServerTool {
  return isRecord(value) && typeof value.name === 'string' && isRecord(value.inputSchema);
}

function issueOf(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  const issue = error.issues[0];
  return issue ? `"${issue.path.map(String).join('.')}": ${issue.message}` : 'unknown';
}

function wrong(sentence: string): HubError {
  return new HubError('ERR_SERVER_UNAVAILABLE', sentence);
}
