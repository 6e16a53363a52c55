// For whom a hub calls a server of another, in the `_meta` of the request: written by the hub that asks, taken out by the one that is asked. Pure.
import { z } from 'zod';
import { isRecord } from '../../../../contract/json.ts';
import { cutEnd, visibleText } from '../../../../contract/visible-text.ts';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';

/** Which agent there, and the entry of the trace there that the call belongs to. That is its hub's word: only the hub itself is proven. */
const AskedBySchema = z.object({
  agent: z.string().min(1).max(500),
  id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  seq: z.number().int().min(0).optional(),
});

export interface AskedBy {
  readonly agent: string;
  /** What its hub knows it by; null where that is its name alone. */
  readonly id: string | null;
}

export interface CallOrigin extends AskedBy {
  /** Null for what a run asks for its agent by itself. `traceId` has 32 hexadecimal digits, for a call that belongs to no trace of its agent. */
  readonly cause: { readonly seq: number; readonly traceId: string } | null;
}

const askedByKey = 'dev.pilothouse/asked-by';
const maxAgentChars = 60;

/** The params as they go to another hub. What an agent has written there itself does not go on. */
export function withOrigin(params: unknown, origin: CallOrigin | null): unknown {
  if (params !== undefined && !isRecord(params)) return params;
  const { [askedByKey]: _claimed, ...meta } = isRecord(params?._meta) ? params._meta : {};
  if (!origin) return params?._meta === undefined ? params : { ...params, _meta: meta };
  const { agent, id, cause } = origin;
  const by = { agent, ...(id !== null && { id }) };
  if (!cause) return { ...params, _meta: { ...meta, [askedByKey]: by } };
  const { seq, traceId } = cause;
  // The trace of its agent goes on where there is one (W3C Trace Context); otherwise the entry here is the span that is its parent.
  const trace = meta.traceparent === undefined && { traceparent: `00-${traceId}-${spanOf(seq)}-01` };
  return { ...params, _meta: { ...meta, ...trace, [askedByKey]: { ...by, seq } } };
}

/** The entry of the trace here that a request of this hub belongs to, as `withOrigin` has written it. */
export function causeOf(params: unknown): number | null {
  const told = isRecord(params) && isRecord(params._meta) ? params._meta[askedByKey] : null;
  return isRecord(told) && typeof told.seq === 'number' ? told.seq : null;
}

/** The request as servers are to have it, and which agent it is of; null for the hub itself. */
export function takeAskedBy(request: JSONRPCRequest): {
  readonly by: AskedBy | null;
  readonly request: JSONRPCRequest;
} {
  const meta = request.params?._meta;
  if (!isRecord(meta) || !(askedByKey in meta)) return { by: null, request };
  const { [askedByKey]: told, ...others } = meta;
  const parsed = AskedBySchema.safeParse(told);
  const agent = parsed.success ? cutEnd(visibleText(parsed.data.agent).trim(), maxAgentChars) : '';
  const by = agent === '' ? null : { agent, id: parsed.data?.id ?? null };
  return { by, request: { ...request, params: { ...request.params, _meta: others } } };
}

/** Never all zero, which would be no span. */
function spanOf(seq: number): string {
  return (seq + 1).toString(16).padStart(16, '0');
}
