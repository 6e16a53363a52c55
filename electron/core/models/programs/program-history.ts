// What a program went through, as it is drawn: its steps, each from its moment on.
import type { ModelProgram } from '../../../../contract/schemas/models.ts';

type Step = ModelProgram['lifecycle'][number];

const maxSteps = 200;

export class ProgramHistory {
  #steps: Step[] = [];

  add(at: number, state: Step['state']): void {
    if (this.#steps.at(-1)?.state !== state) this.#steps = [...this.#steps, { at, state }].slice(-maxSteps);
  }

  /** From then on, and the step that it was in then. */
  since(from: number): Step[] {
    const first = this.#steps.findLastIndex(({ at }) => at <= from);
    return this.#steps.slice(Math.max(0, first));
  }
}
