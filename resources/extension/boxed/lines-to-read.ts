// What a script is to read, held back until it asks for its next line: so it is known of each call whether the script can have begun it.

export class LinesToRead {
  readonly #give: (line: string, call: number | null) => void;
  /** Of no call: they are about calls that it has read, or answers to what it asks. */
  readonly #first: { readonly line: string; readonly readOn: () => void }[] = [];
  readonly #calls: { readonly call: number; readonly line: string }[] = [];
  /** How many lines it waits for. */
  #asked = 0;
  /** To be told when it asks for the next one. */
  #read: (() => void)[] = [];

  /** `give` hands it a line, and tells of which call that is. */
  constructor(give: (line: string, call: number | null) => void) {
    this.#give = give;
  }

  add(line: string, call: number): void {
    this.#calls.push({ call, line });
    this.#next();
  }

  /** It is read before every call that still waits. Resolves when the script waits for the line after it. */
  addFirst(line: string): Promise<void> {
    return new Promise(readOn => {
      this.#first.push({ line, readOn });
      this.#next();
    });
  }

  asks(): void {
    this.#asked += 1;
    for (const readOn of this.#read.splice(0)) readOn();
    this.#next();
  }

  /** False where it was read already. */
  withdraw(call: number): boolean {
    const at = this.#calls.findIndex(held => held.call === call);
    if (at === -1) return false;
    this.#calls.splice(at, 1);
    return true;
  }

  #next(): void {
    if (this.#asked === 0) return;
    const first = this.#first.shift();
    const held = first ? { call: null, line: first.line } : this.#calls.shift();
    if (!held) return;
    this.#asked -= 1;
    this.#give(held.line, held.call);
    if (!first) return;
    if (this.#asked > 0) first.readOn();
    else this.#read.push(first.readOn);
  }
}
