// The newest lines of one run's stderr, and word of their change, seldom enough that a flood of them stays cheap.
import { StderrRing } from './stderr-ring.ts';
import type { TransportEvents } from '../lifecycle/server-transport.ts';

const tellMs = 50;

export class KeptStderr extends StderrRing {
  readonly #onChange: () => void;
  #willTell = false;

  constructor({ onStderr, onLog }: Pick<TransportEvents, 'onStderr' | 'onLog'>) {
    super(onLog);
    this.#onChange = onStderr;
  }

  override push(chunk: Buffer): void {
    super.push(chunk);
    this.#tell();
  }

  override add(line: string): void {
    super.add(line);
    this.#tell();
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
