// Waits until a file has come to rest before it is looked at, and never longer than a bound, however often it changes.

/** A file that is never at rest is looked at this often. */
const mostMs = 3_000;

interface Pending {
  readonly ms: number;
  /** By the clock of `performance.now()`. */
  readonly latest: number;
  readonly timer: NodeJS.Timeout;
}

export class SettleTimers {
  readonly #pending = new Map<string, Pending>();
  readonly #over: (id: string, ms: number) => void;
  #stopped = false;

  /** `over` gets the wait that the timer was started with. */
  constructor(over: (id: string, ms: number) => void) {
    this.#over = over;
  }

  /** Starts a wait of `ms` where none is pending. */
  start(id: string, ms: number): void {
    if (!this.#pending.has(id)) this.#set(id, ms, performance.now() + mostMs);
  }

  /** The file has changed: a wait that is pending begins anew, and where there is none one of `ms` begins. */
  changed(id: string, ms: number): void {
    const pending = this.#pending.get(id);
    if (!pending) return this.start(id, ms);
    clearTimeout(pending.timer);
    this.#set(id, pending.ms, pending.latest);
  }

  stop(): void {
    this.#stopped = true;
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }

  #set(id: string, ms: number, latest: number): void {
    if (this.#stopped) return;
    const wait = Math.max(0, Math.min(ms, latest - performance.now()));
    const timer = setTimeout(() => {
      this.#pending.delete(id);
      this.#over(id, ms);
    }, wait).unref();
    this.#pending.set(id, { ms, latest, timer });
  }
}
