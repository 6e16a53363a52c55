// The newest lines of one run's stderr, and word of their change, seldom enough that a flood of them stays cheap.
import { StderrRing } from './stderr-ring.ts';
import type { TransportEvents } from '../lifecycle/server-transport.ts';

const tellMs = 50;

export interface KeptStderrOptions extends Pick<TransportEvents, 'onStderr' | 'onLog'> {
  /** Hides secret values. */
  readonly mask?: (text: string) => string;
}

export class KeptStderr extends StderrRing {
  readonly #mask: (text: string) => string;
  readonly #onChange: () => void;
  #willTell = false;

  constructor({ onStderr, onLog, mask = text => text }: KeptStderrOptions) {
    super(onLog);
    this.#onChange = onStderr;
    this.#mask = mask;
  }

  /** The newest lines with secrets hidden: what tells from them why a program ended is cut, and half a secret is none that could be found. */
  masked(): string[] {
    return this.newest().map(this.#mask);
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
