// The timers of a sandboxed script: only their numbers cross the border, the functions stay inside.

const maxTimers = 1_000;

export class ScriptTimers {
  readonly #due: (id: number) => void;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #nextId = 1;

  constructor(due: (id: number) => void) {
    this.#due = due;
  }

  get size(): number {
    return this.#timers.size;
  }

  /** Throws when there are too many. */
  start(ms: number, repeats: boolean): number {
    if (this.#timers.size >= maxTimers) throw new Error(`There are ${maxTimers} timers already; stop some.`);
    const id = this.#nextId++;
    const due = () => {
      if (!repeats) this.#timers.delete(id);
      this.#due(id);
    };
    // A repeating one of 0 ms would leave no time for anything else.
    this.#timers.set(id, repeats ? setInterval(due, Math.max(ms, 4)) : setTimeout(due, ms));
    return id;
  }

  stop(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}
