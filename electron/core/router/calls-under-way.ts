// The calls that are being carried out. What allowed one may end meanwhile: then it is cancelled at its target, and its asker is told why.
import { HubError } from '../../contract/errors.ts';
import type { GateVerdict } from '../gates/gate.ts';

export type Refusal = GateVerdict & { readonly kind: 'deny' };

/** A call was refused after it had been allowed. */
export class Withdrawn extends HubError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code, refusal.message, refusal.data);
    this.refusal = refusal;
  }
}

interface UnderWay {
  /** Why it would not be allowed now; null while it would. */
  readonly refusal: () => Refusal | null;
  stop(refusal: Refusal): void;
}

export class CallsUnderWay {
  readonly #calls = new Set<UnderWay>();

  /** Rejects with Withdrawn, and aborts the signal of `work`, as soon as `refusal` gives one when it is asked again. */
  async carryOut<T>(
    refusal: () => Refusal | null,
    asker: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const call: UnderWay = { refusal, stop: why => controller.abort(new Withdrawn(why)) };
    this.#calls.add(call);
    try {
      const result = await work(AbortSignal.any([asker, controller.signal]));
      controller.signal.throwIfAborted();
      return result;
    } catch (error) {
      if (!asker.aborted) controller.signal.throwIfAborted();
      throw error;
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Rules, a mode or the owner of a tab have changed. */
  recheck(): void {
    for (const call of [...this.#calls]) {
      const refusal = call.refusal();
      if (refusal) call.stop(refusal);
    }
  }
}
