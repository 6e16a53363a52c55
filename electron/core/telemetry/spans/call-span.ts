// An ended call as the spans that OpenTelemetry's serializers take: the call's own, and one for the time that a person was waited for.
import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { conventional, own } from '../attribute-names.ts';
import { hrTime } from '../hr-time.ts';
import { spanAttributes, spanName, spanStatus } from './span-attributes.ts';
import type { SpanContext } from '@opentelemetry/api';
import type { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import type { EndedCall } from './call-spans.ts';
import type { AttributeMaking } from './span-attributes.ts';
import type { TraceContext } from './trace-context.ts';

export type ExportedSpan = Parameters<typeof ProtobufTraceSerializer.serializeRequest>[0][number];

export interface SpanMaking extends AttributeMaking {
  readonly resource: Resource;
  readonly scope: { readonly name: string; readonly version: string };
}

export function spansOf(ended: EndedCall, making: SpanMaking): ExportedSpan[] {
  const { call } = ended;
  const { context, entry } = call;
  const attributes = spanAttributes(ended, making);
  const span = {
    ...frame(making, call.at.wall, endOf(ended)),
    name: spanName(call, making),
    kind: entry.dir === 'in' ? SpanKind.SERVER : SpanKind.CLIENT,
    spanContext: () => spanContext(context, context.spanId),
    ...(call.parentSpanId !== null && {
      parentSpanContext: { ...spanContext(context, call.parentSpanId), isRemote: call.isRemoteParent },
    }),
    status: spanStatus(ended, attributes[conventional.error], making),
    attributes,
  };
  return ended.waitSpanId === null ? [span] : [span, waitSpan(ended, ended.waitSpanId, making)];
}

/** In milliseconds since the epoch, by the clock that the call began with. */
function endOf({ call, at }: EndedCall): number {
  return call.at.wall + Math.max(0, at.monotonic - call.at.monotonic);
}

function waitSpan(ended: EndedCall, spanId: string, making: SpanMaking): ExportedSpan {
  const { call, close } = ended;
  const { wall, monotonic } = call.at;
  const since = wall + ((call.waitingSince ?? call.at).monotonic - monotonic);
  return {
    ...frame(making, since, Math.max(since, Math.min(since + close.waitedMs, endOf(ended)))),
    name: 'pilothouse.wait',
    kind: SpanKind.INTERNAL,
    spanContext: () => spanContext(call.context, spanId),
    parentSpanContext: spanContext(call.context, call.context.spanId),
    status: { code: SpanStatusCode.UNSET },
    attributes: { [own.waitedMs]: close.waitedMs },
  };
}

function frame({ resource, scope }: SpanMaking, from: number, to: number) {
  return {
    startTime: hrTime(from),
    endTime: hrTime(to),
    duration: hrTime(to - from),
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

export function spanContext({ traceId, isSampled }: TraceContext, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}
