// An error as it crosses a boundary.
import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { ReasonSchema } from './reason.ts';
import type { ErrorValue } from '../errors.ts';

export const ErrorValueSchema: z.ZodType<ErrorValue> = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  reason: ReasonSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
