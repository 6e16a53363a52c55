// Names of tools as every provider takes them: letters, digits, `_` and `-`, 64 of them at most; and back to those of the asker.

const maxChars = 64;

export class ToolNames {
  readonly #own = new Map<string, string>();
  readonly #sent = new Map<string, string>();

  constructor(names: readonly string[]) {
    for (const name of names) this.sent(name);
  }

  /** The name under which a provider knows it. Two names of the asker are never one there. */
  sent(own: string): string {
    const known = this.#sent.get(own);
    if (known !== undefined) return known;
    const plain = own.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, maxChars) || '_';
    let sent = plain;
    for (let number = 2; this.#own.has(sent); number += 1) {
      const end = `_${number}`;
      sent = plain.slice(0, maxChars - end.length) + end;
    }
    this.#own.set(sent, own);
    this.#sent.set(own, sent);
    return sent;
  }

  /** A name that was never sent is the model's own invention, and stays what it is. */
  own(sent: string): string {
    return this.#own.get(sent) ?? sent;
  }
}
