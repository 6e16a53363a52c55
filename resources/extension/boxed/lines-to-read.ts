// What a script is to read, held back until it asks for its next line: so it is known of each call whether the script can have begun it.

export class LinesToRead {
  readonly #give: (line: string, call: number | null) => void;
  /** Of no call: they are about calls that it has read, or answers to what it asks. */
  readonly #first: string[] = [];
  readonly #calls: { readonly call: number; readonly line: string }[] = [];
  /** How many lines it waits for. */
  #asked = 0;

  /** `give` hands it a line, and tells of which call that is. */
  constructor(give: (line: string, call: number | null) => void) {
    this.#give = give;
  }

  add(line: string, call: number): void {
    this.#calls.push({ call, line });
    this.#next();
  }

  /** It is read before every call that still waits. */
  addFirst(line: string): void {
    this.#first.push(line);
    this.#next();
  }

  asks(): void {
    this.#asked += 1;
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
    const held = first === undefined ? this.#calls.shift() : { call: null, line: first };
    if (!held) return;
    this.#asked -= 1;
    this.#give(held.line, held.call);
  }
}
