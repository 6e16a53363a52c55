// The runner's way to the hub: the server's bytes as they are, and the runner's own lines, which never fall into one of the server's.
import { readyLine, statusStart } from '../../contract/runner-commands.ts';
import type { Writable } from 'node:stream';
import type { RunnerStatus } from '../../contract/schemas/runner.ts';

const newline = 10;

export class HubLink {
  readonly #output: Writable;
  #start = '';
  #inLine = false;

  constructor(output: Writable) {
    this.#output = output;
    // A hub that has gone is noticed at its other end, stdin; nothing waits for it any more.
    output.on('error', () => output.emit('drain'));
  }

  ready(): void {
    this.#output.write(`${readyLine}\n`);
  }

  /** Begins a server's time: its lines and the statuses that begin with `key`. */
  begin(key: string): void {
    this.#start = statusStart(key);
  }

  /** Passes on what the server wrote. Returns false when the hub does not keep up: then wait for `onDrain`. */
  forward(bytes: Buffer): boolean {
    this.#inLine = bytes[bytes.length - 1] !== newline;
    return this.#output.destroyed || this.#output.write(bytes);
  }

  onDrain(act: () => void): void {
    this.#output.once('drain', act);
  }

  status(status: RunnerStatus): void {
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'status', params: status });
    this.#output.write(`${this.#inLine ? '\n' : ''}${this.#start}${message.slice(1)}\n`);
    this.#inLine = false;
  }

  /** Resolves when all was taken by the hub, or it is gone. */
  flushed(): Promise<void> {
    return flushed(this.#output);
  }
}

/** Resolves when all that was written is on its way, or nobody reads it any more. */
export function flushed(output: Writable): Promise<void> {
  return new Promise(resolve => {
    output.once('close', resolve);
    output.once('error', () => resolve());
    output.write('', () => resolve());
  });
}
