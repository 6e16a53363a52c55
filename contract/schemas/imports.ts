// Servers that come from other apps' files and go into them: what is shown before they are added, and what is written.
import { z } from 'zod';
import { maxImportChars, serverApps } from '../imports.ts';
import { ReasonSchema } from './reason.ts';
import { ServerConfigSchema, ServerIdSchema } from './servers.ts';

export const ImportSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().max(maxImportChars) }),
  z.object({ kind: z.literal('app'), app: z.enum(serverApps) }),
]);
export type ImportSource = z.infer<typeof ImportSourceSchema>;

export const ImportEntrySchema = z.object({
  /** Names this entry in `servers:import`. */
  key: z.string(),
  name: z.string(),
  /** The file, or the project in it, where more than one was read. */
  from: z.string().nullable(),
  /** Secret values are replaced by `${secret:NAME}`; null where it cannot be read. */
  config: ServerConfigSchema.nullable(),
  commandLine: z.string().nullable(),
  envNames: z.array(z.string()),
  /** Secrets that it refers to. The values of those in `found` come along into the secret store. */
  secrets: z.array(z.object({ name: z.string(), found: z.boolean() })),
  /** What is worth knowing before it is added. */
  warning: ReasonSchema.nullable(),
  /** Why it cannot be added. */
  problem: ReasonSchema.nullable(),
  /** A server that is the same already. */
  exists: ServerIdSchema.nullable(),
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
