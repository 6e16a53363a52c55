// What does not work right now, in the panel and on stderr.
import { inEnglish } from '../../../words/english.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { StatePublisher } from './publisher.ts';

export class Problems {
  readonly #state: StatePublisher;
  readonly #say: (sentence: string) => void;

  constructor(state: StatePublisher, say: (sentence: string) => void) {
    this.#state = state;
    this.#say = say;
  }

  /** A problem with the same id replaces the older one. */
  report(id: string, reason: Reason): void {
    this.#say(inEnglish(reason));
    this.#state.setHub({ problems: [...this.#without(id), { id, reason }].slice(-20) });
  }

  solved(id: string): void {
    this.#state.setHub({ problems: this.#without(id) });
  }

  #without(id: string) {
    return this.#state.hub.problems.filter(problem => problem.id !== id);
  }
}
