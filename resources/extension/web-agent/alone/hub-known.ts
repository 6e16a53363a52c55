// Whether it is known if there is a hub: a background that has just begun does not know yet, and for a moment nor does one whose hub begins anew.

/** A hub that does not answer in that time is none. */
const mostMs = 3_000;

export class HubKnown {
  #isKnown = false;
  #waiting: (() => void)[] = [];

  set(isKnown: boolean): void {
    this.#isKnown = isKnown;
    if (isKnown) for (const go of this.#waiting.splice(0)) go();
  }

  async wait(): Promise<void> {
    if (this.#isKnown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>(resolve => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, mostMs);
    });
    clearTimeout(timer);
  }
}
