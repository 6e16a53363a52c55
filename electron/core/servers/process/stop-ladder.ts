// How a child ends: its input is closed, then its whole tree is asked (SIGTERM), then killed (SIGKILL).

/** What the ladder acts on: a child together with everything that it started. */
export interface StopTarget {
  endInput(): void;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  /** Resolves when nothing of it runs any more. */
  readonly gone: Promise<void>;
}

/** How long each step may take before the next, in ms. */
export interface StopGraces {
  readonly inputMs: number;
  readonly termMs: number;
}

const steps = ['endInput', 'SIGTERM', 'SIGKILL'] as const;

export class StopLadder {
  readonly #target: StopTarget;
  #next = 0;
  #gone = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(target: StopTarget) {
    this.#target = target;
    void target.gone.then(() => {
      this.#gone = true;
      this.#clear();
    });
  }

  /** Begins, or when it has begun already goes one step further at once. Resolves when all is gone (MCP 2025-11-25, "Lifecycle", stdio). */
  stop(graces: StopGraces): Promise<void> {
    this.#step(graces);
    return this.#target.gone;
  }

  /** Begins, unless it has begun already. */
  begin(graces: StopGraces): void {
    if (this.#next === 0) this.#step(graces);
  }

  /** For what a child left behind when it ended by itself: there is no input to close any more. */
  sweep(graces: StopGraces): void {
    if (this.#next > 1) return;
    this.#next = 1;
    this.#step(graces);
  }

  #step(graces: StopGraces): void {
    this.#clear();
    const step = steps[this.#next];
    if (this.#gone || !step) return;
    this.#next += 1;
    if (step === 'endInput') this.#target.endInput();
    else this.#target.signal(step);
    if (step === 'SIGKILL') return;
    this.#timer = setTimeout(() => this.#step(graces), step === 'endInput' ? graces.inputMs : graces.termMs);
  }

  #clear(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
