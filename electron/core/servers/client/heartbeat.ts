// Finds a server that lives but does not answer: pings it while nothing else is asked of it, and counts what goes unanswered.
import type { Reason } from '../../../../contract/reasons.ts';
import type { AwakeClock } from '../lifecycle/awake-clock.ts';

export interface HeartbeatTimes {
  readonly everyMs: number;
  /** How long one ping may take. */
  readonly answerMs: number;
}

export interface HeartbeatOptions {
  readonly clock: AwakeClock;
  readonly times: HeartbeatTimes;
  /** Whether a call is in flight: a server that works on one is left alone. */
  isBusy(): boolean;
  /** Resolves with whether an answer came in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Three in a row were not answered; one more follows. */
  onSilent(reason: Reason): void;
  /** It answered after all. */
  onAnswer(): void;
  /** That one was not answered either. */
  onWedged(reason: Reason): void;
}

const maxMissed = 3;

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #endWake: () => void;
  #cancel: () => void = () => {};
  #missed = 0;
  /** A ping that was under way in a sleep says nothing. */
  #round = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#endWake = options.clock.onWake(() => void this.#beat());
    this.#schedule();
  }

  /** May be called twice. */
  stop(): void {
    this.#round += 1;
    this.#endWake();
    this.#cancel();
  }

  #schedule(spentMs = 0): void {
    const { clock, times } = this.#options;
    this.#cancel = clock.after(times.everyMs - spentMs, () => void this.#beat());
  }

  async #beat(): Promise<void> {
    this.#cancel();
    const { isBusy, ping, times } = this.#options;
    const round = ++this.#round;
    const answered = isBusy() || (await ping(times.answerMs));
    if (round !== this.#round) return;
    // What came in meanwhile may be what keeps it from answering.
    if (answered || isBusy()) return this.#answered();
    this.#missed += 1;
    const reason: Reason = { kind: 'no-answer', pings: this.#missed };
    if (this.#missed > maxMissed) return this.#options.onWedged(reason);
    if (this.#missed < maxMissed) return this.#schedule(times.answerMs);
    this.#options.onSilent(reason);
    void this.#beat();
  }

  #answered(): void {
    if (this.#missed >= maxMissed) this.#options.onAnswer();
    this.#missed = 0;
    this.#schedule();
  }
}
