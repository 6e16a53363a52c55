// Servers that come from other apps' files and go into them: what is shown before they are added, and what is written.
import { z } from 'zod';
import { importApps, maxImportChars, maxPackageChars } from '../imports.ts';
import { PlaceholderSchema, TypedAddressSchema, TypedCommandSchema } from './adding.ts';
import { ReasonSchema } from './reason.ts';
import { ServerConfigSchema, ServerIdSchema } from './servers.ts';

export const ImportSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(maxImportChars) }),
  /** A file that was picked: a package with its manifest, or text. */
  z.object({ kind: z.literal('file'), base64: z.string().max(maxPackageChars) }),
  /** One that was typed into the form. */
  z.object({
    kind: z.literal('typed'),
    server: z.discriminatedUnion('kind', [TypedCommandSchema, TypedAddressSchema]),
  }),
  z.object({ kind: z.literal('app'), app: z.enum(importApps) }),
  /** Those of several at once. An app that has none is passed over. */
  z.object({ kind: z.literal('apps'), apps: z.array(z.enum(importApps)).min(1) }),
]);
export type ImportSource = z.infer<typeof ImportSourceSchema>;

/** An app whose list of servers lies on this machine. */
export const FoundAppSchema = z.object({
  app: z.enum(importApps),
  /** Those that were read. */
  files: z.array(z.string()),
  /** Names of its servers. */
  servers: z.array(z.string()),
  /** Files that could not be read. */
  problems: z.array(ReasonSchema),
  /** How much there is beside servers, such as sign-ins and conversations. */
  things: z.number(),
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
  app: z.enum(importApps).nullable(),
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

/** Something beside servers that can be taken over. */
export const ImportThingSchema = z.object({
  /** Names it in `servers:import`. */
  key: z.string(),
  kind: z.enum(['client', 'sign-in', 'models', 'conversation']),
  /** Whose it is: a provider, the server that it is for, or the title of a conversation. */
  name: z.string(),
  /** With which provider; null where the name says it. */
  provider: z.string().nullable(),
  /** How many messages a conversation has, and models a provider; null elsewhere. */
  count: z.number().nullable(),
  /** The same is here already, and would be replaced. */
  exists: z.boolean(),
  /** Why it cannot be taken over. */
  problem: ReasonSchema.nullable(),
});
export type ImportThing = z.infer<typeof ImportThingSchema>;

export const ImportPreviewSchema = z.object({
  previewId: z.string(),
  /** The files that were read; none for text. */
  files: z.array(z.string()),
  entries: z.array(ImportEntrySchema),
  things: z.array(ImportThingSchema),
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
