// The panel's requests about the command in the PATH; `panel-requests.ts` takes them in.
import { z } from 'zod';

const nothing = z.object({}).strict();

/** Where `pilothouse` stands for a shell of the user, or would be put. */
export const InstalledCommandSchema = z.object({
  /** The link, or on Windows the batch file. */
  file: z.string(),
  /** The launcher in the data home, which it starts. */
  target: z.string(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('installed') }),
    /** Something of somebody else has that name there, and is left alone; `leadsTo` where it is a link. */
    z.object({ kind: z.literal('foreign'), leadsTo: z.string().nullable() }),
  ]),
  /** Null where its folder is in the PATH; else the line that puts it there, and the file that takes it. */
  toAdd: z.object({ line: z.string(), to: z.string().nullable() }).nullable(),
});
export type InstalledCommand = z.infer<typeof InstalledCommandSchema>;

const result = z.object({ command: InstalledCommandSchema });

export const commandRequests = {
  'command:state': { params: nothing, result },
  /** Refused where something foreign stands. */
  'command:install': { params: nothing, result },
  /** Only what leads to this data home goes. */
  'command:remove': { params: nothing, result },
} as const;
