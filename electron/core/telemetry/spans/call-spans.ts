// Calls of agents as spans: follows the trace, keeps what is open in bounds, and hands each call out as it ends. On the path of a call it only notes.
import { isRecord } from '../../../../contract/json.ts';
import { subjectOf } from '../call-names.ts';
import { readTraceContext, withTraceContext } from './trace-context.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { Seen } from '../../trace/excerpt.ts';
import type { TraceClose, TraceFollower, TraceMoment, TraceOpen } from '../../trace/tap.ts';
import type { Subject } from '../call-names.ts';
import type { TraceContext } from './trace-context.ts';

export interface OpenCall {
  readonly context: TraceContext;
  readonly parentSpanId: string | null;
  /** The caller's own span is its parent. */
  readonly isRemoteParent: boolean;
  readonly at: TraceMoment;
  readonly entry: TraceOpen;
  /** The first of those that it was passed on to; null for what the hub answers itself. */
  target: Party | null;
  /** The origin of the page that it is about, by itself or by what it was passed on as. */
  site: string | null;
  readonly subject: Subject;
  waitingSince: TraceMoment | null;
  /** The spans that it was handed on as, until the entry of each is there; with what asks further down, where that was told. */
  readonly handed: Map<string, string | null>;
}

export interface EndedCall {
  readonly call: OpenCall;
  /** Of the span of its waiting, the same however often it is sent; null where nobody was waited for. */
  readonly waitSpanId: string | null;
  readonly at: TraceMoment;
  readonly close: TraceClose;
}

export interface CallSpansOptions {
  /** Whether a trace that no caller has decided about is exported. */
  isSampled(traceId: string): boolean;
  /** What was asked and answered is kept until it is sent. */
  readonly contents: boolean;
  randomBytes(size: number): Buffer;
  ended(ended: EndedCall): void;
  audited(auditId: number, context: TraceContext): void;
  /** A call that has not ended before so many others began is not told. */
  lost(): void;
}

/** Calls that are open at once. */
const maxOpen = 5_000;
/** Of one call, handed on and not sent yet. */
const maxHanded = 64;
/** A message that is longer is not told; to cut it here could leave half a secret. */
const maxContentChars = 16_384;
/** Ids are made of random bytes that are asked for in one go. */
const poolBytes = 4_096;

export class CallSpans implements TraceFollower {
  readonly #options: CallSpansOptions;
  readonly #open = new Map<number, OpenCall>();
  #pool: Buffer = Buffer.alloc(0);
  #used = 0;

  constructor(options: CallSpansOptions) {
    this.#options = options;
  }

