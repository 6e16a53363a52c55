// The error codes of Pilothouse and the one shape in which an error crosses a boundary.
import { z } from 'zod';
import { errorCodes } from '../error-codes.ts';

export type ErrorCode = (typeof errorCodes)[number];

export const ErrorValueSchema = z.object({
  code: z.enum(errorCodes),
  /** One sentence that names the thing, the value and the remedy. */
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorValue = z.infer<typeof ErrorValueSchema>;

/** An error that may cross a boundary. Everything else that is thrown becomes `ERR_INTERNAL` there. */
export class HubError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, data?: Record<string, unknown>) {
    super(message);
    this.name = 'HubError';
    this.code = code;
    this.data = data;
  }
}

export function toErrorValue(error: unknown): ErrorValue {
  if (error instanceof HubError) {
    const { code, message, data } = error;
    return data ? { code, message, data } : { code, message };
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
