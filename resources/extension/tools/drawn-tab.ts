// Keeps a tab drawing while it is used. Chromium lets a tab that nobody sees draw one frame a second, and answers a pointer, a wheel and
// a screenshot only with the next one; a tab that is being recorded draws as often as one in front, also in a minimised window.
/** As little as can be: nobody looks at the record. Source: Chrome DevTools Protocol, `Page.startScreencast`. */
const smallestRecord = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16, everyNthFrame: 1_000_000 };
/** Calls come one after another; in between, a page that moves would keep a processor busy for nobody. */
const restMs = 1_000;

type Send = (method: string, params?: object) => Promise<unknown>;

export class DrawnTab {
  readonly #send: Send;
  #isRecorded = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The command is on its way when this returns, before every other that is sent afterwards. */
  begin(): void {
    clearTimeout(this.#rest);
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    // Where it is refused, the tab is used all the same, only more slowly.
    void this.#send('Page.startScreencast', smallestRecord).catch(() => {
      this.#isRecorded = false;
    });
  }

  endSoon(): void {
    clearTimeout(this.#rest);
    if (!this.#isRecorded) return;
    this.#rest = setTimeout(() => {
      this.#isRecorded = false;
      void this.#send('Page.stopScreencast').catch(() => {});
    }, restMs);
  }

  /** The debugger is gone, and what it recorded with it. */
  forget(): void {
    clearTimeout(this.#rest);
    this.#isRecorded = false;
  }
}
