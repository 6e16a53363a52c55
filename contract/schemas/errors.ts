// The error codes of Pilothouse and the one shape in which an error crosses a boundary.
import { z } from 'zod';
import { errorCodes } from '../error-codes.ts';
import { ReasonSchema } from './reason.ts';
import type { Reason } from '../reason.ts';

export type ErrorCode = (typeof errorCodes)[number];

export const ErrorValueSchema = z.object({
  code: z.enum(errorCodes),
  /** One sentence that names the thing, the value and the remedy. */
  message: z.string(),
  /** The same as a value, where it is the hub that says it. */
  reason: ReasonSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorValue = z.infer<typeof ErrorValueSchema>;

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
