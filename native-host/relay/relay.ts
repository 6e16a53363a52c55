// The byte pump between one browser's standard streams and the hub. It knows frames and their sizes and parses nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { maxBrowserFrameBytes } from '../../contract/frame-bounds.ts';
import { FrameSplitter, writeFrame } from '../framing/frame-codec.ts';
import { bytesOf } from '../framing/frame-pieces.ts';
import { connectToHub, EndedByHubError } from './hub-connection.ts';
import type { Readable, Writable } from 'node:stream';
import type { FrameChannel } from '../framing/frame-channel.ts';
import type { FramePieces } from '../framing/frame-pieces.ts';
import type { RelayArguments } from './relay-arguments.ts';

const firstRetryMs = 250;
const lastRetryMs = 2_000;
/** The end of a paused pipe cannot be seen, so a pause of the browser's side is lifted this often to look. */
const lookForEndMs = 500;
/** Chromium kills 2 s after it closed the pipes; what it has not read by then it never will. */
const flushMs = 1_500;

/** What an extension may say before the hub is there for the first time, in bytes. */
const maxEarlyBytes = 64 * 1024;

/** Each may be opened at its first use. */
export interface RelayStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: (sentence: string) => void;
}

/** Pumps until the browser closes the input, whether the hub is there or not. One run for one object. */
export class Relay {
  readonly #args: RelayArguments;
  readonly #streams: RelayStreams;
  readonly #end = new AbortController();
  /** The hub, or null while it is away. */
  #hub: FrameChannel | null = null;
  /** First words of an extension that is not ours, which is never told when to begin; null once a hub was there. */
  #early: Buffer[] | null;
  /** Whether the browser was told anything by a hub: it may answer that at any time, also through the next connection. */
  #told = false;
  #lastNotice = '';
  #lastProblem = '';
  #look: NodeJS.Timeout | null = null;

  constructor(args: RelayArguments, streams: RelayStreams) {
    this.#args = args;
    this.#streams = streams;
    this.#early = args.isCompanion ? null : [];
  }

  /** Resolves once the browser has left and nothing keeps the process any more, at the latest 2 s after. */
  async run(): Promise<void> {
    const left = this.#keepConnected();
    // Opening the browser's streams takes about as long as the hub's first answer, which is under way by then.
    setImmediate(() => this.#readBrowser());
    await left;
    await flush(this.#streams.output);
  }

  #readBrowser(): void {
    const { input, output, log } = this.#streams;
    const splitter = new FrameSplitter(this.#args.maxFrameBytes);
    input.on('data', (chunk: Buffer) => {
      try {
        splitter.push(chunk, pieces => this.#toHub(pieces));
      } catch (error) {
        log(`The browser's side cannot be read on: ${describe(error)}`);
        input.destroy();
        this.#stop();
      }
    });
    for (const event of ['end', 'close', 'error']) input.on(event, () => this.#stop());
    output.on('error', () => this.#stop());
    output.on('drain', () => this.#hub?.resume());
  }

  #toHub(pieces: FramePieces): void {
    // While the hub is away, frames end here whole, so that the next hub starts at a frame's beginning.
    if (!this.#hub) return this.#keepEarly(pieces);
    if (this.#hub.send(pieces)) return;
    this.#streams.input.pause();
    this.#look ??= setTimeout(() => this.#resumeBrowser(), lookForEndMs);
  }

  #keepEarly(pieces: FramePieces): void {
    const kept = this.#early?.reduce((bytes, frame) => bytes + frame.length, 0) ?? 0;
    // Copied, because a small view would keep the whole chunk that it lies in.
    if (kept + bytesOf(pieces) <= maxEarlyBytes) this.#early?.push(Buffer.concat(pieces));
  }

  #resumeBrowser(): void {
    if (this.#look) clearTimeout(this.#look);
    this.#look = null;
    this.#streams.input.resume();
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#end;
    let delay = firstRetryMs;
    while (!signal.aborted) {
      try {
        const { home, argv } = this.#args;
        const hello = { argv, pid: process.pid, ...(this.#told && { returning: true }) };
        const hub = await connectToHub({ home, role: 'relay', hello, signal });
        const since = performance.now();
        await this.#serve(hub);
        if (performance.now() - since > lastRetryMs) delay = firstRetryMs;
      } catch (error) {
        if (!signal.aborted) this.#report(describe(error));
        if (error instanceof EndedByHubError) this.#leave();
      }
      if (signal.aborted) return;
      this.#notify('away');
      await sleep(delay, undefined, { signal }).catch(() => {});
      delay = Math.min(delay * 2, lastRetryMs);
    }
  }

  /** Pumps over one connection until it closes. */
  #serve(hub: FrameChannel): Promise<void> {
    this.#hub = hub;
    this.#lastProblem = '';
    this.#notify('connected');
    hub.onDrain(() => this.#resumeBrowser());
    hub.onPieces(pieces => this.#toBrowser(hub, pieces));
    for (const frame of this.#early ?? []) hub.send(frame);
    this.#early = null;
    return new Promise(resolve => {
      hub.onClose(() => {
        this.#hub = null;
        this.#resumeBrowser();
        resolve();
      });
      if (this.#end.signal.aborted) hub.close();
    });
  }

  #toBrowser(hub: FrameChannel, pieces: FramePieces): void {
    const bytes = bytesOf(pieces);
    if (bytes > maxBrowserFrameBytes) {
      this.#streams.log(
        `A frame of ${bytes} bytes from the hub was dropped: a browser takes at most ${maxBrowserFrameBytes} bytes.`,
      );
      return;
    }
    this.#told = true;
    if (!writeFrame(this.#streams.output, pieces)) hub.pause();
  }

  /** Tells our own extension, once for each change; others would not know what the frame means (RelayNoticeSchema). */
  #notify(relay: 'connected' | 'away'): void {
    if (!this.#args.isCompanion || this.#lastNotice === relay) return;
    this.#lastNotice = relay;
    writeFrame(this.#streams.output, Buffer.from(JSON.stringify({ relay })));
  }

  #report(problem: string): void {
    if (problem !== this.#lastProblem) this.#streams.log(problem);
    this.#lastProblem = problem;
  }

  /** The browser sees its port close and may open another. */
  #leave(): void {
    this.#streams.input.destroy();
    this.#stop();
  }

  #stop(): void {
    this.#end.abort(new Error('The browser has left.'));
    if (this.#look) clearTimeout(this.#look);
    this.#look = null;
    this.#hub?.close('The browser has left.');
  }
}

/** Waits until the browser has taken what was written, or gives it up. */
async function flush(output: Writable): Promise<void> {
  if (output.destroyed) return;
  const late = setTimeout(() => output.destroy(), flushMs);
  await new Promise<void>(resolve => {
    output.once('close', resolve);
    output.end(resolve);
  });
  clearTimeout(late);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
