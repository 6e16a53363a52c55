// The last line that a program wrote, from its beginning: a secret in it can be masked before it is cut.

/** A line is kept up to here: far more than is shown. */
const keptChars = 64 * 1024;
const shownChars = 300;

export class LastLine {
  #last = '';
  #current = '';

  push(text: string): void {
    const [first = '', ...others] = text.split('\n');
    this.#current = (this.#current + first).slice(0, keptChars);
    for (const line of others) {
      if (this.#current.trim() !== '') this.#last = this.#current;
      this.#current = line.slice(0, keptChars);
    }
  }

  /** Without `start`, and masked before it is cut. */
  text(start: string, mask: (text: string) => string): string {
    const line = (this.#current.trim() === '' ? this.#last : this.#current).trim();
    return maskedAndCut(line.startsWith(start) ? line.slice(start.length) : line, mask);
  }
}

/** What is shown of a text from outside. */
export function maskedAndCut(text: string, mask: (text: string) => string): string {
  return mask(text.slice(0, keptChars)).slice(0, shownChars);
}
