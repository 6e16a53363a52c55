// What "Connect a browser" shows: one row per known browser, its native messaging manifest and what would be written.
import { z } from 'zod';
import { manifestHosts, manifestStates } from '../manifests.ts';
import { ReasonSchema } from './reason.ts';

export type ManifestHostId = (typeof manifestHosts)[number];

export const ManifestRowSchema = z.object({
  browserId: z.string(),
  host: z.enum(manifestHosts),
  /** The extension that the browser may start the relay for. */
  extension: z.string(),
  name: z.string(),
  family: z.enum(['chromium', 'firefox']),
  /** `unknown` when the folder cannot be read. */
  found: z.enum(['yes', 'no', 'unknown']),
  state: z.enum(manifestStates),
  /** Why it is in that state. */
  reason: ReasonSchema,
  /** Every file (or registry key) that switching on writes. */
  paths: z.array(z.string()),
  /** The manifest text that would be written. */
  content: z.string(),
  /** Manifests of other programs whose place switching on would take, if it is asked to; a copy of each is kept and put back. */
  replaces: z.array(z.object({ place: z.string(), program: z.string().nullable() })),
});
export type ManifestRow = z.infer<typeof ManifestRowSchema>;

/** `manifests.json` in the data home (0600, atomic): every place that was written and not yet removed again. */
export const ManifestReceiptsSchema = z.object({
  v: z.literal(1),
  receipts: z
    .array(
      z.object({
        kind: z.enum(['file', 'key']),
        /** A file's path or a registry key. */
        place: z.string(),
        /** Of the file's bytes or the key's default value. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        /** Browsers that were switched on and read this place. */
        browsers: z.array(z.string()),
        host: z.enum(manifestHosts).default('pilothouse'),
        /** What another program had there, in the folder of backups. */
        backup: z
          .object({
            file: z.string().regex(/^[0-9a-f-]+\.bak$/),
            sha256: z.string().regex(/^[0-9a-f]{64}$/),
            /** Permission bits of the file. */
            mode: z.number().int().min(0).max(0o777),
          })
          .optional(),
      }),
    )
    .max(1000),
});
export type ManifestReceipt = z.infer<typeof ManifestReceiptsSchema>['receipts'][number];
