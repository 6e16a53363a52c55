// Names that entries of the trace share, such as methods and tools, with secrets masked: each is looked at once.
import type { Redactor } from '../redaction/redact.ts';

/** Names come from outside too; a stranger that makes new ones all the time gets them masked one by one. */
const maxKnown = 10_000;

export class WordMask {
  readonly #redactor: Pick<Redactor, 'words'>;
  readonly #known = new Map<string, string>();

  constructor(redactor: Pick<Redactor, 'words'>) {
    this.#redactor = redactor;
  }

  name(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const masked = this.#redactor.words(name);
    if (this.#known.size < maxKnown) this.#known.set(name, masked);
    return masked;
  }

  /** The id of a request: nearly always a number, which is nobody's secret. */
  id(id: string | null): string | null {
    return id === null || /^\d+$/.test(id) ? id : this.#redactor.words(id);
  }
}
