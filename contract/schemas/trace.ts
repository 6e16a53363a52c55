// The trace: one entry for every request (joined with its response) and every notification on any wire of the hub.
import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import {
  maxConditionDepth,
  maxConditions,
  maxPins,
  maxValues,
  maxWindow,
  maxWordChars,
  outcomes,
} from '../trace-bounds.ts';
import { amountFields, directions, integerFields, integerQueries, textFields, wordFields } from '../trace-fields.ts';
import { ReasonSchema } from './reason.ts';
import type { IntegerField, TextField } from '../trace-fields.ts';

export const PartySchema = z.object({
  kind: z.enum(['agent', 'browser', 'server', 'model', 'hub']),
  id: z.string(),
  label: z.string(),
});
export type Party = z.infer<typeof PartySchema>;

export type Outcome = (typeof outcomes)[number];

type PlainSchemas = Record<TextField, z.ZodNullable<z.ZodString>> & Record<IntegerField, z.ZodNullable<z.ZodNumber>>;

const plainSchemas = Object.fromEntries([
  ...textFields.map(field => [field, z.string().nullable()] as const),
  ...integerFields.map(field => [field, z.number().nullable()] as const),
]) as PlainSchemas;

export const TraceEntrySchema = z.object({
  /** Rises by one with every entry of this run of the hub. */
  seq: z.number(),
  at: z.number(),
  /** Seen from the hub. */
  dir: z.enum(['in', 'out']),
  from: PartySchema,
  to: PartySchema,
  kind: z.enum(['request', 'notification']),
  method: z.string(),
  tool: z.string().nullable(),
  ...plainSchemas,
  /** The `seq` of the entry that caused this one, or null. */
  parent: z.number().nullable(),
  bytes: z.number(),
  responseBytes: z.number().nullable(),
  latencyMs: z.number().nullable(),
  /** Of `latencyMs`, how long the user was waited for. */
  waitedMs: z.number(),
  outcome: z.enum(outcomes),
  code: z.enum(errorCodes).nullable(),
  /** The sentence of the refusal or error. */
  reason: z.string().nullable(),
  /** The same as a value, where it is the hub that says it; traces that were imported have none. */
  why: ReasonSchema.optional(),
  /** What decided: `owner`, `grant 24`, `mode: paused`. */
  rule: z.string().nullable(),
});
export type TraceEntry = z.infer<typeof TraceEntrySchema>;

const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

const TraceTermSchema = z.union([
  /** `agent`, `browser`, `server` and `model` hold for either side of a message, by name or whole id. */
  z.object({ field: z.enum(wordFields), has: z.string().min(1).max(maxWordChars) }),
  z.object({ field: z.literal('status'), is: z.enum(outcomes) }),
  z.object({ field: z.literal('dir'), is: z.enum(directions) }),
  z.object({ field: z.enum(integerQueries), is: z.number().int() }),
  /** What has no answer yet has no latency, and is neither over nor under one. */
  z.object({ field: z.enum(amountFields), over: amount }),
  z.object({ field: z.enum(amountFields), under: amount }),
]);
export type TraceTerm = z.infer<typeof TraceTermSchema>;

export type TraceCondition =
  | TraceTerm
  | { readonly all: readonly TraceCondition[] }
  | { readonly any: readonly TraceCondition[] }
  | { readonly not: TraceCondition };

/** Built to its depth instead of lazily, so that no input makes it call itself without end. */
function conditionSchema(depth: number): z.ZodType<TraceCondition> {
  if (depth <= 1) return TraceTermSchema;
  const inner = conditionSchema(depth - 1);
  const list = z.array(inner).min(1).max(maxConditions);
  return z.union([TraceTermSchema, z.object({ all: list }), z.object({ any: list }), z.object({ not: inner })]);
}

export const TraceConditionSchema = conditionSchema(maxConditionDepth);

export const TraceFilterSchema = z.object({
  /** Case-insensitive part of method, tool, from, to, reason or rule. */
  text: z.string().max(maxWordChars).default(''),
  agentId: z.string().optional(),
  outcome: z.enum(outcomes).optional(),
  /** Server or browser on either side. */
  partyId: z.string().optional(),
  /** Case-insensitive part. */
  method: z.string().max(maxWordChars).optional(),
  tool: z.string().max(maxWordChars).optional(),
  tabId: z.number().optional(),
  dir: z.enum(['in', 'out']).optional(),
  /** More bytes than this, request and response together. */
  bytesOver: z.number().optional(),
  /** A longer latency than this; without an answer there is none. */
  latencyOverMs: z.number().optional(),
  /** Terms combined by and, or and not; it holds beside all of the above. */
  where: TraceConditionSchema.optional(),
});
export type TraceFilter = z.infer<typeof TraceFilterSchema>;

export const TraceValuesSchema = z.object({
  /** Most frequent first. */
  values: z.array(z.object({ value: z.string(), count: z.number() })).max(maxValues),
});
export type TraceValues = z.infer<typeof TraceValuesSchema>;

export const TraceWindowSchema = z.object({
  /** Entries kept, and how many of them match the filter. */
  total: z.number(),
  matched: z.number(),
  /** Index of the first entry below among the matching ones, oldest is 0. */
  from: z.number(),
  entries: z.array(TraceEntrySchema).max(maxWindow),
});
export type TraceWindow = z.infer<typeof TraceWindowSchema>;

/** Redacted JSON texts, or null where the message had none or the ring dropped it (`dropped`). */
export const TracePayloadSchema = z.object({
  seq: z.number(),
  request: z.string().nullable(),
  response: z.string().nullable(),
  dropped: z.boolean(),
  /** Bytes that are kept of a message that was too large to be kept whole; its true size stands in the entry. */
  requestCutAt: z.number().optional(),
  responseCutAt: z.number().optional(),
});
export type TracePayload = z.infer<typeof TracePayloadSchema>;

export const TraceChangedSchema = z.object({ total: z.number(), newest: z.number() });

export const TracePinsSchema = z.object({ entries: z.array(TraceEntrySchema).max(maxPins) });
