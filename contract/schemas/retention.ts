// How long things are kept on disk: set by the user, in rows, because a row is what a person reads.
import { z } from 'zod';

const auditRows = z.number().int().min(1_000).max(1_000_000);

export const RetentionSchema = z.object({
  /** Decisions kept in the audit; beyond them the oldest go. */
  auditRows: auditRows.default(100_000),
});
export type Retention = z.infer<typeof RetentionSchema>;

/** A change of some of it. */
export const RetentionChangeSchema = z.object({ auditRows }).partial().strict();
export type RetentionChange = z.infer<typeof RetentionChangeSchema>;

/** What is kept right now. */
export const KeptSchema = z.object({ auditRows: z.number() });
export type Kept = z.infer<typeof KeptSchema>;
