// The codes of errors, and the one error that may cross a boundary.
import type { Reason } from './reasons.ts';

/** Spec 003 "Error Codes", spec 002 "Error Codes" as written there, then Pilothouse's own. There are no others. */
export const errorCodes = [
  'ERR_PERMISSION_DENIED',
  'ERR_SCOPE_REQUIRED',
  'ERR_SERVER_UNAVAILABLE',
  'ERR_TOOL_NOT_FOUND',
  'ERR_TOOL_NOT_ALLOWED',
  'ERR_TOOL_TIMEOUT',
  'ERR_TOOL_FAILED',
  'ERR_RATE_LIMITED',
  'ERR_BUDGET_EXCEEDED',
  'TOOL_NOT_FOUND',
  'INVALID_ARGUMENTS',
  'EXECUTION_FAILED',
  'TIMEOUT',
  'INTERNAL_ERROR',
  'NOT_REGISTERED',
  'ALREADY_REGISTERED',
  'PLUGIN_NOT_ALLOWED',
  'PROTOCOL_VERSION_MISMATCH',
  'ERR_NOT_OWNER',
  'ERR_PAUSED',
  'ERR_READ_ONLY',
  'ERR_BROWSER_UNAVAILABLE',
  'ERR_TOO_LARGE',
  'ERR_INVALID_ARGUMENTS',
  'ERR_CANCELLED',
  'ERR_INTERNAL',
  'ERR_TAB_MOVED',
  'ERR_MODEL_FAILED',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The one shape in which an error crosses a boundary. */
export interface ErrorValue {
  readonly code: ErrorCode;
  /** One sentence that names the thing, the value and the remedy. */
  readonly message: string;
  /** The same as a value, where it is the hub that says it. */
  readonly reason?: Reason | undefined;
  readonly data?: Record<string, unknown> | undefined;
}

/** What an `ERR_CANCELLED` says, whoever says it. */
export const cancelledCall = 'The asker cancelled this call.';

/** An error that may cross a boundary. Everything else that is thrown becomes `ERR_INTERNAL` there. */
export class HubError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;
  /** What `message` says, as a value; absent where somebody else said it. */
  readonly reason: Reason | undefined;

  constructor(code: ErrorCode, message: string, data?: Record<string, unknown>, reason?: Reason) {
    super(message);
    this.name = 'HubError';
    this.code = code;
    this.data = data;
    this.reason = reason;
  }
}

export function toErrorValue(error: unknown): ErrorValue {
  if (error instanceof HubError) {
    const { code, message, data, reason } = error;
    return { code, message, ...(reason && { reason }), ...(data && { data }) };
  }
  return { code: 'ERR_INTERNAL', message: sentenceOf(error) };
}

/** Anything can be thrown, also what has no form as a string. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    return `Something that is no error was thrown (${typeof error}).`;
  }
}
