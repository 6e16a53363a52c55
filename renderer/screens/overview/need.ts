// One line of what waits for a person.
import type { Tone } from '../../words/tone.ts';

export interface Need {
  readonly id: string;
  readonly tone: Tone;
  readonly title: string;
  readonly why: string;
  /** Where the answer is given: a path such as `permissions` or `servers/github`. */
  readonly path: string;
  readonly action: string;
}

export function need(id: string, tone: Tone, title: string, why: string, path: string, action: string): Need {
  return { id, tone, title, why, path, action };
}
