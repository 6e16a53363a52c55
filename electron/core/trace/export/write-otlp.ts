// OpenTelemetry traces as OTLP/JSON (opentelemetry-proto 1.x, "JSON Protobuf Encoding"): ids in hex, 64-bit numbers as decimal texts, enums as numbers.
import { integerFields, type PlainField, plainFields, textFields } from '../../../../contract/trace-fields.ts';
import { wellFormed } from './well-formed.ts';
import type { TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { ExportItem, TraceWriter, WriterAbout } from './export-item.ts';

/** One ExportTraceServiceRequest for the whole file: collectors take it as it is. */
export const otlpWriter: TraceWriter = {
  head: about =>
    `{"resourceSpans":[{"resource":{"attributes":${JSON.stringify(resourceOf(about))}},"scopeSpans":[{"scope":${JSON.stringify({ name: 'pilothouse.trace', version: about.version })},"spans":[`,
  item: (item, about, index) => `${index === 0 ? '' : ','}${JSON.stringify(spanOf(item, about))}`,
  tail: () => ']}]}]}\n',
};

/** trace.proto, `SpanKind`. */
const kinds = { server: 2, client: 3, producer: 4, consumer: 5 } as const;
/** trace.proto, `Status.StatusCode`; what went well leaves it unset, as the conventions for RPC want. */
const errorStatus = 2;

interface Attribute {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
    | { readonly boolValue: boolean };
}

function resourceOf({ version, runId }: WriterAbout): Attribute[] {
  return [text('service.name', 'pilothouse'), text('service.version', version), text('service.instance.id', runId)];
}

function spanOf({ entry, payload, root }: ExportItem, { runId }: WriterAbout): object {
  const { seq, at, parent, method, tool, latencyMs } = entry;
  const start = BigInt(Math.trunc(at)) * 1_000_000n;
  const end = start + BigInt(Math.round(Math.max(0, latencyMs ?? 0) * 1_000_000));
  return {
    traceId: runId + hex(root),
    spanId: hex(seq),
    ...(parent === null ? {} : { parentSpanId: hex(parent) }),
    name: wellFormed(tool === null ? method : `${method} ${tool}`),
    kind: kindOf(entry),
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: [
      ...attributesOf(entry),
      ...(payload?.request == null ? [] : [text('pilothouse.request', payload.request)]),
      ...(payload?.response == null ? [] : [text('pilothouse.response', payload.response)]),
    ],
    status: statusOf(entry),
  };
}

function attributesOf(entry: TraceEntry): Attribute[] {
  const { method, tool, from, to, bytes, responseBytes, waitedMs, outcome, code, rule } = entry;
  return [
    text('rpc.system', 'jsonrpc'),
    text('rpc.method', method),
    text('mcp.method.name', method),
    ...(tool === null ? [] : [text('gen_ai.tool.name', tool)]),
    ...(code === null ? [] : [text('error.type', code), text('pilothouse.code', code)]),
    text('pilothouse.from', `${from.kind} ${from.label}`),
    text('pilothouse.from.id', from.id),
    text('pilothouse.to', `${to.kind} ${to.label}`),
    text('pilothouse.to.id', to.id),
    text('pilothouse.outcome', outcome),
    ...(rule === null ? [] : [text('pilothouse.rule', rule)]),
    ...plainAttributes(entry),
    ...(waitedMs === 0 ? [] : [{ key: 'pilothouse.waited_ms', value: { doubleValue: waitedMs } }]),
    whole('rpc.request.body.size', bytes),
    ...(responseBytes === null ? [] : [whole('rpc.response.body.size', responseBytes)]),
  ];
}

function plainAttributes(entry: TraceEntry): Attribute[] {
  const nameOf = (field: PlainField) => plainFields[field].otlp[0];
  return [
    ...textFields.flatMap(field => (entry[field] === null ? [] : [text(nameOf(field), entry[field])])),
    ...integerFields.flatMap(field => (entry[field] === null ? [] : [whole(nameOf(field), entry[field])])),
  ];
}

function kindOf({ kind, dir }: TraceEntry): number {
  if (kind === 'notification') return dir === 'in' ? kinds.consumer : kinds.producer;
  return dir === 'in' ? kinds.server : kinds.client;
}

function statusOf({ outcome, reason, code }: TraceEntry): object {
  if (outcome !== 'error' && outcome !== 'refused') return {};
  return { code: errorStatus, message: wellFormed(reason ?? code ?? outcome) };
}

function text(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue: wellFormed(stringValue) } };
}

function whole(key: string, number: number): Attribute {
  return { key, value: { intValue: String(Math.trunc(number)) } };
}

/** Eight bytes; never all zero, since numbers of entries begin with 1. */
function hex(seq: number): string {
  return seq.toString(16).padStart(16, '0');
}