  opened(seq: number, at: TraceMoment, entry: TraceOpen): void {
    if (entry.kind !== 'request') return;
    const parent = entry.parent === null ? undefined : this.#open.get(entry.parent);
    if (!parent && (entry.parent !== null || !isBeginning(entry))) return;
    if (this.#open.size >= maxOpen) this.#forgetOldest();
    this.#open.set(seq, parent ? this.#child(parent, at, entry) : this.#root(at, entry));
  }

  waiting(seq: number, at: TraceMoment): void {
    const call = this.#open.get(seq);
    if (call) call.waitingSince ??= at;
  }

  audited(seq: number, auditId: number): void {
    const call = this.#open.get(seq);
    if (call) this.#options.audited(auditId, call.context);
  }

  closed(seq: number, at: TraceMoment, close: TraceClose): void {
    const call = this.#open.get(seq);
    if (!call) return;
    this.#open.delete(seq);
    if (!call.context.isSampled) return;
    const message = close.message && this.#kept(close.message);
    const waitSpanId = close.waitedMs > 0 ? this.#id(8) : null;
    this.#options.ended({ call, waitSpanId, at, close: { ...close, message } });
  }

  handOn(parent: number, params: unknown, isQuestion: boolean): unknown {
    const cause = this.#open.get(parent);
    if (!cause || (params !== undefined && !isRecord(params))) return params;
    const meta = isRecord(params?._meta) ? params._meta : {};
    const spanId = this.#id(8);
    // Some are never sent: they must not take the room of others.
    if (cause.handed.size === maxHanded) cause.handed.delete(firstOf(cause.handed) ?? '');
    cause.handed.set(spanId, isQuestion ? spanWithin(cause, meta) : null);
    return { ...params, _meta: withTraceContext(meta, { ...cause.context, spanId }) };
  }

  #root(at: TraceMoment, entry: TraceOpen): OpenCall {
    const caller = readTraceContext(entry.meta);
    const traceId = caller?.traceId ?? this.#id(16);
    const isSampled = caller?.isSampled ?? this.#options.isSampled(traceId);
    const of = { isRandom: caller?.isRandom ?? false, tracestate: caller?.tracestate ?? null };
    const context = { traceId, spanId: this.#id(8), isSampled, ...of };
    return {
      ...this.#noted(at, entry),
      context,
      parentSpanId: caller?.spanId ?? null,
      isRemoteParent: caller !== null,
    };
  }

  #child(parent: OpenCall, at: TraceMoment, entry: TraceOpen): OpenCall {
    if (entry.to.kind !== 'hub' && entry.to.kind !== 'agent') parent.target ??= entry.to;
    parent.site ??= entry.site ?? null;
    // A message may be sent later than the next, or never: which one it is says the message.
    const told = readTraceContext(entry.meta)?.spanId ?? '';
    const handed = entry.dir === 'out' ? parent.handed.get(told) : undefined;
    if (handed !== undefined) parent.handed.delete(told);
    const within = entry.dir === 'in' ? spanWithin(parent, entry.meta) : (handed ?? null);
    const context = { ...parent.context, spanId: handed === undefined ? this.#id(8) : told };
    // On the clock of its parent, inside which it lies then, whatever is done to the wall clock.
    const { wall, monotonic } = parent.at;
    const inside = { wall: wall + (at.monotonic - monotonic), monotonic: at.monotonic };
    const of = { parentSpanId: within ?? parent.context.spanId, isRemoteParent: within !== null };
    return { ...this.#noted(inside, entry), context, ...of };
  }

  #noted(at: TraceMoment, { meta: _read, ...entry }: TraceOpen) {
    const about = { target: null, site: entry.site ?? null, subject: subjectOf(entry) };
    const message = this.#kept(entry.message);
    return { at, entry: { ...entry, message }, ...about, waitingSince: null, handed: new Map() };
  }

  #kept(seen: Seen): Seen {
    const isKept = this.#options.contents && seen.payload.length <= maxContentChars;
    return isKept ? seen : { bytes: seen.bytes, payload: '', cut: true };
  }

  #forgetOldest(): void {
    const oldest = firstOf(this.#open) ?? -1;
    // What would not have been sent anyway is no loss.
    if (this.#open.get(oldest)?.context.isSampled) this.#options.lost();
    this.#open.delete(oldest);
  }

  /** All zero is no id (W3C Trace Context, section 3.2.2.3). */
  #id(bytes: 8 | 16): string {
    for (;;) {
      if (this.#used + bytes > this.#pool.length) {
        this.#pool = this.#options.randomBytes(poolBytes);
        this.#used = 0;
      }
      const id = this.#pool.toString('hex', this.#used, this.#used + bytes);
      this.#used += bytes;
      if (!/^0+$/.test(id)) return id;
    }
  }
}

/** The span further down that asks, where a server or another hub has said so of this very trace. */
function spanWithin({ context, parentSpanId }: OpenCall, meta: unknown): string | null {
  const told = readTraceContext(meta);
  const isOfCall = told?.traceId === context.traceId && told.spanId !== parentSpanId;
  return isOfCall ? told.spanId : null;
}

function firstOf<K>(map: ReadonlyMap<K, unknown>): K | undefined {
  const [first] = map.keys();
  return first;
}

/** What nobody has asked for, such as the lists that the hub reads, is no call. */
function isBeginning({ from, to }: TraceOpen): boolean {
  return from.kind === 'agent' || to.kind === 'model';
}
