// W3C Trace Context as it stands in the `_meta` of a request: read, and written for whom the call is handed on to.
import { isRecord } from '../../../../contract/json.ts';

/** What a caller says of the trace that its call belongs to. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  /** Whoever made the trace id says that it is random (Level 2, "Random Trace ID Flag"), which holds for as long as the id does. */
  readonly isRandom: boolean;
  readonly tracestate: string | null;
}

/** Version, trace, span and flags (W3C Trace Context, section 3.2); a later version may have more behind these. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const sampledBit = 1;
const randomBit = 2;
const maxTraceparentChars = 512;
/** As many as the specification asks to be passed on at least (section 3.3.1.5). */
const maxTracestateChars = 512;

/** Null for what is malformed, which never fails a call: the trace begins anew. */
export function readTraceContext(meta: unknown): TraceContext | null {
  if (!isRecord(meta)) return null;
  const { traceparent, tracestate } = meta;
  if (typeof traceparent !== 'string' || traceparent.length > maxTraceparentChars) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const bits = Number.parseInt(flags, 16);
  const said = { isSampled: (bits & sampledBit) !== 0, isRandom: (bits & randomBit) !== 0 };
  return { traceId, spanId, ...said, tracestate: readTracestate(tracestate) };
}

/** Printable ASCII only: it may go on as a header. */
function readTracestate(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > maxTracestateChars) return null;
  return /^[\x20-\x7e]+$/.test(value) ? value : null;
}

export function traceparentOf({ traceId, spanId, isSampled, isRandom }: TraceContext): string {
  const bits = (isSampled ? sampledBit : 0) | (isRandom ? randomBit : 0);
  return `00-${traceId}-${spanId}-0${bits}`;
}

/** The same `_meta` with our span as the parent; what else stands in it, such as `baggage`, stays. */
export function withTraceContext(
  meta: Readonly<Record<string, unknown>>,
  context: TraceContext,
): Record<string, unknown> {
  const { traceparent: _before, tracestate: _state, ...others } = meta;
  const { tracestate } = context;
  return { ...others, traceparent: traceparentOf(context), ...(tracestate !== null && { tracestate }) };
}
