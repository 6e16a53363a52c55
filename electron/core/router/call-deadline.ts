// The time that a call has in all, from its arrival to its answer: pauses, questions to the user, and its browser together.
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { CallWait } from '../../../contract/failure-reasons.ts';
import type { Callable } from '../tools/callable.ts';
import type { Wanting } from './agent-call.ts';

export class CallDeadline {
  /** Aborted when the asker leaves, and when the time is over. */
  readonly signal: AbortSignal;
  readonly #own = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #asker: AbortSignal;
  readonly #target: CallWait;
  #waitsFor: CallWait;

  constructor(asker: AbortSignal, { id, kind }: Pick<Callable, 'id' | 'kind'>, ms: number) {
    this.#asker = asker;
    // What a page offers is carried out by its browser.
    this.#target = kind === 'page' ? 'browser' : kind;
    this.#waitsFor = this.#target;
    this.signal = AbortSignal.any([asker, this.#own.signal]);
    const over = () => {
      const facts = { tool: id, seconds: Math.round(ms / 100) / 10, waitsFor: this.#waitsFor };
      this.#own.abort(hubError('ERR_TOOL_TIMEOUT', { kind: 'call-timed-out', ...facts }));
    };
    this.#timer = setTimeout(over, ms);
  }

  waiting(waitsFor: Wanting): void {
    this.#waitsFor = waitsFor === 'target' ? this.#target : waitsFor;
  }

  /** What its agent is told; null while there is time, and for an asker who left before. */
  get error(): HubError | null {
    return this.#asker.aborted || !this.#own.signal.aborted ? null : (this.#own.signal.reason as HubError);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** What ended the call that this signal belongs to, where that was its own time and not its asker. */
export function timeoutOf({ aborted, reason }: AbortSignal): HubError | null {
  return aborted && reason instanceof HubError && reason.code === 'ERR_TOOL_TIMEOUT' ? reason : null;
}
