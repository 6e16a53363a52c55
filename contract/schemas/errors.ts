// The error codes of Pilothouse and the one shape in which an error crosses a boundary.
import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { ReasonSchema } from './reason.ts';

export const ErrorValueSchema = z.object({
  code: z.enum(errorCodes),
  /** One sentence that names the thing, the value and the remedy. */
  message: z.string(),
  /** The same as a value, where it is the hub that says it. */
  reason: ReasonSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorValue = z.infer<typeof ErrorValueSchema>;
