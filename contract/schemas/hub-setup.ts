// The file that a hub without a screen is set up by: the fleet that it joins, the servers that it runs, with whom it shares them, and whom it asks nothing about.
import { z } from 'zod';
import { FleetNameSchema, FleetShowsSchema } from './fleet.ts';
import { maxSigners } from './fleet-requests.ts';
import { SecretNameSchema } from './secrets.ts';
import { StoredSignalSchema, StoredTelemetrySchema, TelemetryHeaderSchema } from './telemetry.ts';

/** Of a file, seen from the folder of the set-up file; `{name}` in one of the fleet's is what the hub is called there. */
const PathSchema = z.string().min(1).max(4_000);
const ServerNameSchema = z.string().trim().min(1).max(60);
const ToolNamesSchema = z.array(z.string().min(1).max(200)).min(1).max(200);

const SetupFleetSchema = z
  .object({
    address: z.string().trim().min(1).max(2_000),
    prefix: FleetNameSchema.optional(),
    /** As its machine where it is absent: in a container the name of the container. */
    name: FleetNameSchema.optional(),
    roles: z.array(FleetNameSchema).max(20).optional(),
    shows: FleetShowsSchema.optional(),
    ca: PathSchema.optional(),
    allowPlaintext: z.boolean().optional(),
    creds: PathSchema.optional(),
    nkey: PathSchema.optional(),
    token: PathSchema.optional(),
    user: z.string().min(1).max(200).optional(),
    password: PathSchema.optional(),
    /** Files with public keys, by whose they are. */
    signers: z
      .record(z.string().trim().min(1).max(80), PathSchema)
      .refine(signers => Object.keys(signers).length <= maxSigners)
      .default({}),
  })
  .strict();

const SetupShareSchema = z
  .object({
    server: ServerNameSchema.optional(),
    hubs: z.array(FleetNameSchema).max(500).default([]),
    roles: z.array(FleetNameSchema).max(50).default([]),
    tools: ToolNamesSchema.nullable().default(null),
    readOnly: z.boolean().default(false),
    description: z.string().max(500).default(''),
  })
  .strict();

/** Agents of this hub of the fleet call the server without a question. */
const SetupAllowSchema = z
  .object({
    hub: FleetNameSchema,
    server: ServerNameSchema,
    tools: ToolNamesSchema.nullable().default(null),
    readOnly: z.boolean().default(false),
  })
  .strict();

/** A signal that is named is on; values of its headers are in files. */
const SetupSignalSchema = StoredSignalSchema.omit({ on: true })
  .extend({ headers: z.record(TelemetryHeaderSchema, PathSchema).default({}) })
  .strict();

const SetupTelemetrySchema = StoredTelemetrySchema.extend({
  spans: SetupSignalSchema.optional(),
  metrics: SetupSignalSchema.optional(),
  logs: SetupSignalSchema.optional(),
}).strict();
export type SetupTelemetry = z.infer<typeof SetupTelemetrySchema>;

/** A file with the token that reads `/metrics`. */
const SetupMetricsSchema = z.object({ token: PathSchema }).strict();
export type SetupMetrics = z.infer<typeof SetupMetricsSchema>;

export const HubSetupSchema = z
  .object({
    version: z.literal(1),
    fleet: SetupFleetSchema.optional(),
    /** Files with values, by the names that servers write as `${secret:NAME}`. */
    secrets: z.record(SecretNameSchema, PathSchema).default({}),
    /** By their names, each as every app writes it. */
    mcpServers: z.record(ServerNameSchema, z.record(z.string(), z.unknown())).default({}),
    /** By the names under which other hubs find them; the server is the one of that name unless another is named. */
    shares: z.record(FleetNameSchema, SetupShareSchema).default({}),
    allow: z.array(SetupAllowSchema).max(200).default([]),
    telemetry: SetupTelemetrySchema.optional(),
    metrics: SetupMetricsSchema.optional(),
  })
  .strict();
export type HubSetup = z.infer<typeof HubSetupSchema>;
export type SetupFleet = NonNullable<HubSetup['fleet']>;

/** `isAdopted`: it was there before the file, so it is only forgotten when the file names it no more. */
const OwnServerSchema = z.object({ id: z.string(), entry: z.string(), hash: z.string(), isAdopted: z.boolean() });

/** What a set-up has done so far, kept in the data home: only that is taken back when the file names it no more. */
export const SetupRecordSchema = z.object({
  version: z.literal(1),
  /** Of the digests below, so that equal values of two homes have different ones. A value that is short can be found by trying: they are as secret as what they are of. */
  salt: z.string(),
  /** Where it is, and who the hub is there. */
  fleet: z
    .object({
      place: z.string(),
      who: z.string(),
      /** As the hub showed it then. */
      shown: z.string(),
      joinedAt: z.number(),
      /** Its policy was read once: from then on the one in force is kept over starts. */
      isRead: z.boolean(),
    })
    .nullable(),
  secrets: z.record(z.string(), z.string()),
  servers: z.record(z.string(), OwnServerSchema),
  shares: z.array(z.string()),
  grants: z.array(z.object({ id: z.string(), isAdopted: z.boolean() })),
  /** Live export as it was before the file and as the file has it, without values of headers. */
  telemetry: z
    .object({ said: z.string(), before: StoredTelemetrySchema, as: StoredTelemetrySchema })
    .nullable()
    .default(null),
  metrics: z.object({ token: z.string(), wasOn: z.boolean() }).nullable().default(null),
});
export type SetupRecord = z.infer<typeof SetupRecordSchema>;
