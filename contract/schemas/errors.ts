// The error codes of Pilothouse and the one shape in which an error crosses a boundary.
import { z } from 'zod';
import { errorCodes } from '../errors.ts';

export const ErrorValueSchema = z.object({
  code: z.enum(errorCodes),
  /** One sentence that names the thing, the value and the remedy. */
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorValue = z.infer<typeof ErrorValueSchema>;
