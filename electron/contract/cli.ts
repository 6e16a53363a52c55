// What the command line asks of a running hub over the hub endpoint, and what it is answered.
import { z } from 'zod';
import { SnapshotSchema } from './snapshot.ts';

export const cliAnswers = {
  status: SnapshotSchema,
  /** A fresh one-time URL of the panel, or null when a window came to the front. */
  open: z.object({ url: z.string().nullable() }),
  /** The process that is ending now. */
  stop: z.object({ pid: z.number().int().positive() }),
} as const;

export type CliQuestion = keyof typeof cliAnswers;
export type CliAnswer<Q extends CliQuestion> = z.infer<(typeof cliAnswers)[Q]>;
