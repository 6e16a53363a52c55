// What may change as often as a page likes: only the newest is told, a few times a second at most.

/** After so long it is tried again, where it could not be told. */
const againMs = 1_000;

export interface NewestOfferOptions<Offer> {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly pauseMs: number;
  /** False where it has to wait. */
  tell(offer: Offer): boolean;
}

export class NewestOffer<Offer> {
  readonly #options: NewestOfferOptions<Offer>;
  #waiting: { readonly offer: Offer } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: NewestOfferOptions<Offer>) {
    this.#options = options;
  }

  take(offer: Offer): void {
    this.#waiting = { offer };
    if (this.#timer !== undefined) return;
    const { now, pauseMs } = this.#options;
    const leftMs = this.#toldAt + pauseMs - now();
    if (leftMs > 0) this.#timer = setTimeout(() => this.flush(), leftMs);
    else this.flush();
  }

  /** Tells what waits now, where that is possible: what comes next may be about it. */
  flush(): void {
    if (!this.#waiting) return;
    const { offer } = this.#waiting;
    this.drop();
    if (this.#options.tell(offer)) {
      this.#toldAt = this.#options.now();
      return;
    }
    this.#waiting = { offer };
    this.#timer = setTimeout(() => this.flush(), againMs);
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = null;
  }
}
