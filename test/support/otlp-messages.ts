// The messages of OTLP that tests read: names and numbers of fields as opentelemetry-proto 1.x gives them, for protobufjs.
import protobuf from 'protobufjs';

type Fields = Readonly<Record<string, readonly [number: number, type: string, rule?: 'repeated']>>;

const messages: Readonly<Record<string, Fields>> = {
  // opentelemetry/proto/common/v1/common.proto and resource/v1/resource.proto
  AnyValue: {
    stringValue: [1, 'string'],
    boolValue: [2, 'bool'],
    intValue: [3, 'int64'],
    doubleValue: [4, 'double'],
    arrayValue: [5, 'ArrayValue'],
    kvlistValue: [6, 'KeyValueList'],
    bytesValue: [7, 'bytes'],
  },
  ArrayValue: { values: [1, 'AnyValue', 'repeated'] },
  KeyValueList: { values: [1, 'KeyValue', 'repeated'] },
  KeyValue: { key: [1, 'string'], value: [2, 'AnyValue'] },
  InstrumentationScope: { name: [1, 'string'], version: [2, 'string'], attributes: [3, 'KeyValue', 'repeated'] },
  Resource: { attributes: [1, 'KeyValue', 'repeated'] },
  // opentelemetry/proto/trace/v1/trace.proto
  Status: { message: [2, 'string'], code: [3, 'int32'] },
  Span: {
    traceId: [1, 'bytes'],
    spanId: [2, 'bytes'],
    traceState: [3, 'string'],
    parentSpanId: [4, 'bytes'],
    name: [5, 'string'],
    kind: [6, 'int32'],
    startTimeUnixNano: [7, 'fixed64'],
    endTimeUnixNano: [8, 'fixed64'],
    attributes: [9, 'KeyValue', 'repeated'],
    status: [15, 'Status'],
    flags: [16, 'fixed32'],
  },
  ScopeSpans: { scope: [1, 'InstrumentationScope'], spans: [2, 'Span', 'repeated'] },
  ResourceSpans: { resource: [1, 'Resource'], scopeSpans: [2, 'ScopeSpans', 'repeated'] },
  TraceRequest: { resourceSpans: [1, 'ResourceSpans', 'repeated'] },
  // opentelemetry/proto/logs/v1/logs.proto
  LogRecord: {
    timeUnixNano: [1, 'fixed64'],
    severityNumber: [2, 'int32'],
    severityText: [3, 'string'],
    body: [5, 'AnyValue'],
    attributes: [6, 'KeyValue', 'repeated'],
    observedTimeUnixNano: [11, 'fixed64'],
    eventName: [12, 'string'],
  },
  ScopeLogs: { scope: [1, 'InstrumentationScope'], logRecords: [2, 'LogRecord', 'repeated'] },
  ResourceLogs: { resource: [1, 'Resource'], scopeLogs: [2, 'ScopeLogs', 'repeated'] },
  LogsRequest: { resourceLogs: [1, 'ResourceLogs', 'repeated'] },
  // opentelemetry/proto/metrics/v1/metrics.proto
  NumberDataPoint: { attributes: [7, 'KeyValue', 'repeated'], asDouble: [4, 'double'], asInt: [6, 'sfixed64'] },
  HistogramDataPoint: {
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    bucketCounts: [6, 'fixed64', 'repeated'],
    explicitBounds: [7, 'double', 'repeated'],
    attributes: [9, 'KeyValue', 'repeated'],
  },
  Gauge: { dataPoints: [1, 'NumberDataPoint', 'repeated'] },
  Sum: {
    dataPoints: [1, 'NumberDataPoint', 'repeated'],
    aggregationTemporality: [2, 'int32'],
    isMonotonic: [3, 'bool'],
  },
  Histogram: { dataPoints: [1, 'HistogramDataPoint', 'repeated'], aggregationTemporality: [2, 'int32'] },
  Metric: {
    name: [1, 'string'],
    description: [2, 'string'],
    unit: [3, 'string'],
    gauge: [5, 'Gauge'],
    sum: [7, 'Sum'],
    histogram: [9, 'Histogram'],
  },
  ScopeMetrics: { scope: [1, 'InstrumentationScope'], metrics: [2, 'Metric', 'repeated'] },
  ResourceMetrics: { resource: [1, 'Resource'], scopeMetrics: [2, 'ScopeMetrics', 'repeated'] },
  MetricsRequest: { resourceMetrics: [1, 'ResourceMetrics', 'repeated'] },
  // opentelemetry/proto/collector/*/v1: field 1 of each answer, and its two fields
  PartialSuccess: { rejected: [1, 'int64'], errorMessage: [2, 'string'] },
  Response: { partialSuccess: [1, 'PartialSuccess'] },
};

const root = new protobuf.Root();
for (const [name, fields] of Object.entries(messages)) {
  const type = new protobuf.Type(name);
  for (const [field, [id, of, rule]] of Object.entries(fields)) type.add(new protobuf.Field(field, id, of, rule));
  root.add(type);
}

/** Ids as base64, 64-bit numbers as decimal texts. */
export function readOtlp(message: 'TraceRequest' | 'LogsRequest' | 'MetricsRequest', bytes: Uint8Array): unknown {
  const type = root.lookupType(message);
  return type.toObject(type.decode(bytes), { longs: String, bytes: String, defaults: false });
}

export function partialSuccess(rejected: number, errorMessage: string): Uint8Array {
  const type = root.lookupType('Response');
  return type.encode(type.create({ partialSuccess: { rejected, errorMessage } })).finish();
}
