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
