// What the hub and the process that reads catalogues say to each other. Each answer is checked where it enters the hub.
import { z } from 'zod';
import { entrySorts, sourceKinds, wayKinds } from '../catalogue.ts';
import { EntryFiltersSchema, EntryRowSchema, EntrySchema } from './catalogue.ts';
import { catalogueRequests } from './catalogue-requests.ts';
import { ReasonSchema } from './reason.ts';

/** A source as its reader has to know it. `official` is the registry that proves namespaces; what one that `vouches` says of them holds. */
const ReadSourceSchema = z.object({
  id: z.string(),
  kind: z.enum(sourceKinds),
  name: z.string(),
  address: z.string(),
  official: z.boolean(),
  vouches: z.boolean(),
});
export type ReadSource = z.infer<typeof ReadSourceSchema>;

/** How a refresh has ended: read to its end, or why not. Both tell how many entries are stored now. */
const RefreshedSchema = z.object({
  entries: z.number(),
  failed: ReasonSchema.nullable(),
  stopped: z.boolean(),
  leftOut: ReasonSchema.nullable(),
});
export type Refreshed = z.infer<typeof RefreshedSchema>;

const nothing = z.object({});

/** What a way of an entry runs: as much as a rule about it asks for. */
const StoredOfferSchema = z.object({
  kind: z.enum(wayKinds),
  identifier: z.string(),
  version: z.string().nullable(),
  /** What was read before these were kept has the usual one until its next refresh; what is installed is judged by itself. */
  registry: z.string().nullable().default(null),
  sha256: z.string().nullable().default(null),
});
export type StoredOffer = z.infer<typeof StoredOfferSchema>;
/** As it may have been stored. */
export type WrittenOffer = z.input<typeof StoredOfferSchema>;

/** Nothing is forbidden in there: the hub knows the rules. */
const StoredRowSchema = EntryRowSchema.omit({ forbidden: true }).extend({ offers: z.array(StoredOfferSchema) });
export type StoredRow = z.infer<typeof StoredRowSchema>;
/** Those whose entries are shown, of which the names are said too. */
const shown = z.array(z.object({ id: z.string(), name: z.string() })).max(100);

/** What the process is asked. */
export const catalogueQuestions = {
  search: {
    params: z.object({
      query: z.string(),
      filters: EntryFiltersSchema,
      sort: z.enum(entrySorts),
      offset: z.number(),
      limit: z.number(),
      shown,
    }),
    answer: catalogueRequests['catalogue:search'].result.extend({ rows: z.array(StoredRowSchema) }),
  },
  /** `entry` is null where nothing is stored under that name, or under that version of it. */
  entry: {
    params: z.object({ sourceId: z.string(), name: z.string(), version: z.string().nullable(), shown }),
    answer: z.object({ entry: EntrySchema.omit({ forbidden: true }).nullable(), isStored: z.boolean() }),
  },
  /** Reads a source anew, of which `news` tell. With a name: the versions of this entry alone. */
  refresh: {
    params: z.object({ source: ReadSourceSchema, only: z.string().nullable() }),
    answer: RefreshedSchema,
  },
  forget: { params: z.object({ sourceId: z.string() }), answer: nothing },
} as const;

export type CatalogueQuestion = keyof typeof catalogueQuestions;
export type QuestionParams<N extends CatalogueQuestion> = z.infer<(typeof catalogueQuestions)[N]['params']>;
export type QuestionAnswer<N extends CatalogueQuestion> = z.infer<(typeof catalogueQuestions)[N]['answer']>;

/** To the process. `stop` ends a refresh; it is then answered as stopped. */
export type ToCatalogueWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly name: CatalogueQuestion; readonly params: unknown }
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'end' };

/** From the process. `ready` is the first, and says what had become of what was stored; `failed` of 0 that it cannot work at all. */
export const FromCatalogueWorkerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), anew: ReasonSchema.nullable() }),
  z.object({ kind: z.literal('answer'), id: z.number(), value: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.number(), reason: ReasonSchema }),
  z.object({
    kind: z.literal('news'),
    id: z.number(),
    done: z.number(),
    total: z.number().nullable(),
    entries: z.number(),
  }),
]);
export type FromCatalogueWorker = z.infer<typeof FromCatalogueWorkerSchema>;
