// What a hub sends to its fleet of its audit and its calls, how that is set, and how it is read again.
import { z } from 'zod';
import { FleetNameSchema } from './fleet.ts';
import { saying } from './value-fault.ts';

/** `calls`: one summary each, with its hops. `payloads`: with what was asked and answered, masked and bounded. */
export const fleetTraceModes = ['off', 'calls', 'payloads'] as const;
export type FleetTraceMode = (typeof fleetTraceModes)[number];

export const FleetOutboxSettingsSchema = z.object({
  traces: z.enum(fleetTraceModes).default('calls'),
  /** Traces that wait here for the fleet. */
  traceRows: z.number().int().min(100).max(1_000_000).default(50_000),
  traceBytes: z.number().int().min(100_000).max(4_000_000_000).default(64_000_000),
  /** Characters kept of a request or an answer. */
  payloadChars: z.number().int().min(100).max(64_000).default(8_000),
});
export type FleetOutboxSettings = z.infer<typeof FleetOutboxSettingsSchema>;

export const FleetReadSchema = z
  .object({
    of: z.enum(['audit', 'trace']),
    /** Times of the entries themselves. */
    since: z.number().nullable().default(null),
    until: z.number().nullable().default(null),
    hubs: z.array(FleetNameSchema).max(500).default([]),
    /** Parts of the agent's or client's id, and of what was asked. */
    agent: z.string().max(200).nullable().default(null),
    what: z.string().max(200).nullable().default(null),
    /** What the id of the trace begins with (W3C Trace Context); an entry of the audit has none. */
    trace: z
      .string()
      .refine(text => /^[0-9a-f]{8,32}$/.test(text), saying({ kind: 'no-trace-id' }))
      .nullable()
      .default(null),
    /** The sequence that an earlier page has named; null reads from `since` on. */
    after: z.number().int().min(0).nullable().default(null),
  })
  .strict();
export type FleetRead = z.output<typeof FleetReadSchema>;

/** What stands in the streams: whatever other members it has is handed on. */
export const FleetEntrySchema = z
  .looseObject({ id: z.number(), at: z.string() })
  .transform(entry => entry as Readonly<Record<string, unknown>> & { readonly id: number; readonly at: string });
export type FleetEntry = z.output<typeof FleetEntrySchema>;

export const FleetPageSchema = z.object({
  /**
   * `instance` is what the sender says that it is: the id of a hub, or of one run of a gateway, of which several have one name. With it and their
   * `id` entries are told apart. Null where it says none.
   */
  entries: z.array(
    z.object({ hub: z.string(), instance: z.string().nullable().default(null), entry: FleetEntrySchema }),
  ),
  /** Where the next page begins. */
  after: z.number(),
  /** Nothing more is there now. */
  isEnd: z.boolean(),
});
export type FleetPage = z.output<typeof FleetPageSchema>;

const days = z.number().int().min(1).max(3_650).nullable().default(null);

/** Null leaves a stream as it is. */
export const FleetRetentionSchema = z.object({ auditDays: days, traceDays: days }).strict();
export type FleetRetention = z.output<typeof FleetRetentionSchema>;

/** 0: without end. */
export const FleetKeptSchema = z.object({ auditDays: z.number(), traceDays: z.number() });
export type FleetKept = z.output<typeof FleetKeptSchema>;

export const fleetOutboxRequests = {
  'fleet:read': { params: FleetReadSchema, result: FleetPageSchema },
  'fleet:retention': { params: FleetRetentionSchema, result: FleetKeptSchema },
  'fleet:set-outbox': {
    params: FleetOutboxSettingsSchema.partial().strict(),
    result: FleetOutboxSettingsSchema,
  },
} as const;
