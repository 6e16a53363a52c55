// What does not work right now, as sentences: in the panel's banner and on stderr.
import type { Logger } from 'pino';
import type { StatePublisher } from './state/publisher.ts';

export class Problems {
  readonly #state: StatePublisher;
  readonly #log: Logger;

  constructor(state: StatePublisher, log: Logger) {
    this.#state = state;
    this.#log = log;
  }

  /** A problem with the same id replaces the older one. */
  report(id: string, text: string): void {
    this.#log.error({ problem: id }, text);
    this.#state.setHub({ problems: [...this.#without(id), { id, text }].slice(-20) });
  }

  solved(id: string): void {
    this.#state.setHub({ problems: this.#without(id) });
  }

  #without(id: string) {
    return this.#state.hub.problems.filter(problem => problem.id !== id);
  }
}
