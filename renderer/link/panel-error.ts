// The error of a panel request: what the hub says, in its own English where this panel has no words for it, or the panel's own when it could not be asked.
import { hasWords, reasonWords } from '../words/reason-words.ts';
import type { ErrorCode, ErrorValue } from '../../contract/errors.ts';
import type { Reason } from '../../contract/reasons.ts';

export class PanelError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;
  readonly reason: Reason | undefined;

  constructor(value: ErrorValue) {
    super(value.reason && hasWords(value.reason) ? reasonWords(value.reason) : value.message);
    this.name = 'PanelError';
    this.code = value.code;
    this.data = value.data;
    this.reason = value.reason;
  }
}

/** The sentence to show for anything that was thrown. */
export function errorSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
