// Installing a server's package: how far it is, what it asks for, what it will run, what a trial start has listed.
import { z } from 'zod';
import { wayKinds } from '../catalogue.ts';
import { AskedFieldSchema } from './catalogue.ts';
import { ReasonSchema } from './reason.ts';
import { ServerIdSchema, ServerOptionsSchema } from './servers.ts';

const Time = z.number();

/** What comes from a catalogue, or from a bundle that the user opened. */
export const InstallOriginSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entry'), sourceId: z.string(), name: z.string(), sourceName: z.string() }),
  z.object({
    kind: z.literal('bundle'),
    name: z.string(),
    /** Whoever signed it, where this machine trusts them. */
    signedBy: z.string().nullable(),
  }),
]);
export type InstallOrigin = z.infer<typeof InstallOriginSchema>;

/** `fetching` counts bytes, or packages where their program says only these. */
export const InstallPhaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({
    kind: z.literal('fetching'),
    unit: z.enum(['bytes', 'packages']),
    done: z.number(),
    total: z.number().nullable(),
  }),
  z.object({ kind: z.literal('unpacking'), done: z.number(), total: z.number().nullable() }),
  z.object({ kind: z.literal('building') }),
  /** It runs between walls until it has listed its tools. */
  z.object({ kind: z.literal('trying') }),
  /** The user stopped it; it goes on where it was. */
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('failed'), reason: ReasonSchema }),
  z.object({ kind: z.literal('ready') }),
]);
export type InstallPhase = z.infer<typeof InstallPhaseSchema>;

export const WallsSchema = ServerOptionsSchema.shape.sandbox.unwrap();
export type Walls = z.infer<typeof WallsSchema>;

export const ListedToolSchema = z.object({ name: z.string(), description: z.string(), hash: z.string() });

const VersionedSchema = z.object({
  version: z.string(),
  /** `dist.integrity`, a digest or a sha256, as its registry writes it; null where there is none. */
  integrity: z.string().nullable(),
});

/** Both descriptions; the same twice where its inputs or its marks have changed. */
const ChangedToolSchema = z.object({ name: z.string(), before: z.string(), after: z.string() });

/** A newer version beside what runs: it is taken by the user alone. */
export const InstallUpdateSchema = z.object({
  version: z.string(),
  publishedAt: Time.nullable(),
  /** Null until it has been fetched; then how it differs. */
  difference: z
    .object({
      commandLine: z.object({ from: z.string(), to: z.string() }),
      fields: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
      /** Null where no trial start listed any. */
      tools: z
        .object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(ChangedToolSchema) })
        .nullable(),
    })
    .nullable(),
  phase: InstallPhaseSchema.nullable(),
});

/** An installed server, or one that is being installed; by the id of its server. */
export const InstallSchema = z.object({
  serverId: ServerIdSchema,
  origin: InstallOriginSchema,
  kind: z.enum(wayKinds),
  identifier: z.string(),
  ...VersionedSchema.shape,
  phase: InstallPhaseSchema,
  /** What there is to know before it is approved: install scripts, no fixed version, no integrity. */
  warnings: z.array(ReasonSchema),
  fields: z.array(AskedFieldSchema),
  /** What was filled in, without secrets. */
  values: z.record(z.string(), z.array(z.string())),
  /** Keys of fields whose secrets are kept. */
  kept: z.array(z.string()),
  /** Keys of required fields without a value. */
  missing: z.array(z.string()),
  /** What will run, for reading. */
  commandLine: z.string(),
  /** What was proposed of what it asks for; the server's own options say what holds. */
  walls: WallsSchema,
  /** The first 200, with as much of each description as fits into a list. */
  tools: z.array(ListedToolSchema).nullable(),
  /** Why no trial start has listed tools; null while one may still, or where one has. */
  noTrial: ReasonSchema.nullable(),
  update: InstallUpdateSchema.nullable(),
  /** What it was before its last update, which it can go back to. */
  previous: VersionedSchema.nullable(),
  /** Bytes of its folder of packages, which others may share; null where it has none. */
  bytes: z.number().nullable(),
});
export type Install = z.infer<typeof InstallSchema>;
