// A well-known place is taken by a process that answers: it is left to it.
import { inEnglish } from '../../words/english.ts';
import type { Reason } from '../../contract/reasons.ts';

export class EndpointHeldError extends Error {
  readonly by: Reason;

  constructor(place: string, by: Reason) {
    super(inEnglish({ kind: 'place-held', place, by }));
    this.by = by;
  }
}
