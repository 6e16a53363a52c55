// The newest lines of one run's stderr, and word of their change, seldom enough that a flood of them stays cheap.
import { StderrRing } from './stderr-ring.ts';
import type { TransportEvents } from '../lifecycle/server-transport.ts';

const tellMs = 50;

export class KeptStderr {
  readonly #ring: StderrRing;
  readonly #onChange: () => void;
  #willTell = false;

  constructor({ onStderr, onLog }: Pick<TransportEvents, 'onStderr' | 'onLog'>) {
    this.#ring = new StderrRing(onLog);
    this.#onChange = onStderr;
  }

  push(chunk: Buffer): void {
    this.#ring.push(chunk);
    this.#tell();
  }

  add(line: string): void {
    this.#ring.add(line);
    this.#tell();
  }

  lines(): string[] {
    return this.#ring.lines();
  }

  /** The newest line that tells why it ended, or null. */
  telling(): string | null {
    return this.#ring.telling();
  }

  #tell(): void {
    if (this.#willTell) return;
    this.#willTell = true;
    setTimeout(() => {
      this.#willTell = false;
      this.#onChange();
    }, tellMs);
  }
}
