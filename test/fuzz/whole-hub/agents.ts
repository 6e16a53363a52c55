// The played agents of the compatibility sockets: each makes calls, takes what comes back for answers, may leave or repeat.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { LineSplitter } from '../../../native-host/framing/line-splitter.ts';
import { OwnTab, type PlayedAgent } from './played-agent.ts';
import type { Call, CallBook } from './call-book.ts';

/** The hub that runs now: another one after each restart, null in between. */
type CurrentHub = () => unknown;

const capBytes = 64 * 1024 * 1024;

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
