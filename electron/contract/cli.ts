// What the command line asks of a running hub over the hub endpoint, and what it is answered.
import { z } from 'zod';
import { SnapshotSchema } from './snapshot.ts';

/** A fresh one-time URL of the panel, or null when a window came to the front. */
const OpenAnswerSchema = z.object({ url: z.string().nullable() });
/** The process that is ending now. */
const StopAnswerSchema = z.object({ pid: z.number().int().positive() });

export interface CliAnswers {
  readonly status: z.infer<typeof SnapshotSchema>;
  readonly open: z.infer<typeof OpenAnswerSchema>;
  readonly stop: z.infer<typeof StopAnswerSchema>;
}
export type CliQuestion = keyof CliAnswers;

export const cliAnswers: { readonly [Q in CliQuestion]: z.ZodType<CliAnswers[Q]> } = {
  status: SnapshotSchema,
  open: OpenAnswerSchema,
  stop: StopAnswerSchema,
};
