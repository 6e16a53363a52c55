// A played agent of MCP behind the real shim, which has to answer every request also when the hub goes away.
import { PassThrough } from 'node:stream';
import { LineSplitter } from '../../../native-host/framing/line-splitter.ts';
import { connectToHub, HubRefusedError } from '../../../native-host/relay/hub-connection.ts';
import { McpShim } from '../../../native-host/relay/mcp-shim.ts';
import { OwnTab, type PlayedAgent } from './played-agent.ts';
import type { Call, CallBook } from './call-book.ts';

const capBytes = 64 * 1024 * 1024;

export interface McpOptions {
  readonly home: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly instanceId: string;
}

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
