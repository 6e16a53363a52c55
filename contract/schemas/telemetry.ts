// What leaves the hub by OTLP: what is stored of each signal, what is changed of it, and what is shown of how its export goes.
import { z } from 'zod';
import { ReasonSchema } from './reason.ts';
import { saying } from './value-fault.ts';

export const telemetrySignals = ['spans', 'metrics', 'logs'] as const;
export const TelemetrySignalSchema = z.enum(telemetrySignals);
export type TelemetrySignal = z.infer<typeof TelemetrySignalSchema>;

/** The path that OTLP/HTTP appends to a shared endpoint (OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP"). */
export const telemetryPaths: Readonly<Record<TelemetrySignal, string>> = {
  spans: '/v1/traces',
  metrics: '/v1/metrics',
  logs: '/v1/logs',
};

/** It is shown and audited, so what is secret belongs into a header. */
const EndpointSchema = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine(isPlainAddress, saying({ kind: 'telemetry-secret-in-address' }));

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username === '' && password === '' && search === '' && hash === '';
}

/** As it stands in the name of the secret that holds its value. */
export const TelemetryHeaderSchema = z
  .string()
  .refine(name => /^[0-9A-Za-z_.-]{1,80}$/.test(name), saying({ kind: 'no-header-name' }));
const maxHeaders = 20;

const signal = {
  on: z.boolean(),
  /** The whole address; null for the shared one with the path of the signal. */
  endpoint: EndpointSchema.nullable(),
  protocol: z.enum(['http/protobuf', 'http/json']),
  timeoutMs: z.number().int().min(100).max(60_000),
  compression: z.enum(['gzip', 'none']),
};

export const StoredSignalSchema = z.object({
  on: signal.on.default(false),
  endpoint: signal.endpoint.default(null),
  protocol: signal.protocol.default('http/protobuf'),
  /** Names only; their values are among the secrets. */
  headers: z.array(TelemetryHeaderSchema).max(maxHeaders).default([]),
  timeoutMs: signal.timeoutMs.default(10_000),
  compression: signal.compression.default('gzip'),
});
export type StoredSignal = z.infer<typeof StoredSignalSchema>;

const shared = {
  /** Of signals without an endpoint of their own. */
  endpoint: EndpointSchema.nullable(),
  /** http to another machine than this one, which anybody on the way can read. */
  allowPlainHttp: z.boolean(),
  hostName: z.boolean(),
  /** Of traces that no caller has decided about. */
  ratio: z.number().min(0).max(1),
  /** What was asked and answered, masked. */
  contents: z.boolean(),
};

const off = StoredSignalSchema.parse({});

export const StoredTelemetrySchema = z.object({
  endpoint: shared.endpoint.default(null),
  allowPlainHttp: shared.allowPlainHttp.default(false),
  hostName: shared.hostName.default(false),
  ratio: shared.ratio.default(1),
  contents: shared.contents.default(false),
  spans: StoredSignalSchema.default(off),
  metrics: StoredSignalSchema.default(off),
  logs: StoredSignalSchema.default(off),
});
export type StoredTelemetry = z.infer<typeof StoredTelemetrySchema>;

const SignalChangeSchema = z
  .object({
    ...signal,
    /** The value of each that is set; null takes it away. Others stay. */
    headers: z.record(
      TelemetryHeaderSchema,
      z
        .string()
        .regex(/^[\x20-\x7e]{1,4000}$/)
        .nullable(),
    ),
  })
  .partial()
  .strict();
export type SignalChange = z.infer<typeof SignalChangeSchema>;

export const TelemetryChangeSchema = z
  .object({ ...shared, spans: SignalChangeSchema, metrics: SignalChangeSchema, logs: SignalChangeSchema })
  .partial()
  .strict();
export type TelemetryChange = z.infer<typeof TelemetryChangeSchema>;

/** How the export of a signal goes. */
export const SignalHealthSchema = z.object({
  on: z.boolean(),
  endpoint: z.string().nullable(),
  state: z.enum(['ok', 'failing', 'off']),
  lastSentAt: z.number().nullable(),
  sent: z.number().int(),
  dropped: z.number().int(),
  queued: z.number().int(),
  /** Of the last failure, which `state` says to be over or not. */
  reason: ReasonSchema.nullable(),
  failedAt: z.number().nullable(),
});
export type SignalHealth = z.infer<typeof SignalHealthSchema>;

/** `hub.telemetry` of the snapshot; null while every signal is off. */
export const TelemetryViewSchema = z.object({
  spans: SignalHealthSchema,
  metrics: SignalHealthSchema,
  logs: SignalHealthSchema,
});
export type TelemetryView = z.infer<typeof TelemetryViewSchema>;
