// Tells when a run has not been used for long: what is under way at it counts as use, and so does each request of an agent.
import type { AwakeClock } from './awake-clock.ts';

export interface IdleWatchOptions {
  readonly clock: Pick<AwakeClock, 'now' | 'after'>;
  readonly idleMs: number;
  /** Whether it was started for nobody: then it ends with the first look that finds it unused. */
  readonly forNobody: boolean;
  /** Whether anything needs it now, under way or kept open. */
  inUse(): boolean;
  /** How many requests of agents have come so far. */
  uses(): number;
  onIdle(): void;
}

const looksInIdleTime = 4;
const shortestMs = 100;

export class IdleWatch {
  readonly #options: IdleWatchOptions;
  #forNobody: boolean;
  #uses: number;
  #since: number;
  #cancel: () => void = () => {};

  constructor(options: IdleWatchOptions) {
    this.#options = options;
    this.#forNobody = options.forNobody;
    this.#uses = options.uses();
    this.#since = options.clock.now();
    this.#arm();
  }

  /** Somebody wants it after all. */
  wanted(): void {
    this.#forNobody = false;
    this.#since = this.#options.clock.now();
  }

  stop(): void {
    this.#cancel();
  }

  #arm(): void {
    const { clock, idleMs } = this.#options;
    const everyMs = this.#forNobody ? shortestMs : Math.max(shortestMs, idleMs / looksInIdleTime);
    this.#cancel = clock.after(everyMs, () => this.#look());
  }

  #look(): void {
    const { clock, idleMs, inUse, uses, onIdle } = this.#options;
    const isUsed = uses() !== this.#uses;
    if (isUsed) {
      this.#uses = uses();
      this.#forNobody = false;
    }
    const isInUse = inUse();
    if (isUsed || isInUse) this.#since = clock.now();
    else if (this.#forNobody || clock.now() - this.#since >= idleMs) return onIdle();
    this.#arm();
  }
}
