// Looks for nothing but the names in a refusal: few of an agent at a time, so that calls which rules deny cannot flood a browser.

/** Beyond these a call is refused at once, and its refusal names nothing. */
const maxUnderWay = 8;

export class FewLooks<T> {
  /** By their askers, and by what is looked for. */
  readonly #underWay = new Map<string, Map<string, Promise<T>>>();

  /** What is looked for already is not looked for twice. Null where too much is. */
  look(asker: string, what: string, start: () => Promise<T>): Promise<T> | null {
    const own = this.#underWay.get(asker) ?? new Map<string, Promise<T>>();
    const known = own.get(what);
    if (known) return known;
    if (own.size >= maxUnderWay) return null;
    const looking = start().finally(() => {
      own.delete(what);
      if (own.size === 0) this.#underWay.delete(asker);
    });
    this.#underWay.set(asker, own.set(what, looking));
    return looking;
  }
}
