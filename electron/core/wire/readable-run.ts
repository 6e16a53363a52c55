// How much nonsense a wire takes: each message that cannot be read is answered with one error, and three in a row end it.
import type { Reason } from '../../../contract/reasons.ts';

const maxUnreadable = 3;

/** One for each connection. */
export class ReadableRun {
  readonly #end: (reason: Reason) => void;
  #unreadable = 0;

  /** `end` closes the connection with a reason. */
  constructor(end: (reason: Reason) => void) {
    this.#end = end;
  }

  /** Whether the newest message was JSON. */
  note(isReadable: boolean): void {
    this.#unreadable = isReadable ? 0 : this.#unreadable + 1;
    if (this.#unreadable >= maxUnreadable) this.#end({ kind: 'unreadable', messages: maxUnreadable });
  }
}
