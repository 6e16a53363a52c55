// A refusal or failure of a tool: one of the hub's error codes and a sentence.

export type ToolErrorCode =
  | 'ERR_CANCELLED'
  | 'ERR_INVALID_ARGUMENTS'
  | 'ERR_PERMISSION_DENIED'
  | 'ERR_TAB_MOVED'
  | 'ERR_TOOL_FAILED'
  | 'ERR_TOOL_NOT_FOUND'
  | 'ERR_TOO_LARGE';

export class ToolError extends Error {
  readonly code: ToolErrorCode;
  /** For the hub, beside the sentence. */
  readonly details: object | undefined;

  constructor(code: ToolErrorCode, message: string, details?: object) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
