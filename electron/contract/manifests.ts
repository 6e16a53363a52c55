// What "Connect a browser" shows: one row per known browser, its native messaging manifest and what would be written.
import { z } from 'zod';

/** `ours` is installed and checked; `drift` is ours but changed; `broken` points at a launcher that is gone. */
export const manifestStates = ['absent', 'ours', 'drift', 'broken', 'foreign', 'unreadable'] as const;

export const ManifestRowSchema = z.object({
  browserId: z.string(),
  name: z.string(),
  family: z.enum(['chromium', 'firefox']),
  /** `unknown` when the folder cannot be read. */
  found: z.enum(['yes', 'no', 'unknown']),
  state: z.enum(manifestStates),
  /** The state in one sentence, with the remedy where one is needed. */
  sentence: z.string(),
  /** Every file (or registry key) that switching on writes. */
  paths: z.array(z.string()),
  /** The manifest text that would be written. */
  content: z.string(),
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
      }),
    )
    .max(1000),
});
export type ManifestReceipt = z.infer<typeof ManifestReceiptsSchema>['receipts'][number];
