// What follows a crash: it is shown for a moment, then the next start is waited for, or given up. Time stands still in a sleep.
import { RestartPolicy } from './restart-policy.ts';
import type { AwakeClock } from './awake-clock.ts';
import type { Crash } from './restart-policy.ts';

export interface RestartTimerOptions {
  readonly clock: AwakeClock;
  /** How long the crash is shown as such. */
  readonly crashShownMs: number;
  /** In [0, 1). */
  random(): number;
  /** The next start is so many ms away. Told again after a sleep. */
  onWaiting(leftMs: number): void;
  onAgain(attempt: number): void;
  onGiveUp(): void;
}

export class RestartTimer {
  readonly #options: RestartTimerOptions;
  readonly #policy: RestartPolicy;
  #cancel: () => void = () => {};

  constructor(options: RestartTimerOptions) {
    this.#options = options;
    this.#policy = new RestartPolicy(options.random);
  }

  /** Restarts of the last 10 minutes, with the one that is waited for. */
  get used(): number {
    return this.#policy.usedAt(this.#options.clock.now());
  }

  crashed(crash: Crash): void {
    const { clock, crashShownMs, onGiveUp } = this.#options;
    const decision = this.#policy.crashed(crash);
    this.cancel();
    this.#cancel = clock.after(crashShownMs, () => {
      if (decision.kind === 'giveUp') onGiveUp();
      else this.#wait(decision.delayMs - crashShownMs, decision.attempt);
    });
  }

  /** Somebody else starts or stops it. May be called at any time. */
  cancel(): void {
    this.#cancel();
    this.#cancel = () => {};
  }

  #wait(ms: number, attempt: number): void {
    const { clock, onWaiting, onAgain } = this.#options;
    const due = clock.now() + ms;
    const endWake = clock.onWake(() => onWaiting(Math.max(0, due - clock.now())));
    const endWait = clock.after(ms, () => {
      endWake();
      onAgain(attempt);
    });
    this.#cancel = () => {
      endWake();
      endWait();
    };
    onWaiting(ms);
  }
}
