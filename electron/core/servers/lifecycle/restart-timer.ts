// What follows the end of a run: a crash is shown for a moment, then the next start is waited for, or given up; what is elsewhere is tried
// again without an end, and at once where there is a reason to. Time stands still in a sleep.
import { OutagePolicy, RestartPolicy } from './restart-policy.ts';
import type { NetworkWatch } from '../../outbound/network-watch.ts';
import type { AwakeClock } from './awake-clock.ts';
import type { Crash } from './restart-policy.ts';

export interface RestartTimerOptions {
  readonly clock: AwakeClock;
  readonly network: Pick<NetworkWatch, 'onChange'>;
  /** How long the crash is shown as such. */
  readonly crashShownMs: number;
  /** In [0, 1). */
  random(): number;
  /** The next start is so many ms away. Told again after a sleep. */
  onWaiting(leftMs: number): void;
  onAgain(attempt: number): void;
  onGiveUp(): void;
  /** What is elsewhere is tried again; `attempt` counts those of this outage. */
  onTry(attempt: number): void;
}

export class RestartTimer {
  readonly #options: RestartTimerOptions;
  readonly #policy: RestartPolicy;
  readonly #outage: OutagePolicy;
  #cancel: () => void = () => {};
  /** Tries what is elsewhere at once; null while that is not waited for. */
  #try: (() => void) | null = null;

  constructor(options: RestartTimerOptions) {
    this.#options = options;
    this.#policy = new RestartPolicy(options.random);
    this.#outage = new OutagePolicy(options.random);
  }

  /** Restarts of the last 10 minutes, with the one that is waited for. */
  get used(): number {
    return this.#policy.usedAt(this.#options.clock.now());
  }

  crashed(crash: Crash): void {
    const { clock, crashShownMs, onGiveUp, onAgain } = this.#options;
    const decision = this.#policy.crashed(crash);
    this.cancel();
    this.#cancel = clock.after(crashShownMs, () => {
      if (decision.kind === 'giveUp') onGiveUp();
      else this.#wait(decision.delayMs - crashShownMs, () => onAgain(decision.attempt));
    });
  }

  /** What is elsewhere cannot be reached, or broke off. */
  away(end: Crash): void {
    this.cancel();
    const { network, clock, onTry } = this.#options;
    const { delayMs, attempt } = this.#outage.ended(end);
    const tryNow = () => {
      this.cancel();
      onTry(attempt);
    };
    this.#wait(delayMs, tryNow);
    const endWait = this.#cancel;
    const tryAnew = () => {
      this.#outage.anew();
      tryNow();
    };
    // A machine that wakes up is on another network as often as not.
    const ends = [endWait, network.onChange(tryAnew), clock.onWake(tryAnew)];
    this.#try = tryNow;
    this.#cancel = () => {
      for (const end of ends) end();
    };
  }

  /** Somebody needs it: what is elsewhere is not waited for any longer. Nothing where nothing elsewhere is waited for. */
  hurry(): void {
    this.#try?.();
  }

  /** Somebody else starts or stops it. May be called at any time. */
  cancel(): void {
    this.#cancel();
    this.#cancel = () => {};
    this.#try = null;
  }

  #wait(ms: number, again: () => void): void {
    const { clock, onWaiting } = this.#options;
    const due = clock.now() + ms;
    const endWake = clock.onWake(() => onWaiting(Math.max(0, due - clock.now())));
    const endWait = clock.after(ms, () => {
      endWake();
      again();
    });
    this.#cancel = () => {
      endWake();
      endWait();
    };
    onWaiting(ms);
  }
}
