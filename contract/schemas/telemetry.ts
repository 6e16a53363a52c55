// What leaves the hub by OTLP: what is stored of each signal, and what is shown of how its export goes.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';

export const TelemetrySignalSchema = z.enum(['spans', 'metrics', 'logs']);
export type TelemetrySignal = z.infer<typeof TelemetrySignalSchema>;

/** The path that OTLP/HTTP appends to a shared endpoint (OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP"). */
export const telemetryPaths: Readonly<Record<TelemetrySignal, string>> = {
  spans: '/v1/traces',
  metrics: '/v1/metrics',
  logs: '/v1/logs',
};

const EndpointSchema = z.url({ protocol: /^https?$/ }).max(2_000);

export const StoredSignalSchema = z.object({
  on: z.boolean().default(false),
  /** The whole address; null for the shared one with the path of the signal. */
  endpoint: EndpointSchema.nullable().default(null),
  protocol: z.enum(['http/protobuf', 'http/json']).default('http/protobuf'),
  /** Names only; their values are among the secrets. */
  headers: z
    .array(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/))
    .max(20)
    .default([]),
  timeoutMs: z.number().int().min(100).max(60_000).default(10_000),
  compression: z.enum(['gzip', 'none']).default('gzip'),
});
export type StoredSignal = z.infer<typeof StoredSignalSchema>;

const off = StoredSignalSchema.parse({});

export const StoredTelemetrySchema = z.object({
  /** Shared by signals without an endpoint of their own. */
  endpoint: EndpointSchema.nullable().default(null),
  /** http to another machine than this one, which anybody on the way can read. */
  allowPlainHttp: z.boolean().default(false),
  hostName: z.boolean().default(false),
  /** Of traces that no caller has decided about. */
  ratio: z.number().min(0).max(1).default(1),
  sites: z.boolean().default(false),
  contents: z.boolean().default(false),
  spans: StoredSignalSchema.default(off),
  metrics: StoredSignalSchema.default(off),
  logs: StoredSignalSchema.default(off),
});
export type StoredTelemetry = z.infer<typeof StoredTelemetrySchema>;

/** How the export of a signal goes. */
export const SignalHealthSchema = z.object({
  on: z.boolean(),
  /** Without user and password. */
  endpoint: z.string().nullable(),
  state: z.enum(['ok', 'failing', 'off']),
  lastSentAt: z.number().nullable(),
  sent: z.number().int(),
  dropped: z.number().int(),
  queued: z.number().int(),
  reason: ReasonSchema.nullable(),
});
export type SignalHealth = z.infer<typeof SignalHealthSchema>;

export const TelemetryViewSchema = z.object({
  spans: SignalHealthSchema,
  metrics: SignalHealthSchema,
  logs: SignalHealthSchema,
});
export type TelemetryView = z.infer<typeof TelemetryViewSchema>;
