// The state the panel shows: a full snapshot, then numbered patches that replace or remove single entities.
import { z } from 'zod';
import {
  AgentSchema,
  BrowserSchema,
  ClientSchema,
  EndpointSchema,
  HubSchema,
  TabSchema,
  ToolSchema,
} from './entities.ts';
import { GrantSchema, PromptSchema } from './permissions.ts';
import { ConfirmationSchema } from './rule-changes.ts';
import { ServerSchema } from './servers.ts';

/** Every collection of entities, keyed by id (tabs by `tabKey`). Adding one here adds it to snapshot and patches. */
export const collections = {
  clients: ClientSchema,
  agents: AgentSchema,
  browsers: BrowserSchema,
  tabs: TabSchema,
  servers: ServerSchema,
  tools: ToolSchema,
  grants: GrantSchema,
  prompts: PromptSchema,
  confirmations: ConfirmationSchema,
  endpoints: EndpointSchema,
} as const;

export type CollectionName = keyof typeof collections;
export type Entity<N extends CollectionName> = z.infer<(typeof collections)[N]>;

const collectionNames = Object.keys(collections) as [CollectionName, ...CollectionName[]];

export const SnapshotSchema = z.object({
  seq: z.number(),
  hub: HubSchema,
  clients: z.record(z.string(), ClientSchema),
  agents: z.record(z.string(), AgentSchema),
  browsers: z.record(z.string(), BrowserSchema),
  tabs: z.record(z.string(), TabSchema),
  servers: z.record(z.string(), ServerSchema),
  tools: z.record(z.string(), ToolSchema),
  grants: z.record(z.string(), GrantSchema),
  prompts: z.record(z.string(), PromptSchema),
  confirmations: z.record(z.string(), ConfirmationSchema),
  endpoints: z.record(z.string(), EndpointSchema),
});
export type Snapshot = z.infer<typeof SnapshotSchema>;

/** `value: null` removes. `seq` is the snapshot's after the patch; a gap means: ask for a fresh snapshot. */
export const PatchSchema = z.object({
  seq: z.number(),
  hub: HubSchema.optional(),
  changes: z.array(z.object({ collection: z.enum(collectionNames), id: z.string(), value: z.unknown() })),
});
export type Patch = z.infer<typeof PatchSchema>;
