// The catalogue of servers: its sources, its entries and the ways in which one of them can be run.
import { z } from 'zod';
import { fieldKinds, fieldPlaces, sourceKinds, wayKinds } from '../catalogue.ts';
import { ReasonSchema } from './reason.ts';

const Time = z.number();
const Text = z.string().max(20_000);

/** A source and how its last refresh stands. Its entries are offered in each of these states. */
export const CatalogueSourceSchema = z.object({
  id: z.string(),
  kind: z.enum(sourceKinds),
  name: z.string(),
  /** An address, or the path of a file or folder; empty for what Pilothouse brings. */
  address: z.string(),
  enabled: z.boolean(),
  /** The policy brings it: nobody changes it or takes it away. */
  byPolicy: z.literal(true).optional(),
  /** How many entries are stored. */
  entries: z.number(),
  /** When it was last read to its end; null where it never was. Milliseconds since the epoch. */
  freshAt: Time.nullable(),
  /** What was left out of it when it was read last, because nobody can read it; null or absent where nothing was. */
  leftOut: ReasonSchema.nullable().optional(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    /** `total` is null where nobody says how many there are. */
    z.object({ kind: z.literal('refreshing'), since: Time, done: z.number(), total: z.number().nullable() }),
    z.object({ kind: z.literal('failed'), since: Time, reason: ReasonSchema }),
    /** The policy forbids it: it is neither asked nor shown. */
    z.object({ kind: z.literal('forbidden'), reason: ReasonSchema }),
  ]),
});
export type CatalogueSource = z.infer<typeof CatalogueSourceSchema>;

/** A value that is asked for before a server can run. */
export const AskedFieldSchema = z.object({
  /** Unique in its way or bundle. */
  key: z.string().min(1).max(1_000),
  place: z.enum(fieldPlaces),
  /** Of the variable, argument or header; of a setting what its author calls it. */
  name: z.string().max(1_000),
  label: z.string().max(1_000),
  description: z.string().max(4_000),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  secret: z.boolean(),
  /** It takes several values. */
  multiple: z.boolean(),
  choices: z.array(Text).max(500),
  /** What it is unless somebody says otherwise. Of one that takes several: each. */
  defaults: z.array(Text).max(100),
  placeholder: z.string().max(1_000),
  /** Of a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
});
export type AskedField = z.infer<typeof AskedFieldSchema>;

/** Values of a form by the keys of its fields; a field without an entry has none. */
export const FieldValuesSchema = z.record(z.string().max(1_000), z.array(Text).max(100));
export type FieldValues = z.infer<typeof FieldValuesSchema>;

/** An argument as a template (`fieldReference`). It is left out where a field that it refers to has no value, and stands once for each value of one that has several. */
export const ArgumentTemplateSchema = z.object({
  /** `--port`; null for a positional one. */
  name: z.string().max(1_000).nullable(),
  /** Null for a flag alone. */
  value: Text.nullable(),
});
export type ArgumentTemplate = z.infer<typeof ArgumentTemplateSchema>;

const NamedTemplateSchema = z.object({ name: z.string().max(1_000), value: Text });

/** One way to run an entry: a package that is installed, or a server behind an address. */
export const WaySchema = z.object({
  kind: z.enum(wayKinds),
  /** The name of the package, the image without its tag, the address of the bundle or of the server. Of `remote` a template. */
  identifier: Text,
  /** Null where the entry fixes none. */
  version: z.string().max(500).nullable(),
  /** Where the package comes from, as the entry says; null for the usual place. */
  registry: Text.nullable(),
  /** Of the file, in hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  transport: z.enum(['stdio', 'http', 'sse']),
  /** Of a package whose transport is an address: where it then listens, as a template. */
  address: Text.nullable(),
  /** What the entry says it is run by, such as `npx`; of a bundle that was opened its command, as a template with `folderReference`. */
  runtime: z.string().max(1_000).nullable(),
  fields: z.array(AskedFieldSchema).max(300),
  /** For the runtime, in front of the package. */
  runtimeArguments: z.array(ArgumentTemplateSchema).max(300),
  arguments: z.array(ArgumentTemplateSchema).max(300),
  variables: z.array(NamedTemplateSchema).max(300),
  headers: z.array(NamedTemplateSchema).max(300),
});
export type Way = z.infer<typeof WaySchema>;

/** A better known entry whose name this one resembles. */
export const LookAlikeSchema = z.object({
  /** Empty where no source lists it: `name` is then that of a package. */
  sourceId: z.string(),
  name: z.string(),
  /** How many letters differ. */
  distance: z.number(),
});

/** An entry as a list shows it. What its source does not say is null. */
export const EntryRowSchema = z.object({
  sourceId: z.string(),
  /** Reverse DNS with a slash, as the official registry has it: `io.github.owner/server`. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** What stands before the slash; empty where there is none. */
  namespace: z.string(),
  /** The source proved that whoever published it holds the namespace. */
  verified: z.boolean(),
  status: z.enum(['active', 'deprecated', 'withdrawn']),
  /** Each kind once. */
  runs: z.array(z.enum(wayKinds)),
  /** How many values its first way asks for, and how many of these are secrets. */
  asks: z.object({ values: z.number(), secrets: z.number() }),
  publishedAt: Time.nullable(),
  changedAt: Time.nullable(),
  uses: z.number().nullable(),
  lookAlike: LookAlikeSchema.nullable(),
  /** Why the policy forbids it; null where it does not. */
  forbidden: ReasonSchema.nullable(),
});
export type EntryRow = z.infer<typeof EntryRowSchema>;

/** All that is known of one version of an entry. */
export const EntrySchema = EntryRowSchema.extend({
  /** Addresses, for reading: none is opened or fetched by itself. */
  repository: z.string().nullable(),
  website: z.string().nullable(),
  sourceName: z.string(),
  statusMessage: z.string(),
  ways: z.array(WaySchema),
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.string(),
      publishedAt: Time.nullable(),
      status: EntryRowSchema.shape.status,
      latest: z.boolean(),
    }),
  ),
  /** Tools that the source names; null where it names none. */
  tools: z.array(z.object({ name: z.string(), description: z.string() })).nullable(),
});
export type Entry = z.infer<typeof EntrySchema>;

export const EntryFiltersSchema = z.object({
  /** None stands for all. */
  sources: z.array(z.string()).max(100).default([]),
  runs: z.array(z.enum(wayKinds)).max(10).default([]),
  /** Only those whose namespace is verified. */
  verified: z.boolean().default(false),
  /** Only those that ask for no secret. */
  withoutSecrets: z.boolean().default(false),
  /** Also those that are withdrawn or deprecated. */
  withdrawn: z.boolean().default(false),
  /** Only what changed since then. */
  changedSince: Time.nullable().default(null),
});
export type EntryFilters = z.infer<typeof EntryFiltersSchema>;
export type FilterName = keyof EntryFilters;
