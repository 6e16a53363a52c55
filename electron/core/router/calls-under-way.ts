// The calls that are being carried out. What allowed one may end meanwhile: then it is cancelled at its target, and its asker is told why.
import { Refused } from '../gates/refusal.ts';
import { timeoutOf } from './call-deadline.ts';
import type { Refusal } from '../gates/refusal.ts';

/** A call was refused after it had been allowed. */
export class Withdrawn extends Refused {}

interface UnderWay {
  /** Why it would not be allowed now; null while it would. */
  readonly refusal: () => Refusal | null;
  stop(refusal: Refusal): void;
}

export class CallsUnderWay {
  readonly #calls = new Set<UnderWay>();

  /**
   * Rejects with Withdrawn, and aborts the signal of `work`, as soon as `refusal` gives one when it is asked again; and with what ended the
   * call's own time once that is over.
   */
  async carryOut<T>(
    refusal: () => Refusal | null,
    asker: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    // Time has passed since it was allowed, such as that of a question about a frame.
    const first = refusal();
    if (first) throw new Withdrawn(first);
    let withdraw: (why: Error) => void = () => {};
    const withdrawn = new Promise<never>((_, reject) => (withdraw = reject));
    const stop = (why: Refusal) => {
      const reason = new Withdrawn(why);
      // First, so that what the work fails with for want of its signal is not the answer.
      withdraw(reason);
      controller.abort(reason);
    };
    const timedOut = () => {
      const reason = timeoutOf(asker);
      if (reason) withdraw(reason);
    };
    asker.addEventListener('abort', timedOut, { once: true });
    const call: UnderWay = { refusal, stop };
    this.#calls.add(call);
    try {
      // Its asker hears of it at once, and gets no answer that comes in spite of it.
      return await Promise.race([withdrawn, work(AbortSignal.any([asker, controller.signal]))]);
    } finally {
      asker.removeEventListener('abort', timedOut);
      this.#calls.delete(call);
    }
  }

  /** Rules, a mode or the owner of a tab have changed. */
  recheck(): void {
    // The newest first: one that is stopped lets the next in its tab begin, which must have been stopped by then.
    for (const call of [...this.#calls].toReversed()) {
      const refusal = call.refusal();
      if (refusal) call.stop(refusal);
    }
  }
}
