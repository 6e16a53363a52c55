// Hides the values of secrets in what is shown or stored: always of those that there are now. The trace masks in its own thread.
import { Redactor } from '../redaction/redact.ts';

export class SecretMask {
  readonly #read: () => readonly string[];
  #of: readonly string[] = [];
  #redactor = new Redactor([]);

  /** `read` gives the values that nothing may show. */
  constructor(read: () => readonly string[]) {
    this.#read = read;
  }

  /** A text, masked. */
  text(text: string): string {
    return this.#now().words(text);
  }

  /** Every text in a value of JSON, masked; one without secrets comes back as it is. Names of keys hide nothing here. */
  value<T>(value: T): T {
    return this.#now().texts(value);
  }

  /** A message as JSON text, masked by the names of its keys too. */
  message(text: string): string {
    return this.#now().message(text);
  }

  /** Whether a value of JSON holds one of them. */
  isIn(value: unknown): boolean {
    return this.#now().isIn(value);
  }

  #now(): Redactor {
    const values = this.#read();
    if (values.length !== this.#of.length || values.some((value, i) => value !== this.#of[i])) {
      this.#of = values;
      this.#redactor = new Redactor(values);
    }
    return this.#redactor;
  }
}
