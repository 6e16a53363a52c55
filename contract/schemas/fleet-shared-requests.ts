// The requests about servers that hubs of a fleet share with each other; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { FleetNameSchema } from './fleet.ts';
import { ServerIdSchema } from './servers.ts';

const done = z.object({}).strict();

/** `hub` null: whichever hub shares it under this name. */
const SharedAddressSchema = z.object({ hub: FleetNameSchema.nullable(), share: FleetNameSchema }).strict();

export const FleetShareSettingsSchema = z
  .object({
    serverId: ServerIdSchema,
    /** What others call it. */
    share: FleetNameSchema,
    hubs: z.array(FleetNameSchema).max(500).default([]),
    /** As the signed policy of the fleet gives them to hubs. */
    roles: z.array(FleetNameSchema).max(50).default([]),
    /** Null: all of its tools. */
    tools: z.array(z.string().min(1).max(200)).min(1).max(1_000).nullable().default(null),
    readOnly: z.boolean().default(false),
    description: z.string().max(500).default(''),
  })
  .strict();
export type FleetShareSettings = z.infer<typeof FleetShareSettingsSchema>;

export const fleetSharedRequests = {
  /** In place of what was said of this server, or under this name, before. */
  'fleet:share': { params: FleetShareSettingsSchema, result: done },
  'fleet:unshare': { params: z.object({ share: FleetNameSchema }).strict(), result: done },
  /** It then waits for approval as every server. */
  'fleet:use': { params: SharedAddressSchema, result: z.object({ serverId: z.string() }) },
  'fleet:unuse': { params: SharedAddressSchema, result: done },
} as const;
