// Keeps a tab drawing while it is used. Chromium lets a tab that nobody sees draw one frame a second, and answers a pointer, a wheel and
// a screenshot only with the next one; a tab that is being recorded draws as often as one in front, also in a minimised window. Recording
// costs processor time with every frame, 6 of the 25 ms of a call that types, so what the user sees anyway goes without.
import { isInFront } from '../user-focus.ts';

/** As little as can be: nobody looks at the record. Source: Chrome DevTools Protocol, `Page.startScreencast`. */
const smallestRecord = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: 1_000_000 };
/** Calls come one after another; in between, a page that moves would keep a processor busy for nobody. */
const restMs = 1_000;
/** A page that is busy, or a machine, may take so long too; then it is recorded in vain. */
const drawnWithinMs = 250;

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

export class DrawnTab {
  readonly #tabId: number;
  readonly #send: Send;
  #isUsed = false;
  #isRecorded = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** When the page was last asked, as `performance.now()`. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(tabId: number, send: Send) {
    this.#tabId = tabId;
    this.#send = send;
  }

  /** For a tab that is not in front the command is on its way when this returns, before every other that is sent afterwards. */
  begin(): void {
    this.#isUsed = true;
    clearTimeout(this.#rest);
    if (this.#isRecorded) return;
    if (isInFront(this.#tabId)) void this.#recordUnlessDrawn();
    else this.record();
  }

  record(): void {
    this.#isRecorded = true;
    // Where it is refused, the tab is used all the same, only more slowly.
    void this.#send('Page.startScreencast', smallestRecord).catch(() => {
      this.#isRecorded = false;
    });
  }

  /** The user has something else in front. */
  lookAgain(): void {
    if (this.#isRecorded && isInFront(this.#tabId)) this.#stop();
    this.#askedAt = Number.NEGATIVE_INFINITY;
    if (this.#isUsed) this.begin();
  }

  endSoon(): void {
    this.#isUsed = false;
    clearTimeout(this.#rest);
    if (this.#isRecorded) this.#rest = setTimeout(() => this.#stop(), restMs);
  }

  /** The debugger is gone, and what it recorded with it. */
  forget(): void {
    clearTimeout(this.#rest);
    this.#isRecorded = false;
  }

  /** The window in front may be covered, or its screen locked: then the browser draws less, and says nothing of it. */
  async #recordUnlessDrawn(): Promise<void> {
    if (performance.now() - this.#askedAt < restMs) return;
    this.#askedAt = performance.now();
    const frame = { expression: 'new Promise(requestAnimationFrame)', awaitPromise: true, silent: true };
    const drawn = this.#send('Runtime.evaluate', frame).then(
      () => true,
      () => false,
    );
    const late = new Promise(resolve => setTimeout(resolve, drawnWithinMs, false));
    if (await Promise.race([drawn, late])) return;
    if (!this.#isUsed) this.#askedAt = Number.NEGATIVE_INFINITY;
    else if (!this.#isRecorded) this.record();
  }

  #stop(): void {
    clearTimeout(this.#rest);
    this.#isRecorded = false;
    void this.#send('Page.stopScreencast').catch(() => {});
  }
}
