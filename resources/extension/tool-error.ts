// A refusal or failure of a tool: one of the hub's error codes and a sentence.
import type { ErrorCode } from '../../contract/errors.ts';

export class ToolError extends Error {
  readonly code: ErrorCode;
  /** For the hub, beside the sentence. */
  readonly details: object | undefined;

  constructor(code: ErrorCode, message: string, details?: object) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
