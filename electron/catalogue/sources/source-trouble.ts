// Why a source could not be read to its end, as a value that the user is told.
import type { Reason } from '../../../contract/reasons.ts';

export class SourceTrouble extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.kind);
    this.reason = reason;
  }
}
