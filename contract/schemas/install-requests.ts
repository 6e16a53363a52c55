// The panel's requests by which packages are installed; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { AskedFieldSchema, FieldValuesSchema } from './catalogue.ts';
import { WallsSchema } from './installs.ts';
import { ReasonSchema } from './reason.ts';
import { ServerIdSchema } from './servers.ts';

const done = z.object({}).strict();
const id = z.string().min(1).max(200);
const name = z.string().trim().min(1).max(60);
const server = z.object({ serverId: ServerIdSchema });

/** Which way of which version of an entry, or an opened bundle. `way` counts from 0. */
export const InstallSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entry'),
    sourceId: id,
    name: z.string().min(1).max(500),
    version: z.string().min(1).max(500),
    way: z.number().int().min(0).max(100),
  }),
  z.object({ kind: z.literal('bundle'), bundleId: id }),
]);
export type InstallSource = z.infer<typeof InstallSourceSchema>;

export const installRequests = {
  /** What installing it would come to. Fetches nothing and changes nothing. */
  'installs:plan': {
    params: z.object({ from: InstallSourceSchema }),
    result: z.object({
      /** A free name for the server. */
      name: z.string(),
      /** What will run, for reading, with the fields that are open in angle brackets. */
      commandLine: z.string(),
      fields: z.array(AskedFieldSchema),
      walls: WallsSchema,
      warnings: z.array(ReasonSchema),
      /** The program that it needs and this machine lacks, with how to get it; null where nothing is missing. */
      missing: ReasonSchema.nullable(),
      /** Why the policy forbids it. */
      forbidden: ReasonSchema.nullable(),
    }),
  },
  /**
   * Adds a server that is installing, and begins to fetch its package. Values may come with it or later. `resembles` repeats the name
   * of the look-alike that the user was shown: without it an entry that has one is refused. With `plan` it is refused where its source
   * says something else by now than what that was made of.
   */
  'installs:begin': {
    params: z.object({
      from: InstallSourceSchema,
      name,
      values: FieldValuesSchema.default({}),
      walls: WallsSchema.nullable().optional(),
      resembles: z.string().max(500).optional(),
      plan: z.string().max(64).optional(),
    }),
    result: server,
  },
  /** Values of its form; those that are not named stay as they are, an empty list takes one away. It then waits for approval of what it has become. */
  'installs:fill': { params: server.extend({ values: FieldValuesSchema }), result: done },
  'installs:stop': { params: server, result: done },
  /** Goes on with one that was stopped or has failed. */
  'installs:resume': { params: server, result: done },
  /** Ends it, and takes away its server and what was fetched for it alone. */
  'installs:cancel': { params: server, result: done },
  /** Starts it once between walls, to hear which tools it has. */
  'installs:try': { params: server, result: done },
  /** Asks its source, by the user's click, whether there is a newer version. */
  'installs:look': { params: server, result: z.object({ version: z.string().nullable() }) },
  /** Fetches the newer version beside the one that runs and tries it; how it differs then stands in the install. */
  'installs:prepare': { params: server, result: done },
  /** Takes the prepared version. It then waits for approval. `version` is the one that was shown. */
  'installs:update': { params: server.extend({ version: z.string().min(1).max(500) }), result: done },
  /** Takes the version from before the last update again. */
  'installs:back': { params: server, result: done },
  /** Takes a server away with what was installed for it alone. */
  'installs:remove': { params: server, result: done },
  /** Folders of packages that no server uses any more. */
  'installs:unused': { params: z.object({}).strict(), result: z.object({ bytes: z.number(), folders: z.number() }) },
  'installs:clear-unused': { params: z.object({}).strict(), result: z.object({ bytes: z.number() }) },
} as const;
