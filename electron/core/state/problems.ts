// What does not work right now, as sentences: in the panel's banner and on stderr.
import type { StatePublisher } from './publisher.ts';

export class Problems {
  readonly #state: StatePublisher;
  readonly #say: (sentence: string) => void;

  constructor(state: StatePublisher, say: (sentence: string) => void) {
    this.#state = state;
    this.#say = say;
  }

  /** A problem with the same id replaces the older one. */
  report(id: string, text: string): void {
    this.#say(text);
    this.#state.setHub({ problems: [...this.#without(id), { id, text }].slice(-20) });
  }

  solved(id: string): void {
    this.#state.setHub({ problems: this.#without(id) });
  }

  #without(id: string) {
    return this.#state.hub.problems.filter(problem => problem.id !== id);
  }
}
