// Names that entries of the trace share, such as methods and tools, with secrets masked: each is looked at once.
import type { Redactor } from '../redaction/redact.ts';

/** Names come from outside too; a stranger that makes new ones all the time gets them masked one by one. */
const maxKnown = 10_000;

export class NameMask {
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

  /** A text of one entry: most are the ids of requests and thus numbers, which are nobody's secret. */
  text(text: string): string {
    return /^\d+$/.test(text) ? text : this.#redactor.words(text);
  }
}
