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
  /** Where it went or what was changed, in English: exports have it, because what other programs read keeps its words. */
  where: z.string(),
  /** Where a call went, as a value; entries of older versions have it where their `where` could be read. */
  place: ReasonSchema.nullable().optional(),
  rule: z.string().nullable(),
  outcome: z.string(),
  /** Of a change of the rules: the way it came, its program and process. */
  changedBy: z.string().nullable().optional(),
  /** Of `dropped`, `stopped` and `taken`: the id of the entry that had allowed the call. */
  decision: z.number().nullable().optional(),
  /** Of `taken`, which gateways have: the hub of the group that was given the call. */
  taker: z.string().optional(),
  /** Of `allow`: `dropped` or `stopped` where another entry says so of its call. */
  ended: z.string().nullable().optional(),
  /** A refusal, or a change of the rules with who made it, as a value; entries of older versions have none. */
  why: ReasonSchema.nullable().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;

export const AuditFilterSchema = z
  .object({
    /**
     * Case-insensitive part of what, of the code of the rule, of the client's name or id, or of a fact of its place and reason: a
     * site, a tab, a server, a name. The words around facts are not searched, for each reader has others.
     */
    text: z.string().max(200),
    clientId: z.string().max(200),
    agentId: z.string().max(200),
    scope: z.string().max(60),
    /** Whole: `grant 24`, `policy no-uploads`. */
    rule: z.string().max(200),
    outcome: z.enum(auditOutcomes),
    /** Case-insensitive part of such a fact: a site, a tab or a server. */
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
