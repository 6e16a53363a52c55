// The byte pump between an MCP client's stdio and the hub: lines in, frames out, and the other way round. Survives a hub that restarts.
import { LineSplitter } from '../framing/line-splitter.ts';
import { maxHubFrameBytes } from './hub-connection.ts';
import { ShimLedger } from './shim-ledger.ts';
import type { Readable, Writable } from 'node:stream';
import type { FrameChannel } from '../framing/frame-channel.ts';

export interface ShimOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Opens a proven connection to the hub; may start one. Rejects with a sentence. */
  readonly connect: () => Promise<FrameChannel>;
  readonly log: (sentence: string) => void;
}

const maxWaitingLines = 1_000;

/** Pumps until the client closes its input. Rejects with a sentence when the hub cannot be reached, at the start or later. */
export class McpShim {
  readonly #options: ShimOptions;
  readonly #ledger = new ShimLedger();
  #channel: FrameChannel | null = null;
  #waiting: string[] = [];
  #ended = false;
  #failure: Error | null = null;

  constructor(options: ShimOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { input } = this.#options;
    const ended = new Promise<void>(resolve => {
      input.once('end', resolve);
      input.once('close', resolve);
      input.once('error', () => resolve());
    });
    this.#attach(await this.#options.connect());
    const lines = new LineSplitter(maxHubFrameBytes, line => this.#take(line));
    input.on('data', (chunk: Buffer) => {
      if (lines.push(chunk)) return;
      this.#failure = new Error(`A line is longer than ${maxHubFrameBytes} bytes; the client must send less.`);
      input.destroy();
    });
    await ended;
    this.#ended = true;
    this.#channel?.close();
    if (this.#failure) throw this.#failure;
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    this.#ledger.sent(line);
    if (!this.#channel) {
      if (this.#waiting.length < maxWaitingLines) this.#waiting.push(line);
      else this.#answer(this.#ledger.refusalOf(line, `${maxWaitingLines} messages wait for the hub already.`));
      return;
    }
    if (!this.#channel.send(line)) this.#options.input.pause();
  }

  #attach(channel: FrameChannel): void {
    this.#channel = channel;
    channel.onFrame(frame => {
      const line = frame.toString('utf8');
      if (!this.#ledger.received(line)) return;
      if (!this.#options.output.write(`${line}\n`)) {
        channel.pause();
        this.#options.output.once('drain', () => channel.resume());
      }
    });
    channel.onDrain(() => this.#options.input.resume());
    channel.onClose(reason => void this.#lost(reason));
  }

  /** Every request in flight gets its one answer; then the next hub is looked for and told who this is. */
  async #lost(reason: string): Promise<void> {
    this.#channel = null;
    if (this.#ended) return;
    this.#options.input.resume();
    for (const answer of this.#ledger.failAll(`The hub went away (${reason}). Call again.`)) this.#answer(answer);
    try {
      const channel = await this.#options.connect();
      const hello = this.#ledger.replay();
      if (hello) channel.send(hello);
      this.#attach(channel);
      for (const line of this.#waiting.splice(0)) channel.send(line);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      for (const answer of this.#ledger.failAll(this.#failure.message)) this.#answer(answer);
      this.#options.input.destroy();
    }
  }

  #answer(line: string | null): void {
    if (line) this.#options.output.write(`${line}\n`);
  }
}
