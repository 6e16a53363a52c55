// Time as the property has it: everything asynchronous waits in a lane until it is told to go on, one thing at a time.

export class Steps {
  readonly #lanes = new Map<string, (() => void)[]>();

  /** Resolves when its turn has come. What waits in one lane goes on in its order. */
  wait(lane: string): Promise<void> {
    return new Promise(resolve => {
      const waiting = this.#lanes.get(lane) ?? [];
      waiting.push(resolve);
      this.#lanes.set(lane, waiting);
    });
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  /** Lets the first of one lane go on, and all that follows from it. */
  async goOn(choice: number): Promise<void> {
    const names = [...this.#lanes.keys()];
    const name = names[choice % Math.max(1, names.length)];
    const waiting = name === undefined ? undefined : this.#lanes.get(name);
    if (name !== undefined && waiting?.length === 1) this.#lanes.delete(name);
    waiting?.shift()?.();
    await settle();
  }
}

/** All that follows at once from what has happened: afterwards no promise waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
