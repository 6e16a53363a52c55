// A receiver of OTLP over HTTP for tests: reads protobuf and JSON, keeps what came, and answers as it is told.
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { readOtlp } from './otlp-messages.ts';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly isError: boolean;
  /** What stands in its status. */
  readonly said: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ReceivedLog {
  readonly traceId: string;
  readonly spanId: string;
  readonly body: string;
  readonly event: string;
  readonly severity: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A point of a metric. Bounds and counts are empty where it is no histogram. */
export interface ReceivedPoint {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'sum' | 'gauge' | 'histogram';
  readonly isMonotonic: boolean;
  /** 2 is cumulative. */
  readonly temporality: number;
  readonly start: bigint;
  readonly at: bigint;
  /** Of a histogram, its sum. */
  readonly value: number;
  readonly count: number;
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly attributes: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly port: number;
  readonly spans: ReceivedSpan[];
  readonly logs: ReceivedLog[];
  readonly metrics: ReadonlySet<string>;
  /** Of the newest request. */
  readonly points: ReceivedPoint[];
  readonly resources: Readonly<Record<string, string>>[];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }[];
  /** Of each request from now on; null lets it wait for ever. */
  answer: (request: number) => Answer | null;
  /** Whether the connection of a request ends before its answer does, though it was taken. */
  cut: (request: number) => boolean;
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value?: Readonly<Record<string, unknown>>;
}

type Tree = Readonly<Record<string, unknown>>;

export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const logs: ReceivedLog[] = [];
  const metrics = new Set<string>();
  const points: ReceivedPoint[] = [];
  const resources: Readonly<Record<string, string>>[] = [];
  const requests: OtlpReceiver['requests'] = [];
  const waiting = new Set<ServerResponse>();
  const take = (path: string, isJson: boolean, bytes: Buffer) => {
    const all = isJson ? JSON.parse(bytes.toString()) : readOtlp(signalAt(path), bytes);
    if (signalAt(path) === 'metrics') points.length = 0;
    for (const { resource, scopes } of resourcesIn(all as Tree)) {
      resources.push(resource);
      for (const each of scopes) {
        spans.push(...listIn(each, 'spans').map(span => spanOf(span, isJson)));
        logs.push(...listIn(each, 'logRecords').map(record => logOf(record, isJson)));
        for (const metric of listIn(each, 'metrics')) {
          metrics.add(String(metric.name));
          points.push(...pointsOf(metric));
        }
      }
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      const path = request.url ?? '';
      requests.push({ path, headers: request.headers, text: bytes.toString('latin1') });
      const answer = receiver.answer(requests.length);
      if (answer === null) return void waiting.add(response);
      if (answer.status === 200) take(path, request.headers['content-type'] === 'application/json', bytes);
      if (!receiver.cut(requests.length))
        return void response.writeHead(answer.status, answer.headers).end(answer.body);
      response.writeHead(200, { 'content-length': '100' }).write('a');
      setImmediate(() => response.destroy());
    });
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const { port: opened } = server.address() as AddressInfo;
  const receiver: OtlpReceiver = {
    ...{ url: `http://127.0.0.1:${opened}`, port: opened, spans, logs, metrics, points, resources, requests },
    answer: () => ({ status: 200 }),
    cut: () => false,
    close: async () => {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return receiver;
}

function signalAt(path: string) {
  return path.endsWith('/traces') ? 'traces' : path.endsWith('/logs') ? 'logs' : 'metrics';
}

function resourcesIn(all: Tree): { resource: Readonly<Record<string, string>>; scopes: readonly Tree[] }[] {
  const found = ['resourceSpans', 'resourceLogs', 'resourceMetrics'].flatMap(name => listIn(all, name));
  return found.map(each => ({
    resource: attributesOf(each.resource as Tree | undefined),
    scopes: ['scopeSpans', 'scopeLogs', 'scopeMetrics'].flatMap(name => listIn(each, name)),
  }));
}

function listIn(tree: Tree, name: string): readonly Tree[] {
  return (tree[name] ?? []) as readonly Tree[];
}

/** JSON has ids in hex; bytes of protobuf were read as base64. */
function idOf(value: unknown, isJson: boolean): string {
  return isJson ? String(value ?? '') : Buffer.from(String(value ?? ''), 'base64').toString('hex');
}

function spanOf(span: Tree, isJson: boolean): ReceivedSpan {
  const id = (value: unknown) => idOf(value, isJson);
  return {
    traceId: id(span.traceId),
    spanId: id(span.spanId),
    parentSpanId: id(span.parentSpanId),
    name: String(span.name),
    kind: Number(span.kind),
    start: BigInt(span.startTimeUnixNano as string),
    end: BigInt(span.endTimeUnixNano as string),
    isError: (span.status as Tree | undefined)?.code === 2,
    said: String((span.status as Tree | undefined)?.message ?? ''),
    attributes: attributesOf(span),
  };
}

function pointsOf(metric: Tree): ReceivedPoint[] {
  const kind = (['sum', 'gauge', 'histogram'] as const).find(each => metric[each] !== undefined);
  if (!kind) return [];
  const data = metric[kind] as Tree;
  return listIn(data, 'dataPoints').map(point => ({
    ...{ name: String(metric.name), unit: String(metric.unit ?? ''), kind },
    isMonotonic: data.isMonotonic === true,
    temporality: Number(data.aggregationTemporality ?? 0),
    start: BigInt((point.startTimeUnixNano ?? 0) as string),
    at: BigInt((point.timeUnixNano ?? 0) as string),
    value: Number(point.asDouble ?? point.asInt ?? point.sum ?? 0),
    count: Number(point.count ?? 0),
    bounds: ((point.explicitBounds ?? []) as readonly unknown[]).map(Number),
    counts: ((point.bucketCounts ?? []) as readonly unknown[]).map(Number),
    attributes: attributesOf(point),
  }));
}

function logOf(record: Tree, isJson: boolean): ReceivedLog {
  return {
    traceId: idOf(record.traceId, isJson),
    spanId: idOf(record.spanId, isJson),
    body: String((record.body as Tree).stringValue),
    event: String(record.eventName),
    severity: Number(record.severityNumber),
    attributes: attributesOf(record),
  };
}

function attributesOf(tree: Tree | undefined): Readonly<Record<string, string>> {
  const attributes = (tree?.attributes ?? []) as readonly Attribute[];
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value ?? {})[0])]));
}
