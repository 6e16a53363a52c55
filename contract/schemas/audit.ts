// The audit: every decision about a call and every change of the rules, as it is asked for and handed out. Never payloads.
import { z } from 'zod';
import { auditOutcomes } from '../audit.ts';
import { ReasonSchema } from './reason.ts';
import type { auditFormats } from '../audit.ts';

export const AuditEntrySchema = z.object({
  /** Rises with every decision, over restarts too. */
  id: z.number(),
  at: z.number(),
  clientId: z.string().nullable(),
  agentId: z.string().nullable(),
  /** Tool id; of a change of the rules its request, such as `grants:set`. */
  what: z.string(),
  scope: z.string().nullable(),
  where: z.string(),
  rule: z.string().nullable(),
  outcome: z.string(),
  /** Of a change of the rules: the way it came, its program and process. */
  changedBy: z.string().nullable().optional(),
  /** Of `dropped` and `stopped`: the id of the entry that had allowed the call. */
  decision: z.number().nullable().optional(),
  /** Of `allow`: `dropped` or `stopped` where another entry says so of its call. */
  ended: z.string().nullable().optional(),
  /** A refusal, or a change of the rules with who made it, as a value; entries of older versions have none. */
  why: ReasonSchema.nullable().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;

export const AuditFilterSchema = z
  .object({
    /** Case-insensitive part of what, where, rule or changedBy. */
    text: z.string().max(200),
    clientId: z.string().max(200),
    agentId: z.string().max(200),
    scope: z.string().max(60),
    /** Whole: `grant 24`, `policy no-uploads`. */
    rule: z.string().max(200),
    outcome: z.enum(auditOutcomes),
    /** Case-insensitive part of where: a site or a server. */
    where: z.string().max(200),
    /** From this moment on, and before that one. */
    since: z.number(),
    until: z.number(),
  })
  .partial()
  .strict();
export type AuditFilter = z.infer<typeof AuditFilterSchema>;

/** Newest first. `matched` counts all that fit the filter, so that a rule is told with its uses. */
export const AuditWindowSchema = z.object({ entries: z.array(AuditEntrySchema), matched: z.number() });

export type AuditFormat = (typeof auditFormats)[number];

/** One piece of an export, newest first; `before` asks for the next one and is null with the last. */
export const AuditPieceSchema = z.object({ text: z.string(), before: z.number().nullable() });
