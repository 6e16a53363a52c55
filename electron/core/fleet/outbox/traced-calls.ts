// Calls of agents as the fleet gets them: one summary each when it has ended, with its hops, and with masked payloads where that is wanted.
import { cutText } from '../../redaction/cut.ts';
import { readTraceContext } from '../../telemetry/spans/trace-context.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { Seen } from '../../trace/excerpt.ts';
import type { TraceClose, TraceFollower, TraceMoment, TraceOpen } from '../../trace/tap.ts';

export interface TracedCall {
  readonly at: number;
  /** JSON objects. */
  readonly summary: string;
  readonly payload: string | null;
}

export interface TracedCallsOptions {
  readonly withPayload: boolean;
  /** Characters of a request or an answer. */
  readonly maxPayloadChars: number;
  /** Hides secrets in a value of JSON, and in a message as text. */
  mask<T>(value: T): T;
  maskMessage(text: string): string;
  ended(call: TracedCall): void;
  /** A call that has not ended before so many others began is not told. */
  lost(): void;
}

interface Hop {
  readonly from: Party;
  readonly to: Party;
  readonly method: string;
  readonly tool: string | null;
  readonly at: number;
  /** What it was called to whoever it went to: the parent of the call that it is there. Null where nothing was said. */
  readonly span: string | null;
  ms: number | null;
  outcome: TraceClose['outcome'] | null;
}

interface Call {
  readonly hop: Hop;
  readonly hops: Hop[];
  /** Of its hops. */
  readonly seqs: number[];
  /** The trace that it belongs to (W3C Trace Context): as its caller says, or as it was passed on first. */
  trace: string | null;
  readonly parentSpan: string | null;
  readonly bytes: number;
  readonly request: string | null;
}

const maxCalls = 2_000;
const maxHops = 50;

export class TracedCalls implements TraceFollower {
  readonly #options: TracedCallsOptions;
  readonly #calls = new Map<number, Call>();
  /** Which call a message is part of, and its hop. */
  readonly #hops = new Map<number, { readonly root: number; readonly hop: Hop | null }>();

  constructor(options: TracedCallsOptions) {
    this.#options = options;
  }

  opened(seq: number, { wall: at }: TraceMoment, entry: TraceOpen): void {
    if (entry.kind !== 'request') return;
    const root = entry.parent === null ? null : this.#hops.get(entry.parent)?.root;
    if (root !== undefined && root !== null) return this.#addHop(seq, root, at, entry);
    if (entry.parent !== null || entry.tool === null || entry.from.kind !== 'agent') return;
    const request = this.#options.withPayload ? this.#payload(entry.message) : null;
    const caller = readTraceContext(entry.meta);
    const of = { trace: caller?.traceId ?? null, parentSpan: caller?.spanId ?? null };
    const hop = hopOf(at, entry, null);
    this.#calls.set(seq, { hop, hops: [], seqs: [], ...of, bytes: entry.message.bytes, request });
    this.#hops.set(seq, { root: seq, hop: null });
    if (this.#calls.size > maxCalls) this.#lose();
  }

  closed(seq: number, { wall: at }: TraceMoment, close: TraceClose): void {
    const found = this.#hops.get(seq);
    if (!found) return;
    if (found.hop) end(found.hop, at, close);
    const call = this.#calls.get(seq);
    if (!call) return;
    end(call.hop, at, close);
    this.#forget(seq);
    this.#options.ended(this.#told(call, close));
  }

  #addHop(seq: number, root: number, at: number, entry: TraceOpen): void {
    const call = this.#calls.get(root);
    if (!call || call.hops.length === maxHops) return;
    const told = entry.dir === 'out' ? readTraceContext(entry.meta) : null;
    call.trace ??= told?.traceId ?? null;
    const hop = hopOf(at, entry, told?.spanId ?? null);
    call.hops.push(hop);
    call.seqs.push(seq);
    this.#hops.set(seq, { root, hop });
  }

  #told({ hop, hops, trace, parentSpan, bytes, request }: Call, close: TraceClose): TracedCall {
    const { mask, withPayload } = this.#options;
    const { code, reason, rule, waitedMs, message } = close;
    const { at, ms, outcome, from, to, method, tool } = hop;
    const summary = { method, tool, from, to, trace, parentSpan, outcome, code, reason, rule, ms, waitedMs, bytes };
    const answer = message && { answerBytes: message.bytes };
    const payload = withPayload ? { request, answer: message && this.#payload(message) } : null;
    return {
      at,
      summary: JSON.stringify(mask({ ...summary, ...answer, hops: hops.map(shown) })),
      payload: payload && JSON.stringify(payload),
    };
  }

  #payload({ payload }: Seen): string {
    const { maxPayloadChars, maskMessage } = this.#options;
    const masked = maskMessage(payload);
    return masked.length > maxPayloadChars ? cutText(masked, maxPayloadChars) : masked;
  }

  /** The oldest, which may never end. */
  #lose(): void {
    const [oldest] = this.#calls.keys();
    if (oldest === undefined) return;
    this.#forget(oldest);
    this.#options.lost();
  }

  #forget(root: number): void {
    for (const seq of this.#calls.get(root)?.seqs ?? []) this.#hops.delete(seq);
    this.#calls.delete(root);
    this.#hops.delete(root);
  }
}

function hopOf(at: number, { from, to, method, tool }: TraceOpen, span: string | null): Hop {
  return { from, to, method, tool, at, span, ms: null, outcome: null };
}

function end(hop: Hop, at: number, { outcome }: TraceClose): void {
  hop.ms = Math.max(0, at - hop.at);
  hop.outcome = outcome;
}

function shown({ at, ...hop }: Hop) {
  return { ...hop, at: new Date(at).toISOString() };
}
