// The lines of stdin for a script that asks for one at a time: it sets the pace, and what waits is bounded.
import { LineSplitter } from '../../../native-host/framing/line-splitter.ts';
import type { Readable } from 'node:stream';

const maxLineBytes = 64 * 1024 * 1024;
const maxWaiting = 64;

export class LineQueue {
  readonly #input: Readable;
  readonly #waiting: string[] = [];
  readonly #askers: ((line: string) => void)[] = [];
  #ended = false;

  /** `onEnd` is called when no line will come any more; those that wait already can still be read. */
  constructor(input: Readable, onEnd: () => void) {
    this.#input = input;
    const splitter = new LineSplitter(maxLineBytes, line => this.#take(line));
    const end = () => {
      if (this.#ended) return;
      this.#ended = true;
      onEnd();
    };
    input.on('data', (chunk: Buffer) => {
      if (splitter.push(chunk)) return;
      input.destroy();
      end();
    });
    for (const event of ['end', 'close', 'error']) input.once(event, end);
  }

  /** Whether somebody waits for a line that may still come. */
  get isAsked(): boolean {
    return this.#askers.length > 0 && !this.#ended;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  ask(asker: (line: string) => void): void {
    const line = this.#waiting.shift();
    if (line === undefined) this.#askers.push(asker);
    else asker(line);
    if (this.#waiting.length < maxWaiting) this.#input.resume();
  }

  #take(line: string): void {
    const asker = this.#askers.shift();
    if (asker) return asker(line);
    this.#waiting.push(line);
    if (this.#waiting.length >= maxWaiting) this.#input.pause();
  }
}
