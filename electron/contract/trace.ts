// The trace: one entry for every request (joined with its response) and every notification on any wire of the hub.
import { z } from 'zod';
import { errorCodes } from './errors.ts';

export const PartySchema = z.object({
  kind: z.enum(['agent', 'browser', 'server', 'hub']),
  id: z.string(),
  label: z.string(),
});
export type Party = z.infer<typeof PartySchema>;

/** `pending` is a request without an answer yet, `none` a notification, `waiting` a call that waits for the user. */
export const outcomes = ['pending', 'waiting', 'ok', 'error', 'refused', 'cancelled', 'none'] as const;
export type Outcome = (typeof outcomes)[number];

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
  rpcId: z.string().nullable(),
  /** The `seq` of the entry that caused this one, or null. */
  parent: z.number().nullable(),
  tabId: z.number().nullable(),
  bytes: z.number(),
  responseBytes: z.number().nullable(),
  latencyMs: z.number().nullable(),
  /** Of `latencyMs`, how long the user was waited for. */
  waitedMs: z.number(),
  outcome: z.enum(outcomes),
  code: z.enum(errorCodes).nullable(),
  /** The sentence of the refusal or error. */
  reason: z.string().nullable(),
  /** What decided: `owner`, `grant 24`, `mode: paused`. */
  rule: z.string().nullable(),
});
export type TraceEntry = z.infer<typeof TraceEntrySchema>;

export const TraceFilterSchema = z.object({
  /** Case-insensitive part of method, tool, from, to, reason or rule. */
  text: z.string().max(200).default(''),
  agentId: z.string().optional(),
  outcome: z.enum(outcomes).optional(),
  /** Server or browser on either side. */
  partyId: z.string().optional(),
  /** Case-insensitive part. */
  method: z.string().max(200).optional(),
  tool: z.string().max(200).optional(),
  tabId: z.number().optional(),
  dir: z.enum(['in', 'out']).optional(),
  /** More bytes than this, request and response together. */
  bytesOver: z.number().optional(),
  /** A longer latency than this; without an answer there is none. */
  latencyOverMs: z.number().optional(),
});
export type TraceFilter = z.infer<typeof TraceFilterSchema>;

export const maxWindow = 200;

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
