// The panel's requests by which servers come to be: typed, pasted, taken over from other apps, completed and pinned; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { FillSchema, PinOfferSchema, TypedAddressSchema, TypedCommandSchema } from './adding.ts';
import { FoundAppSchema, ImportPreviewSchema, ImportSourceSchema } from './imports.ts';
import { ServerIdSchema, StartSchema } from './servers.ts';

const nothing = z.object({}).strict();
const done = z.object({}).strict();
const name = z.string().trim().min(1).max(60);
const id = z.string().min(1).max(200);
const fills = z.array(FillSchema).max(200);
/** Whether they run all the time, which they do when it is absent, or start on first use. */
const start = { start: StartSchema.optional() };
const added = z.object({ serverIds: z.array(ServerIdSchema) });

export const addingRequests = {
  /**
   * A command line, an address, or a text that lists servers in any form that an import reads. Adds servers that wait for approval; starts nothing. A command line that
   * is an address is taken for one, and a name that a server has already is refused.
   */
  'servers:add': {
    params: z.discriminatedUnion('kind', [
      TypedCommandSchema.extend(start),
      TypedAddressSchema.extend(start),
      z.object({ kind: z.literal('json'), text: z.string().max(1_000_000), ...start }),
    ]),
    result: added,
  },
  /** The apps whose lists of servers lie on this machine, with the names in them. Nothing is kept of what was read. */
  'servers:found': { params: nothing, result: z.object({ apps: z.array(FoundAppSchema) }) },
  /** Shows what a text or apps' own files list. Nothing is added, and no secret value comes back. */
  'servers:import-preview': { params: z.object({ source: ImportSourceSchema }), result: ImportPreviewSchema },
  /** Adds entries of a preview as servers that wait for approval. Their secrets go into the store; nothing starts. */
  'servers:import': {
    params: z.object({
      previewId: id,
      keys: z.array(id).min(1).max(3_000),
      /** Other names than those of the preview, by key. */
      names: z.record(id, name).default({}),
      /** Values for placeholders, by key. What is not given stays as it is, and its server does not start. */
      fills: z.record(id, fills).default({}),
      /** Keys of offers that are not taken, by key: what they stand for stays in the config. */
      open: z.record(id, z.array(id).max(1_000)).default({}),
      ...start,
    }),
    result: added,
  },
  /** Gives placeholders of a server their values. It then waits for approval of what it has become. */
  'servers:fill': { params: z.object({ serverId: ServerIdSchema, fills: fills.min(1) }), result: done },
  /** Asks the package's own registry for the version that is current now, and shows what the command becomes. Changes nothing. */
  'servers:pin-offer': { params: z.object({ serverId: ServerIdSchema }), result: PinOfferSchema },
  /** Writes that version into the command, which then waits for approval. `hash` is that of the offer: another command is refused. */
  'servers:pin': {
    params: z.object({ serverId: ServerIdSchema, version: z.string().min(1).max(200), hash: z.string() }),
    result: done,
  },
} as const;
