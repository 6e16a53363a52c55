// The hub's ends of a server's stdin and stdout: one message on each line, bounded both ways, and read at a pace at which nobody else suffers.
import { gatherWrites } from '../../../../native-host/framing/gather-writes.ts';
import { LineSplitter } from '../../../../native-host/framing/line-splitter.ts';
import { FloodGuard } from './flood-guard.ts';
import type { Readable, Writable } from 'node:stream';
import type { Reason } from '../../../../contract/reasons.ts';

export interface ServerPipesOptions {
  /** The end of what the server reads. */
  readonly stdin: Writable;
  /** The end of what it writes. */
  readonly stdout: Readable;
  readonly onText: (line: string) => void;
  /** It broke a rule and is to be ended. */
  readonly onFault: (reason: Reason) => void;
}

const maxLineBytes = 64 * 1024 * 1024;
const maxQueuedBytes = 64 * 1024 * 1024;
/** A program outside the server's group may hold its pipes open for ever; its output is not waited for longer than this. */
export const drainMs = 250;

export class ServerPipes {
  readonly #options: ServerPipesOptions;
  #broken: NodeJS.Timeout | null = null;
  #isEnding = false;
  #isPaced = true;
  #exited: Promise<void> | null = null;

  constructor(options: ServerPipesOptions) {
    this.#options = options;
    const { stdin, stdout } = options;
    stdin.on('error', () => {});
    stdin.once('close', () => this.#brokenPipe({ kind: 'closed-input' }));
    stdout.on('error', () => {});
    stdout.once('end', () => this.#brokenPipe({ kind: 'closed-output' }));
  }

  /** To be called once it is known which process this is: nothing is read of it before. */
  begin(): void {
    const { stdout, onText, onFault } = this.#options;
    const guard = new FloodGuard();
    const splitter = new LineSplitter(maxLineBytes, onText);
    stdout.on('data', (chunk: Buffer) => {
      const { bytes, waitMs } = guard.take(chunk, performance.now());
      if (!splitter.push(bytes)) {
        stdout.destroy();
        onFault({ kind: 'line-too-long', mib: maxLineBytes >> 20 });
      } else if (waitMs > 0 && this.#isPaced) {
        stdout.pause();
        setTimeout(() => stdout.resume(), waitMs);
      }
    });
  }

  /** Writes one message and its newline. A server that does not read is at fault before its queue passes 64 MiB. */
  send(text: string): void {
    const { stdin, onFault } = this.#options;
    if (!stdin.writable) return;
    if (stdin.writableLength > 0 && stdin.writableLength + text.length > maxQueuedBytes)
      return onFault({ kind: 'input-full', mib: maxQueuedBytes >> 20 });
    gatherWrites(stdin);
    stdin.write(`${text}\n`);
  }

  /** The first step to its end: a server whose input ends should end itself (MCP 2025-11-25, "Lifecycle", stdio). */
  endInput(): void {
    this.#isEnding = true;
    this.#options.stdin.end();
  }

  /** To be called once the server has ended. Resolves when what it wrote was read. */
  exited(): Promise<void> {
    if (this.#broken) clearTimeout(this.#broken);
    this.#exited ??= this.#readRest();
    return this.#exited;
  }

  /** What it has left passes at once; what others write behind it does for no longer than `drainMs`. */
  #readRest(): Promise<void> {
    const { stdin, stdout } = this.#options;
    this.#isPaced = false;
    stdout.resume();
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer);
        stdin.destroy();
        stdout.destroy();
        resolve();
      };
      const timer = setTimeout(() => afterReads(end), drainMs);
      if (stdout.closed || stdout.readableEnded) end();
      else stdout.once('end', end).once('close', end);
    });
  }

  /** The pipes of a server that ends break a moment before its exit is heard of, and the exit says more: it gets that moment. */
  #brokenPipe(reason: Reason): void {
    if (this.#isEnding || this.#exited) return;
    const tell = () => {
      if (!this.#isEnding && !this.#exited) this.#options.onFault(reason);
    };
    this.#broken ??= setTimeout(() => afterReads(tell), drainMs);
  }
}

/** Timers come before what has arrived meanwhile: a hub that was busy hears that first. */
function afterReads(act: () => void): void {
  setImmediate(act);
}
