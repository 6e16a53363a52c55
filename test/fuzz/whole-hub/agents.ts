// The played agents, one class for each wire: each makes calls, takes what comes back for answers, may leave, repeat or cancel.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { encodeFrame } from '../../../native-host/framing/encode-frame.ts';
import { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import { LineSplitter } from '../../../native-host/framing/line-splitter.ts';
import { connectToHub, HubRefusedError } from '../../../native-host/relay/hub-connection.ts';
import { McpShim } from '../../../native-host/relay/mcp-shim.ts';
import type { Call, CallBook } from './call-book.ts';

export interface PlayedAgent {
  /** Opens a tab where it has none, else goes to an address in its own. */
  call(): void;
  /** Goes, whatever is under way. */
  leave(): void;
  /** Gives its oldest call up, where its wire has words for that. */
  cancel(): void;
  /** Goes and comes back with what it asked, byte by byte, where its wire knows that. */
  repeat(): void;
}

/** The hub that runs now: another one after each restart, null in between. */
type CurrentHub = () => unknown;

const capBytes = 64 * 1024 * 1024;
const addressOf = ({ mark }: Call) => `https://${mark}.example/`;

/** The one tab that an agent works in: learned from answers, forgotten when an answer says that it is gone. */
class OwnTab {
  #tabId: number | null = null;

  /** The hub's tool for the next call, with its arguments. */
  next(call: Call): { tool: 'tabs_create' | 'navigate'; args: Record<string, unknown> } {
    const url = addressOf(call);
    return this.#tabId === null
      ? { tool: 'tabs_create', args: { url } }
      : { tool: 'navigate', args: { url, tabId: this.#tabId } };
  }

  learn(text: string): void {
    const found = /\\?"tabId\\?":\s?(\d+)/.exec(text)?.[1];
    if (found !== undefined) this.#tabId = Number(found);
    if (/OWNERSHIP|NO_TABS|not open in|not found|own no tab/.test(text)) this.#tabId = null;
  }
}

export interface McpOptions {
  readonly home: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly instanceId: string;
}

/** MCP over the real shim, which has to answer every request also when the hub goes away. */
export class McpAgent implements PlayedAgent {
  readonly #options: McpOptions;
  readonly #book: CallBook;
  readonly #tab = new OwnTab();
  readonly #asked = new Map<number, Call>();
  #input: PassThrough | null = null;
  #nextId = 1;

  constructor(options: McpOptions, book: CallBook) {
    this.#options = options;
    this.#book = book;
  }

  call(): void {
    const call = this.#book.begin(this.#options.instanceId);
    const { tool, args } = this.#tab.next(call);
    const id = this.#nextId++;
    this.#asked.set(id, call);
    this.#say({ id, method: 'tools/call', params: { name: tool, arguments: args } });
  }

  leave(): void {
    this.#input?.end();
    this.#input = null;
    for (const call of this.#asked.values()) this.#book.end(call, 'left');
    this.#asked.clear();
  }

  cancel(): void {
    const [id] = [...this.#asked].find(([, { outcome }]) => outcome === null) ?? [];
    if (id === undefined) return;
    this.#book.end(this.#asked.get(id) as Call, 'cancelled');
    this.#say({ method: 'notifications/cancelled', params: { requestId: id } });
  }

  repeat(): void {
    this.leave();
  }

  #say(message: object): void {
    this.#input ??= this.#open();
    this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #open(): PassThrough {
    const { home, clientId, clientSecret, instanceId } = this.#options;
    const [input, output] = [new PassThrough(), new PassThrough()];
    const program = { path: null, pid: process.pid, folder: null };
    const hello = { clientId, instanceId, program };
    const shim = new McpShim({
      input,
      output,
      connect: () => connectToHub({ home, role: 'mcp', hello, clientSecret }),
      isFinal: error => error instanceof HubRefusedError,
    });
    const lines = new LineSplitter(capBytes, line => this.#input === input && this.#take(line));
    output.on('data', (chunk: Buffer) => lines.push(chunk));
    // No hub at its start ends a shim, and its client sees that.
    void shim.run().catch(() => this.#input === input && this.leave());
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'played' } };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params })}\n`);
    return input;
  }

  #take(line: string): void {
    const { id, method, result, error } = JSON.parse(line) as {
      id?: unknown;
      method?: string;
      result?: { isError?: boolean };
      error?: unknown;
    };
    if (method !== undefined || id === 'hello') return;
    const call = typeof id === 'number' ? this.#asked.get(id) : undefined;
    if (!call) return void this.#book.wrong.push(`${this.#options.instanceId} got an answer to nothing: ${line}`);
    this.#tab.learn(line);
    this.#book.answered(call, error || result?.isError ? 'error' : 'result', line);
    if (call.outcome !== 'cancelled') this.#asked.delete(Number(id));
  }
}

/** Spec 001's socket: no ids, answers in the order of the questions. */
export class ClaudeFramesAgent implements PlayedAgent {
  readonly #path: () => string;
  readonly #name: string;
  readonly #book: CallBook;
  readonly #hub: CurrentHub;
  readonly #tab = new OwnTab();
  #asked: { readonly call: Call; readonly frame: Buffer }[] = [];
  #socket: Socket | null = null;

  constructor(path: () => string, name: string, hub: CurrentHub, book: CallBook) {
    this.#hub = hub;
    this.#path = path;
    this.#name = name;
    this.#book = book;
  }

  call(): void {
    const call = this.#book.begin(this.#name);
    const { tool, args } = this.#tab.next(call);
    const name = tool === 'tabs_create' ? 'tabs_create_mcp' : tool;
    const params = { client_id: this.#name, tool: name, args };
    this.#send(call, encodeFrame(JSON.stringify({ method: 'execute_tool', params })));
  }

  leave(): void {
    this.#socket?.destroy();
    for (const { call } of this.#asked) this.#book.end(call, 'left');
    this.#gone(true);
  }

  cancel(): void {}

  repeat(): void {
    const [first, ...others] = this.#asked;
    if (!first) return;
    this.#asked = [];
    this.#socket?.destroy();
    this.#socket = null;
    for (const { call } of others) this.#book.end(call, 'left');
    first.call.sent += 1;
    this.#send(first.call, first.frame);
  }

  #send(call: Call, frame: Buffer): void {
    this.#socket ??= this.#open();
    this.#asked.push({ call, frame });
    this.#socket.write(frame);
  }

  #open(): Socket {
    const hub = this.#hub();
    const socket = connect(this.#path());
    const channel = new FrameChannel(socket, { maxFrameBytes: capBytes });
    channel.onFrame(frame => {
      if (this.#socket === socket) this.#take(frame.toString());
    });
    channel.onClose(() => this.#socket === socket && this.#gone(hub === null || hub !== this.#hub()));
    return socket;
  }

  #gone(hubEnds: boolean): void {
    this.#socket = null;
    for (const { call } of this.#asked) this.#book.closed(call, hubEnds);
    this.#asked = [];
  }

  #take(text: string): void {
    const said = JSON.parse(text) as { method?: string; error?: unknown };
    if (said.method !== undefined) return;
    const [asked] = this.#asked.splice(0, 1);
    if (!asked) return void this.#book.wrong.push(`${this.#name} got an answer to nothing: ${text}`);
    this.#tab.learn(text);
    this.#book.answered(asked.call, said.error === undefined ? 'result' : 'error', text);
  }
}

export interface SocketFiles {
  readonly socket: string;
  readonly token: string;
}

/** Spec 000's socket: a connection for each command, an id that the agent claims, its own time for each call. */
export class ClaudezillaAgent implements PlayedAgent {
  readonly #files: SocketFiles;
  readonly #agentId: string;
  readonly #hub: CurrentHub;
  readonly #book: CallBook;
  readonly #tab = new OwnTab();
  readonly #open = new Map<Socket, { readonly call: Call; readonly names: boolean }>();

  constructor(files: SocketFiles, agentId: string, hub: CurrentHub, book: CallBook) {
    this.#hub = hub;
    this.#files = files;
    this.#agentId = agentId;
    this.#book = book;
  }

  call(): void {
    const call = this.#book.begin(this.#agentId);
    const { tool, args } = this.#tab.next(call);
    const command = tool === 'tabs_create' ? 'createWindow' : 'navigate';
    const params = { ...args, agentId: this.#agentId, _timeout: 5_000 };
    const hub = this.#hub();
    const socket = connect(this.#files.socket);
    // The real system's answer to createWindow has no address in it.
    this.#open.set(socket, { call, names: command === 'navigate' });
    const lines = new LineSplitter(capBytes, line => this.#take(socket, line));
    socket.on('error', () => {});
    socket.on('data', chunk => lines.push(chunk));
    socket.on('close', () => this.#closed(socket, hub === null || hub !== this.#hub()));
    socket.on('connect', () => {
      const authToken = readFileSync(this.#files.token, 'utf8');
      socket.write(`${JSON.stringify({ command, params, authToken })}\n`);
    });
  }

  leave(): void {
    for (const [socket, { call }] of this.#open) {
      this.#book.end(call, 'left');
      socket.destroy();
    }
    this.#open.clear();
  }

  cancel(): void {}

  repeat(): void {
    this.leave();
  }

  #take(socket: Socket, line: string): void {
    const asked = this.#open.get(socket);
    if (!asked) return;
    const { success } = JSON.parse(line) as { success: boolean };
    this.#tab.learn(line);
    this.#book.answered(asked.call, success ? 'result' : 'error', line, asked.names);
  }

  #closed(socket: Socket, hubEnds: boolean): void {
    const asked = this.#open.get(socket);
    this.#open.delete(socket);
    if (asked) this.#book.closed(asked.call, hubEnds);
  }
}
