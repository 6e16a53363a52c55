// Time that passes only while this machine is awake: timers freeze over a sleep or a jump of the clock, and its end is told.

export interface ClockSources {
  /** In ms, from any start. Whether it stands still in a sleep differs between systems. */
  monotonic(): number;
  /** In ms since the epoch; anybody may set it. */
  wall(): number;
}

interface Timer {
  readonly due: number;
  readonly act: () => void;
  handle: NodeJS.Timeout | null;
}

const tickMs = 2_000;
/** A tick that comes later than this was not delayed by work: we slept, or stood still as a whole. */
const lateMs = 5_000;
/** A resume that nobody told: this many ticks in a row came in time. */
const ticksAwake = 5;

export class AwakeClock {
  readonly #sources: ClockSources;
  readonly #timers = new Set<Timer>();
  readonly #listeners = new Set<() => void>();
  readonly #tick: NodeJS.Timeout;
  #awakeMs = 0;
  #monotonic: number;
  #wall: number;
  #suspended = false;
  #ticks = 0;

  constructor(sources: ClockSources = { monotonic: () => performance.now(), wall: () => Date.now() }) {
    this.#sources = sources;
    this.#monotonic = sources.monotonic();
    this.#wall = sources.wall();
    this.#tick = setInterval(() => this.#onTick(), tickMs);
    this.#tick.unref();
  }

  /** Milliseconds awake. */
  now(): number {
    this.#advance();
    return this.#awakeMs;
  }

  /** Calls `act` after so many ms awake, once. Returns the function that cancels it. */
  after(ms: number, act: () => void): () => void {
    const timer: Timer = { due: this.now() + ms, act, handle: null };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => this.#cancel(timer);
  }

  /** Calls `listener` after each sleep or jump. Returns the function that ends it. */
  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The system is about to sleep: nothing passes until `resume`. */
  suspend(): void {
    this.#advance();
    this.#suspended = true;
    this.#ticks = 0;
  }

  resume(): void {
    if (!this.#suspended) return;
    this.#advance();
    this.#suspended = false;
    this.#woke();
  }

  /** Cancels all timers. Nothing passes afterwards. */
  stop(): void {
    clearInterval(this.#tick);
    for (const timer of this.#timers) this.#cancel(timer);
    this.#listeners.clear();
  }

  #onTick(): void {
    const onTime = !this.#advance();
    this.#ticks = onTime ? this.#ticks + 1 : 0;
    if (this.#suspended && this.#ticks >= ticksAwake) this.resume();
  }

  /** Returns whether we slept or the clock was set since the last look. */
  #advance(): boolean {
    const [monotonic, wall] = [this.#sources.monotonic(), this.#sources.wall()];
    const [passed, shown] = [monotonic - this.#monotonic, wall - this.#wall];
    this.#monotonic = monotonic;
    this.#wall = wall;
    const slept = passed > tickMs + lateMs;
    const jumped = slept || Math.abs(shown - passed) > lateMs;
    if (!this.#suspended) {
      // How much of that we were awake is not known, and too little does less harm.
      if (!slept) this.#awakeMs += passed;
      if (jumped) this.#woke();
    }
    return jumped;
  }

  #woke(): void {
    for (const timer of this.#timers) this.#arm(timer);
    // Later, because whoever reads the clock is in the middle of something.
    for (const listener of this.#listeners) queueMicrotask(() => this.#listeners.has(listener) && listener());
  }

  #arm(timer: Timer): void {
    if (timer.handle) clearTimeout(timer.handle);
    timer.handle = setTimeout(() => this.#fire(timer), Math.max(0, timer.due - this.#awakeMs));
    timer.handle.unref();
  }

  #fire(timer: Timer): void {
    timer.handle = null;
    const left = timer.due - this.now();
    if (this.#suspended || !this.#timers.has(timer)) return;
    // A sleep has armed it again already; Node's timers may fire a little early.
    if (left > 1) return timer.handle ? undefined : this.#arm(timer);
    this.#cancel(timer);
    timer.act();
  }

  #cancel(timer: Timer): void {
    if (timer.handle) clearTimeout(timer.handle);
    timer.handle = null;
    this.#timers.delete(timer);
  }
}
