// An ended call as the spans that OpenTelemetry's serializers take: the call's own, and one for the time that a person was waited for.
import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { cutText } from '../../redaction/cut.ts';
import { conventional, own } from '../attribute-names.ts';
import { hrTime } from '../hr-time.ts';
import type { Attributes, SpanContext } from '@opentelemetry/api';
import type { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { Seen } from '../../trace/excerpt.ts';
import type { EndedCall, OpenCall } from './call-spans.ts';

export type ExportedSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];

export interface SpanMaking {
  readonly resource: Resource;
  readonly scope: { readonly name: string; readonly version: string };
  /** Hides secrets in a text, and in a message as JSON text. */
  readonly mask: { text(text: string): string; message(text: string): string };
  readonly contents: boolean;
  randomId(): string;
}

const maxTextChars = 1_000;
const maxContentChars = 8_000;

export function spansOf(ended: EndedCall, making: SpanMaking): ExportedSpan[] {
  const { call, at, close } = ended;
  const { context, entry } = call;
  const took = Math.max(0, at.monotonic - call.at.monotonic);
  const isError = close.outcome !== 'ok';
  const said = close.reason ?? close.code ?? close.outcome;
  const span = {
    ...frame(making, call.at.wall, took),
    name: shown(making, entry.tool === null ? entry.method : `${entry.method} ${entry.tool}`),
    kind: entry.dir === 'in' ? SpanKind.SERVER : SpanKind.CLIENT,
    spanContext: () => spanContext(call, context.spanId),
    ...(call.parentSpanId !== null && {
      parentSpanContext: { ...spanContext(call, call.parentSpanId), isRemote: call.isRemoteParent },
    }),
    status: isError ? { code: SpanStatusCode.ERROR, message: shown(making, said) } : { code: SpanStatusCode.UNSET },
    attributes: attributesOf(ended, making),
  };
  return close.waitedMs > 0 ? [span, waitSpan(ended, making)] : [span];
}

function waitSpan({ call, at, close }: EndedCall, making: SpanMaking): ExportedSpan {
  const spanId = making.randomId();
  const { wall, monotonic } = call.at;
  const since = (call.waitingSince ?? call.at).monotonic;
  return {
    ...frame(making, wall + (since - monotonic), Math.max(0, Math.min(close.waitedMs, at.monotonic - since))),
    name: 'pilothouse.wait',
    kind: SpanKind.INTERNAL,
    spanContext: () => spanContext(call, spanId),
    parentSpanContext: spanContext(call, call.context.spanId),
    status: { code: SpanStatusCode.UNSET },
    attributes: { [own.waitedMs]: close.waitedMs },
  };
}

function frame({ resource, scope }: SpanMaking, from: number, ms: number) {
  return {
    startTime: hrTime(from),
    endTime: hrTime(from + ms),
    duration: hrTime(ms),
    ended: true,
    links: [],
    events: [],
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function spanContext({ context }: OpenCall, spanId: string): SpanContext {
  return { traceId: context.traceId, spanId, traceFlags: context.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function attributesOf({ call, close }: EndedCall, making: SpanMaking): Attributes {
  const { entry } = call;
  const { tool, rpcId, tabId, from, to } = entry;
  const isModel = to.kind === 'model';
  const said: Attributes = { [own.outcome]: close.outcome };
  if (isModel) Object.assign(said, { [conventional.operation]: 'chat', [conventional.model]: nameOf(to) });
  else said[conventional.method] = tool === null ? entry.method : 'tools/call';
  if (tool !== null) Object.assign(said, { [conventional.tool]: tool, [conventional.operation]: 'execute_tool' });
  if (rpcId != null) said[conventional.requestId] = rpcId;
  if (tabId != null) said[own.tab] = tabId;
  if (from.kind === 'agent') Object.assign(said, { [own.agent]: nameOf(from), [own.agentId]: from.id });
  Object.assign(said, targetOf(to.kind === 'hub' ? call.target : to));
  if (close.outcome !== 'ok') said[conventional.error] = close.code ?? '_OTHER';
  if (close.rule !== null) said[own.rule] = close.rule;
  if (close.waitedMs > 0) said[own.waitedMs] = close.waitedMs;
  if (typeof close.tokensIn === 'number') said[conventional.tokensIn] = close.tokensIn;
  if (typeof close.tokensOut === 'number') said[conventional.tokensOut] = close.tokensOut;
  for (const [name, value] of Object.entries(said)) if (typeof value === 'string') said[name] = shown(making, value);
  return making.contents && tool !== null ? { ...said, ...contentsOf(entry.message, close.message, making) } : said;
}

function targetOf(target: Party | null): Attributes {
  if (target === null || target.kind === 'agent') return { [own.kind]: 'own' };
  return { [own.kind]: target.kind, [own.server]: nameOf(target), [own.serverId]: target.id };
}

function contentsOf(request: Seen, answer: Seen | null, { mask }: SpanMaking): Attributes {
  const told = (name: string, { payload }: Seen): Attributes => {
    if (payload === '') return {};
    const masked = mask.message(payload);
    return { [name]: masked.length > maxContentChars ? cutText(masked, maxContentChars) : masked };
  };
  return {
    ...told(conventional.toolArguments, request),
    ...(answer && told(conventional.toolResult, answer)),
  };
}

function nameOf({ label, id }: Party): string {
  return label || id;
}

/** Masked before it is cut: half a secret is not known as one. */
function shown({ mask }: SpanMaking, text: string): string {
  const masked = mask.text(text);
  return masked.length > maxTextChars ? cutText(masked, maxTextChars) : masked;
}
