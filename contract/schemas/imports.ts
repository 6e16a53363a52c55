// Servers that come from other apps' files and go into them: what is shown before they are added, and what is written.
import { z } from 'zod';
import { maxImportChars, serverApps } from '../imports.ts';
import { PlaceholderSchema, TypedAddressSchema, TypedCommandSchema } from './adding.ts';
import { ReasonSchema } from './reason.ts';
import { ServerConfigSchema, ServerIdSchema } from './servers.ts';

export const ImportSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(maxImportChars) }),
  /** One that was typed into the form. */
  z.object({
    kind: z.literal('typed'),
    server: z.discriminatedUnion('kind', [TypedCommandSchema, TypedAddressSchema]),
  }),
  z.object({ kind: z.literal('app'), app: z.enum(serverApps) }),
  /** Those of several at once. An app that has none is passed over. */
  z.object({ kind: z.literal('apps'), apps: z.array(z.enum(serverApps)).min(1) }),
]);
export type ImportSource = z.infer<typeof ImportSourceSchema>;

/** An app whose list of servers lies on this machine. */
export const FoundAppSchema = z.object({
  app: z.enum(serverApps),
  /** Those that were read. */
  files: z.array(z.string()),
  /** Names of its servers. */
  servers: z.array(z.string()),
  /** Files that could not be read. */
  problems: z.array(ReasonSchema),
});
export type FoundApp = z.infer<typeof FoundAppSchema>;

/** A secret that stands in a config: unless the user leaves it there it goes into the store, and a reference stands in its place. */
export const SecretOfferSchema = z.object({
  /** Names it in `servers:import`. */
  key: z.string(),
  place: z.enum(['variable', 'header', 'argument', 'address', 'client']),
  /** Of the variable or header; the number of the argument, from 1; else empty. */
  name: z.string(),
  /** What it is called within that, such as a member of JSON; empty where it is all of the value. */
  label: z.string(),
  /** The name that it gets in the store. */
  secret: z.string(),
});
export type SecretOffer = z.infer<typeof SecretOfferSchema>;

export const ImportEntrySchema = z.object({
  /** Names this entry in `servers:import`. */
  key: z.string(),
  name: z.string(),
  /** The app it was found in; null for text. */
  app: z.enum(serverApps).nullable(),
  /** The file, or the project in it, where more than one was read. */
  from: z.string().nullable(),
  /** Secret values are replaced by `${secret:NAME}`; null where it cannot be read. */
  config: ServerConfigSchema.nullable(),
  commandLine: z.string().nullable(),
  envNames: z.array(z.string()),
  /** Secrets that it refers to. The values of those in `found` come along into the secret store. */
  secrets: z.array(z.object({ name: z.string(), found: z.boolean() })),
  /** What of them stands in what was read. */
  offers: z.array(SecretOfferSchema),
  /** What is worth knowing before it is added. */
  warning: ReasonSchema.nullable(),
  /** Why it cannot be added. */
  problem: ReasonSchema.nullable(),
  /** How it leads back to this hub itself: then it is left out. */
  own: ReasonSchema.nullable(),
  /** A server that is the same already. */
  exists: ServerIdSchema.nullable(),
  /** A server that has this name already: the entry can be added under another one. */
  taken: ServerIdSchema.nullable(),
  /** The key of an entry further up that is reached in the same way. */
  same: z.string().nullable(),
  /** What has no value yet. */
  placeholders: z.array(PlaceholderSchema),
});
export type ImportEntry = z.infer<typeof ImportEntrySchema>;

export const ImportPreviewSchema = z.object({
  previewId: z.string(),
  /** The files that were read; none for text. */
  files: z.array(z.string()),
  entries: z.array(ImportEntrySchema),
  /** Files that could not be read. */
  problems: z.array(ReasonSchema),
});
export type ImportPreview = z.infer<typeof ImportPreviewSchema>;

export const ExportedServersSchema = z.object({
  text: z.string(),
  fileName: z.string(),
  /** Servers that the format has no words for. */
  skipped: z.array(z.object({ serverId: ServerIdSchema, reason: ReasonSchema })),
});
export type ExportedServers = z.infer<typeof ExportedServersSchema>;
