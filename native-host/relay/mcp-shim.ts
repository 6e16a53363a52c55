// The byte pump between an MCP client's stdio and the hub: lines in, frames out, and the other way round. Survives a hub that restarts,
// and waits for the user to start the one that they stopped.
import { isUtf8 } from 'node:buffer';
import { maxHubFrameBytes } from '../../contract/frame-bounds.ts';
import { gatherWrites } from '../framing/gather-writes.ts';
import { LineSplitter } from '../framing/line-splitter.ts';
import { ShimLedger } from './shim-ledger.ts';
import type { Readable, Writable } from 'node:stream';
import type { FrameChannel } from '../framing/frame-channel.ts';

export interface ShimOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Opens a proven connection to the hub; `mayStart` allows to start one. Rejects with a sentence. */
  readonly connect: (mayStart: boolean) => Promise<FrameChannel>;
  /** Why no hub is to be started or waited for, as a sentence: the user stopped it. Null while they did not; absent where nobody can. */
  readonly stopped?: () => string | null;
  /** Whether trying again cannot help: the hub answered and does not take this client. */
  readonly isFinal: (error: Error) => boolean;
  /** Milliseconds between two looks for a hub that went away. */
  readonly retryMs?: number;
  /** How long a request waits for a hub that went away, in milliseconds. */
  readonly patienceMs?: number;
}

const maxWaitingLines = 1_000;
/** Stands in a text for bytes that are no UTF-8, and as a whole line for a line with such bytes: the hub answers that it is no JSON. */
const replacement = '\ufffd';

/** Pumps until the client closes its input. Rejects with a sentence when the hub cannot be reached at the start, or refuses later. */
export class McpShim {
  readonly #options: ShimOptions;
  readonly #ledger = new ShimLedger();
  readonly #retryMs: number;
  readonly #patienceMs: number;
  #channel: FrameChannel | null = null;
  #waiting: string[] = [];
  #ended = false;
  #failure: Error | null = null;
  /** The client was told that the user stopped the hub, and not yet that there is one again. */
  #toldStopped = false;

  constructor(options: ShimOptions) {
    this.#options = options;
    this.#retryMs = options.retryMs ?? 250;
    this.#patienceMs = options.patienceMs ?? 5_000;
  }

  async run(): Promise<void> {
    const { input, output } = this.#options;
    const ended = new Promise<void>(resolve => {
      input.once('end', resolve);
      input.once('close', resolve);
      input.once('error', () => resolve());
      // A client that no longer reads has left.
      output.on('error', () => resolve());
    });
    const first = await this.#first();
    if (first) this.#attach(first);
    else void this.#comeBack();
    const lines = new LineSplitter(maxHubFrameBytes, (line, bytes) =>
      this.#take(line.includes(replacement) && !isUtf8(bytes) ? replacement : line),
    );
    input.on('data', (chunk: Buffer) => {
      if (!lines.push(chunk))
        this.#fail(new Error(`A line is longer than ${maxHubFrameBytes} bytes; the client must send less.`));
    });
    await ended;
    this.#ended = true;
    this.#channel?.close();
    input.destroy();
    if (this.#failure) throw this.#failure;
  }

  /** Null where the user stopped the hub: the client is told so at each of its requests, until there is one. */
  async #first(): Promise<FrameChannel | null> {
    const first = await this.#options.connect(true).catch(toError);
    if (!(first instanceof Error)) return first;
    if (this.#options.isFinal(first) || this.#stopped() === null) throw first;
    return null;
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    if (this.#channel) return this.#send(this.#channel, line);
    this.#ledger.sent(line);
    if (this.#waiting.length < maxWaitingLines) this.#waiting.push(line);
    else this.#answer(this.#ledger.refusalOf(line, `${maxWaitingLines} messages wait for the hub already.`));
  }

  #send(channel: FrameChannel, line: string): void {
    try {
      if (!channel.send(line)) this.#options.input.pause();
      // On its way already: somebody waits for it.
      this.#ledger.sent(line);
    } catch (error) {
      // Bytes that are no UTF-8 grow when they are read, so a line under the cap can be a frame over it.
      this.#answer(this.#ledger.refusalOf(line, toError(error).message));
    }
  }

  #attach(channel: FrameChannel): void {
    this.#channel = channel;
    channel.onFrame(frame => {
      const line = frame.toString('utf8');
      if (!this.#ledger.received(line)) return;
      gatherWrites(this.#options.output);
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
    const stopped = this.#stopped();
    this.#failAll(stopped ?? this.#ledger.lastWord ?? `The hub went away (${reason}). Call again.`);
    this.#toldStopped = stopped !== null;
    if (stopped !== null) this.#answer(this.#ledger.warning(stopped));
    await this.#comeBack();
  }

  async #comeBack(): Promise<void> {
    const channel = await this.#find();
    if (!channel) return;
    const hello = this.#ledger.replay();
    if (hello) channel.send(hello);
    this.#attach(channel);
    for (const line of this.#waiting.splice(0)) this.#send(channel, line);
    // The user may have changed anything meanwhile, and the client was last told that there is nothing.
    if (this.#toldStopped) for (const notice of this.#ledger.listChanges()) this.#answer(notice);
    this.#toldStopped = false;
  }

  /** Looks until there is a hub again. None is started where the user stopped it; who ended this agent alone waits for a new request. */
  async #find(): Promise<FrameChannel | null> {
    let waitsSince: number | null = null;
    while (!this.#ended) {
      const isAsked = this.#waiting.length > 0;
      if (this.#ledger.dismissed && !isAsked) {
        await this.#pause();
        continue;
      }
      const stopped = this.#stopped();
      const mayStart = isAsked && stopped === null;
      waitsSince = mayStart ? (waitsSince ?? performance.now()) : null;
      const found = await this.#options.connect(mayStart).catch(toError);
      if (!(found instanceof Error)) return this.#kept(found);
      if (this.#options.isFinal(found)) {
        this.#fail(found);
        return null;
      }
      if (isAsked && stopped !== null) this.#failAll(stopped);
      if (waitsSince !== null && performance.now() - waitsSince > this.#patienceMs) this.#failAll(found.message);
      await this.#pause();
    }
    return null;
  }

  #stopped(): string | null {
    return this.#options.stopped?.() ?? null;
  }

  #pause(): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, this.#retryMs));
  }

  #kept(channel: FrameChannel): FrameChannel | null {
    if (!this.#ended) return channel;
    channel.close();
    return null;
  }

  #failAll(reason: string): void {
    this.#waiting = [];
    for (const answer of this.#ledger.failAll(reason)) this.#answer(answer);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#failAll(error.message);
    this.#options.input.destroy();
  }

  #answer(line: string | null): void {
    if (line) this.#options.output.write(`${line}\n`);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
