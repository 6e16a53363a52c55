// A line of the hub's log: what happened, as a value, masked before it was written.
import { z } from 'zod';
import { logLevels, logParts } from '../doctor.ts';
import { ReasonSchema } from './reason.ts';

/** One line of `log/hub.log` in the data home, as JSON. */
export const HubLogLineSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  level: z.enum(logLevels),
  part: z.enum(logParts),
  what: ReasonSchema,
});
export type HubLogLine = z.infer<typeof HubLogLineSchema>;
