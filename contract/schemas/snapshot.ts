// The state the panel shows: a full snapshot, then numbered patches that replace or remove single entities.
import { z } from 'zod';
import { AgentConfigSchema } from './agent-configs.ts';
import { CatalogueSourceSchema } from './catalogue.ts';
import {
  AgentSchema,
  BrowserSchema,
  ClientSchema,
  EndpointSchema,
  HubSchema,
  PageAnswerSchema,
  TabSchema,
  ToolSchema,
  UnknownExtensionSchema,
} from './entities.ts';
import { FleetHubSchema, FleetServerSchema } from './fleet.ts';
import { InstallSchema } from './installs.ts';
import { ModelChoiceSchema, ModelProviderSchema } from './models.ts';
import { GrantSchema, PromptSchema } from './permissions.ts';
import { PluginSchema } from './plugins.ts';
import { ConfirmationSchema } from './rule-changes.ts';
import { ServerSchema } from './servers.ts';
import { ShortcutSchema } from './shortcuts.ts';
import { SiteQuestionSchema, SiteSchema } from './web-agent.ts';

/** Every collection of entities, keyed by id (tabs by `tabKey`). Adding one here adds it to snapshot and patches. */
export const collections = {
  clients: ClientSchema,
  agents: AgentSchema,
  browsers: BrowserSchema,
  /** By the id of the browser. */
  pageAnswers: PageAnswerSchema,
  unknownExtensions: UnknownExtensionSchema,
  tabs: TabSchema,
  servers: ServerSchema,
  /** By the id of the server. */
  installs: InstallSchema,
  catalogueSources: CatalogueSourceSchema,
  plugins: PluginSchema,
  tools: ToolSchema,
  shortcuts: ShortcutSchema,
  grants: GrantSchema,
  prompts: PromptSchema,
  confirmations: ConfirmationSchema,
  endpoints: EndpointSchema,
  agentConfigs: AgentConfigSchema,
  modelProviders: ModelProviderSchema,
  /** Which model is used where, by `modelChoiceId`. */
  modelChoices: ModelChoiceSchema,
  /** By their origins. */
  sites: SiteSchema,
  siteQuestions: SiteQuestionSchema,
  /** By their names; empty outside of a fleet. */
  fleetHubs: FleetHubSchema,
  /** By `<hub>/<server>`. */
  fleetServers: FleetServerSchema,
} as const;

export type CollectionName = keyof typeof collections;
export type Entity<N extends CollectionName> = z.infer<(typeof collections)[N]>;

const collectionNames = Object.keys(collections) as [CollectionName, ...CollectionName[]];

type Records = { [N in CollectionName]: z.ZodRecord<z.ZodString, (typeof collections)[N]> };
const records = Object.fromEntries(
  collectionNames.map(name => [name, z.record(z.string(), collections[name])]),
) as unknown as Records;

export const SnapshotSchema = z.object({ seq: z.number(), hub: HubSchema, ...records });
export type Snapshot = z.infer<typeof SnapshotSchema>;

/** `value: null` removes. `seq` is the snapshot's after the patch; a gap means: ask for a fresh snapshot. */
export const PatchSchema = z.object({
  seq: z.number(),
  hub: HubSchema.optional(),
  changes: z.array(z.object({ collection: z.enum(collectionNames), id: z.string(), value: z.unknown() })),
});
export type Patch = z.infer<typeof PatchSchema>;
