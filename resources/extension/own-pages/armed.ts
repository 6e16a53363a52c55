// When answers count: half a second after the question last changed in view, and after the user has deliberately given the page the focus.
import { type Arming, armMs, mayAnswer, shown, unarmed, waited } from '../../../contract/arming.ts';
import { takenBackMs } from '../take-back.ts';

/** From the start of the page: the window was there before anybody began to take its focus back. */
const handedMs = takenBackMs + 1_000;

export class Armed {
  #arming: Arming = unarmed('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the press began that may become a click. */
  #pressedAt = Number.NEGATIVE_INFINITY;
  /** A window that opens by itself may be handed the focus in the middle of a word that is typed elsewhere, and loses it again. */
  #isChosen: boolean;
  readonly #since = performance.now();
  readonly #changed: () => void;

  /** `opensByItself`: keys count only once the user has turned to it, by pointer or by focusing it. */
  constructor(changed: () => void, { opensByItself }: { readonly opensByItself: boolean }) {
    this.#changed = changed;
    this.#isChosen = !opensByItself;
    addEventListener('focus', () => {
      // Later than that nobody but its user brings it.
      if (performance.now() - this.#since > handedMs) this.#choose();
      this.#again();
    });
    addEventListener('blur', () => {
      this.#isChosen = !opensByItself;
      this.#again();
    });
    for (const kind of ['pointerdown', 'pointermove'] as const)
      addEventListener(kind, () => this.#choose(), { capture: true });
    addEventListener('pointerdown', () => void (this.#pressedAt = performance.now()), { capture: true });
    document.addEventListener('visibilitychange', () => this.#again());
  }

  get isArmed(): boolean {
    return this.#arming.armedAt !== null;
  }

  /** What is asked now. */
  show(signature: string): void {
    const next = shown(this.#arming, signature);
    if (next === this.#arming) return;
    this.#arming = next;
    this.#wait();
  }

  /** Whether this click or key is an answer. */
  takes(event: Event): boolean {
    if (event instanceof KeyboardEvent)
      return this.#isChosen && document.hasFocus() && this.#takesAt(event.timeStamp, event.repeat);
    // A click made with a key has no pointer press before it.
    const isByKey = event instanceof MouseEvent && event.detail === 0;
    return isByKey ? this.#isChosen && this.#takesAt(event.timeStamp, false) : this.#takesAt(this.#pressedAt, false);
  }

  #takesAt(beganAt: number, repeats: boolean): boolean {
    return mayAnswer(this.#arming, { beganAt, repeats });
  }

  #choose(): void {
    this.#isChosen = true;
  }

  #again(): void {
    this.#arming = { ...this.#arming, epoch: this.#arming.epoch + 1, armedAt: null };
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#changed();
    if (document.visibilityState !== 'visible') return;
    const { epoch } = this.#arming;
    this.#timer = setTimeout(() => {
      this.#arming = waited(this.#arming, epoch, performance.now());
      this.#changed();
    }, armMs);
  }
}
