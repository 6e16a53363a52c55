// The panel's requests about the catalogue; `panel-requests.ts` takes them in. Nothing is fetched but by `catalogue:refresh`.
import { z } from 'zod';
import { entrySorts, sourceKinds } from '../catalogue.ts';
import { EntryFiltersSchema, EntryRowSchema, EntrySchema } from './catalogue.ts';

const done = z.object({}).strict();
const id = z.string().min(1).max(200);
const sourceName = z.string().trim().min(1).max(60);
const address = z.string().trim().min(1).max(4_000);

export const catalogueRequests = {
  /** Reads what is stored. `hidden` tells for each filter that is set how many more there would be without it. */
  'catalogue:search': {
    params: z.object({
      query: z.string().max(500).default(''),
      filters: EntryFiltersSchema.default(EntryFiltersSchema.parse({})),
      sort: z.enum(entrySorts).default('match'),
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    result: z.object({
      total: z.number(),
      rows: z.array(EntryRowSchema),
      hidden: z.array(z.object({ filter: EntryFiltersSchema.keyof(), count: z.number() })),
    }),
  },
  /** Without a version the newest that is active. Rejects with `catalogue-no-entry` where nothing is stored under that name. */
  'catalogue:entry': {
    params: z.object({ sourceId: id, name: z.string().min(1).max(500), version: z.string().max(500).optional() }),
    result: z.object({ entry: EntrySchema }),
  },
  /** Reads sources anew, all that are enabled where none is named. Answers at once; how far it is shows in the sources. */
  'catalogue:refresh': { params: z.object({ sources: z.array(id).max(100).optional() }), result: done },
  'catalogue:stop-refresh': { params: z.object({}).strict(), result: done },
  'catalogue:add-source': {
    params: z.object({ kind: z.enum(sourceKinds), name: sourceName, address }),
    result: z.object({ sourceId: z.string() }),
  },
  'catalogue:change-source': {
    params: z.object({
      sourceId: id,
      name: sourceName.optional(),
      address: address.optional(),
      enabled: z.boolean().optional(),
    }),
    result: done,
  },
  /** With all its entries. */
  'catalogue:remove-source': { params: z.object({ sourceId: id }), result: done },
} as const;
