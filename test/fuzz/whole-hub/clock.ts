// A clock that stands still until a test moves it: the timers of everything in this process, and the steady time beside them.

interface Timer {
  due: number;
  readonly ms: number;
  readonly run: () => void;
}

type Settle = () => Promise<void>;

/** While it is installed no timeout fires by itself. Node's own parts keep their real time. */
export class PlayedClock {
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  readonly #timers = new Set<PlayedTimer>();
  #ms = 1_000;

  /** Milliseconds since this clock began. */
  get now(): number {
    return this.#ms;
  }

  install(): void {
    const set = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      this.#start({ due: 0, ms: Math.max(1, ms), run: () => callback(...args) });
    const clear = (timer: unknown) => {
      if (timer instanceof PlayedTimer) this.#timers.delete(timer);
      else this.#real.clearTimeout(timer as NodeJS.Timeout);
    };
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    performance.now = () => this.#ms;
  }

  restore(): void {
    Object.assign(globalThis, this.#real);
    // What lies beneath is the prototype's own.
    Reflect.deleteProperty(performance, 'now');
  }

  /** Lets everything fire that is due by then, in its order; `settle` runs after each. */
  async advance(ms: number, settle: Settle): Promise<void> {
    const until = this.#ms + ms;
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#timers.delete(next);
      this.#ms = Math.max(this.#ms, next.timer.due);
      next.timer.run();
      await settle();
    }
    this.#ms = until;
  }

  #next(until: number): PlayedTimer | undefined {
    const due = [...this.#timers].filter(({ timer }) => timer.due <= until);
    return due.reduce<PlayedTimer | undefined>(
      (first, other) => (first && first.timer.due <= other.timer.due ? first : other),
      undefined,
    );
  }

  #start(timer: Timer): PlayedTimer {
    const started = new PlayedTimer(timer, () => {
      timer.due = this.#ms + timer.ms;
      this.#timers.add(started);
    });
    return started.refresh();
  }
}

/** What Node's own timers let their owners do. */
class PlayedTimer {
  readonly timer: Timer;
  readonly #begin: () => void;

  constructor(timer: Timer, begin: () => void) {
    this.timer = timer;
    this.#begin = begin;
  }

  refresh(): this {
    this.#begin();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }
}
