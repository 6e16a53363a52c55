// The export of the signals that are on, as OpenTelemetry's serializers write them. Loaded while one of them is on, or is tried.
import { hostname } from 'node:os';
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { telemetrySignals } from '../../../contract/schemas/telemetry.ts';
import { LogExport } from './logs/log-export.ts';
import { MetricExport } from './metrics/metric-export.ts';
import { post } from './otlp-post.ts';
import { faultOfSignal, shownEndpoint, signalEndpoint } from './signal-endpoint.ts';
import { offHealth } from './signal-health.ts';
import { SignalSender } from './signal-sender.ts';
import { AuditSpans } from './spans/audit-spans.ts';
import { SpanExport } from './spans/span-export.ts';
import { whyOf } from './write-in-turns.ts';
import type { Resource } from '@opentelemetry/resources';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { Reason } from '../../../contract/reasons.ts';
import type { TelemetrySignal } from '../../../contract/schemas/telemetry.ts';
import type { ExportedLog } from './logs/log-export.ts';
import type { PostOutcome } from './otlp-post.ts';
import type { LiveExportOptions, SignalExport, Writing } from './signal-export.ts';
import type { Accepted } from './signal-sender.ts';
import type { ExportedSpan } from './spans/call-span.ts';

/** One of OpenTelemetry's, for whatever signal. */
interface Serializer<Rows, Answer> {
  serializeRequest(rows: Rows): Uint8Array | undefined;
  deserializeResponse(body: Uint8Array): Answer;
}

export class LiveExport {
  readonly #options: LiveExportOptions;
  readonly #exports: SignalExport[] = [];
  readonly #auditSpans = new AuditSpans();

  constructor(options: LiveExportOptions) {
    this.#options = options;
  }

  /** Each that is on; one that cannot start is told as failing, and keeps none of the others. */
  async start(): Promise<void> {
    const { stored, now, onHealth } = this.#options;
    for (const signal of telemetrySignals.filter(each => stored[each].on)) {
      try {
        const made = exportOf(signal, this.#options, this.#auditSpans);
        this.#exports.push(made);
        await made.start();
      } catch (error) {
        const reason = { kind: 'telemetry-not-started', said: whyOf(error) } as const;
        onHealth(signal, { ...offHealth, on: true, state: 'failing', reason, failedAt: now() });
      }
    }
  }

  /** With what is still to be sent, for a moment; one that cannot end keeps none of the others. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#exports.map(each => each.stop()));
  }
}

function exportOf(signal: TelemetrySignal, options: LiveExportOptions, auditSpans: AuditSpans): SignalExport {
  const { stored, version } = options;
  const about = { ...options, auditSpans, resource: resourceOf(options), scope: { name: 'pilothouse', version } };
  const isJson = stored[signal].protocol === 'http/json';
  if (signal === 'spans') {
    const spans = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
    const written = (made: readonly ExportedSpan[]) => spans.serializeRequest([...made]);
    return new SpanExport(about, writing => sender(options, signal, spans, written, writing));
  }
  if (signal === 'logs') {
    const logs = isJson ? JsonLogsSerializer : ProtobufLogsSerializer;
    const written = (made: readonly ExportedLog[]) => logs.serializeRequest([...made]);
    return new LogExport(about, writing => sender(options, signal, logs, written, writing));
  }
  const metrics = isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer;
  const written = ([newest]: readonly ResourceMetrics[]) => newest && metrics.serializeRequest(newest);
  return new MetricExport(about, writing => sender(options, signal, metrics, written, writing));
}

/** Sends an empty request; null where it is taken. */
export async function tryExport(options: LiveExportOptions, signal: TelemetrySignal): Promise<Reason | null> {
  const { stored } = options;
  const fault = faultOfSignal(stored, signal);
  const url = signalEndpoint(stored, signal);
  if (fault || !url) return fault;
  const names = { spans: 'resourceSpans', metrics: 'resourceMetrics', logs: 'resourceLogs' } as const;
  const isJson = stored[signal].protocol === 'http/json';
  const body = isJson ? Buffer.from(JSON.stringify({ [names[signal]]: [] })) : new Uint8Array();
  const outcome = await send(options, signal, url, body, new AbortController().signal);
  const address = shownEndpoint(url);
  if (outcome.kind === 'taken') return null;
  const { status, said } = outcome;
  if (outcome.kind === 'refused') return { kind: 'telemetry-refused', address, status: outcome.status, said };
  if (outcome.reason) return outcome.reason;
  return status === null
    ? { kind: 'telemetry-unreachable', address, said }
    : { kind: 'telemetry-busy', address, status, said };
}

function sender<Row, Made, Answer extends { partialSuccess?: object }>(
  options: LiveExportOptions,
  signal: TelemetrySignal,
  serializer: Pick<Serializer<never, Answer>, 'deserializeResponse'>,
  serialize: (made: readonly Made[]) => Uint8Array | null | undefined,
  writing: Writing<Row, Made>,
): SignalSender<Row, Made> {
  const url = signalEndpoint(options.stored, signal);
  if (!url) throw new Error(`The signal ${signal} is on without an endpoint; set one first.`);
  return new SignalSender<Row, Made>({
    ...writing,
    address: shownEndpoint(url),
    serialize: made => serialize(made) ?? null,
    accepted: body => acceptedOf(body, serializer),
    post: (body, aborted) => send(options, signal, url, body, aborted),
    now: () => options.now(),
    random: () => options.randomBytes(2).readUInt16BE() / 65_536,
    onHealth: health => options.onHealth(signal, health),
  });
}

/** The address was allowed when it was set. */
async function send(
  options: LiveExportOptions,
  signal: TelemetrySignal,
  url: URL,
  body: Uint8Array,
  aborted: AbortSignal,
): Promise<PostOutcome> {
  const { headers: names, protocol, compression, timeoutMs } = options.stored[signal];
  const headers: Record<string, string> = { 'user-agent': `pilothouse/${options.version}` };
  for (const header of names) {
    const value = options.header(signal, header);
    const reason = { kind: 'telemetry-header-lacks-value', header } as const;
    if (value === undefined) return { kind: 'again', status: null, said: '', retryAfterMs: null, reason };
    headers[header] = value;
  }
  return await post({ url, headers, protocol, compression, timeoutMs, now: () => options.now() }, body, aborted);
}

function acceptedOf(
  body: Uint8Array,
  { deserializeResponse }: Pick<Serializer<never, { partialSuccess?: object }>, 'deserializeResponse'>,
): Accepted {
  const none = { rejected: 0, said: '' };
  if (body.length === 0) return none;
  try {
    const { partialSuccess = {} } = deserializeResponse(body);
    const said = 'errorMessage' in partialSuccess ? String(partialSuccess.errorMessage ?? '') : '';
    const rejected = Object.entries(partialSuccess).find(([name]) => name.startsWith('rejected'))?.[1];
    return { rejected: Math.max(0, Number(rejected ?? 0)), said: said.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200) };
  } catch {
    // What was taken is taken, whatever else it says.
    return none;
  }
}

function resourceOf({ stored, version, instanceId }: LiveExportOptions): Resource {
  return resourceFromAttributes({
    'service.name': 'pilothouse',
    'service.version': version,
    'service.instance.id': instanceId,
    ...(stored.hostName && { 'host.name': hostname() }),
  });
}
