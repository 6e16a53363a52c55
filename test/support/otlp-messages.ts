// Reads OTLP by the official definitions: what OpenTelemetry generates from opentelemetry-proto, of a release that the hub does not write with.
import definitions from 'otlp-definitions/build/src/generated/root.js';

/** As protobufjs generates each message. */
interface Message {
  decode(bytes: Uint8Array): object;
  encode(message: object): { finish(): Uint8Array };
  toObject(message: object, options: object): unknown;
}

interface Collector {
  readonly trace: {
    readonly v1: { readonly ExportTraceServiceRequest: Message; readonly ExportTraceServiceResponse: Message };
  };
  readonly logs: { readonly v1: { readonly ExportLogsServiceRequest: Message } };
  readonly metrics: { readonly v1: { readonly ExportMetricsServiceRequest: Message } };
}

const { collector } = (
  definitions as unknown as { readonly opentelemetry: { readonly proto: { readonly collector: Collector } } }
).opentelemetry.proto;

const requests = {
  traces: collector.trace.v1.ExportTraceServiceRequest,
  logs: collector.logs.v1.ExportLogsServiceRequest,
  metrics: collector.metrics.v1.ExportMetricsServiceRequest,
} as const;

/** Ids as base64, 64-bit numbers as decimal texts. */
export function readOtlp(signal: keyof typeof requests, bytes: Uint8Array): unknown {
  const message = requests[signal];
  return message.toObject(message.decode(bytes), { longs: String, bytes: String, defaults: false });
}

export function partialSuccess(rejectedSpans: number, errorMessage: string): Uint8Array {
  return collector.trace.v1.ExportTraceServiceResponse.encode({
    partialSuccess: { rejectedSpans, errorMessage },
  }).finish();
}
