// Answers that have been heard, until their takers are told so: several in one message, because nobody waits for that. Bounded.
import type { SharedFrame } from './shared-frames.ts';

type Got = SharedFrame & { readonly t: 'got' };

interface Heard {
  calls: string[];
  chars: number;
}

/** So many, or so much text that a taker keeps for them, are told at once. */
const most = { calls: 200, chars: 256 * 1024 };

export class HeardAnswers {
  readonly #send: (hub: string, frame: Got) => unknown;
  readonly #byHub = new Map<string, Heard>();

  constructor(send: (hub: string, frame: Got) => unknown) {
    this.#send = send;
  }

  add(hub: string, call: string, text: string): void {
    const heard = this.#byHub.get(hub) ?? { calls: [], chars: 0 };
    heard.calls.push(call);
    heard.chars += text.length;
    this.#byHub.set(hub, heard);
    if (heard.calls.length >= most.calls || heard.chars >= most.chars) this.#tell(hub, heard);
  }

  /** Called several times a second. */
  tellAll(): void {
    for (const [hub, heard] of [...this.#byHub]) this.#tell(hub, heard);
  }

  #tell(hub: string, { calls: [call, ...more] }: Heard): void {
    this.#byHub.delete(hub);
    if (call !== undefined) this.#send(hub, { t: 'got', call, more });
  }
}
