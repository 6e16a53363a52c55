// Calls as measurements: follows the trace, which sees every call of every wire once, and counts what Overview's figures count. On the path of a call it only pushes.
import { mcpError, plainError, providerName } from '../call-names.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { TraceClose, TraceFollower, TraceMoment, TraceOpen } from '../../trace/tap.ts';
import type { Labels } from './bounded-series.ts';
import type { RecordedName } from './metric-table.ts';

export interface CallMetricsOptions {
  readonly record: (name: RecordedName, value: number, labels: Labels) => void;
  /** Runs its function once everything that has come by then was looked at. */
  readonly later?: (next: () => void) => void;
}

/** What carried a call out. */
type CallKind = 'server' | 'browser' | 'own' | 'model';

interface OpenCall {
  readonly at: number;
  readonly from: Party['kind'];
  readonly to: Party;
  readonly method: string;
  readonly tool: string | null;
  readonly parent: number | null;
  readonly model: TraceOpen['model'];
  /** The first of those that it was passed on to; null for what the hub answers itself. */
  target: Party | null;
  /** Milliseconds that targets took, and until when one was last waited for: those side by side count once. */
  targetMs: number;
  targetUntil: number;
}

interface Ended {
  readonly call: OpenCall;
  readonly ms: number;
  readonly close: TraceClose;
}

/** Calls that are open at once; the oldest beyond them are not measured. */
const maxOpen = 20_000;
/** Ends that wait to be counted, and how many are counted in one go. */
const maxPending = 16_384;
const drainAt = 256;

export class CallMetrics implements TraceFollower {
  readonly #options: CallMetricsOptions;
  readonly #later: (next: () => void) => void;
  readonly #open = new Map<number, OpenCall>();
  #pending: Ended[] = [];
  #isPlanned = false;
  #missed = 0;

  constructor(options: CallMetricsOptions) {
    this.#options = options;
    this.#later = options.later ?? (next => void setImmediate(next));
  }

  /** Calls of agents without an answer. */
  get open(): number {
    let open = 0;
    for (const { from, tool } of this.#open.values()) if (from === 'agent' && tool !== null) open += 1;
    return open;
  }

  get missed(): number {
    return this.#missed;
  }

  opened(seq: number, { monotonic: at }: TraceMoment, entry: TraceOpen): void {
    const { kind, from, to, method, tool, parent, model } = entry;
    if (kind !== 'request') return;
    if (this.#open.size >= maxOpen) this.#forgetOldest();
    const call = { at, from: from.kind, to, method, tool, parent, model, target: null, targetMs: 0, targetUntil: 0 };
    this.#open.set(seq, call);
    const cause = parent === null || to.kind === 'hub' ? undefined : this.#open.get(parent);
    if (cause) cause.target ??= to;
  }

  closed(seq: number, { monotonic: at }: TraceMoment, close: TraceClose): void {
    const call = this.#open.get(seq);
    if (!call) return;
    this.#open.delete(seq);
    const cause = call.parent === null || call.to.kind === 'hub' ? undefined : this.#open.get(call.parent);
    if (cause) {
      cause.targetMs += Math.max(0, at - Math.max(call.at, cause.targetUntil));
      cause.targetUntil = at;
    }
    if (this.#pending.length >= maxPending) {
      this.#missed += 1;
      return;
    }
    // Overview's delay: what a person was waited for is none of it.
    this.#pending.push({ call, ms: Math.max(0, at - call.at - close.waitedMs), close });
    if (this.#isPlanned || this.#pending.length < drainAt) return;
    this.#isPlanned = true;
    this.#later(() => this.drain());
  }

  /** Counts what has come; before each collection, and now and then between. */
  drain(): void {
    this.#isPlanned = false;
    const ended = this.#pending;
    this.#pending = [];
    for (const each of ended) this.#count(each);
  }

  #forgetOldest(): void {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#open.delete(oldest);
    this.#missed += 1;
  }

  #count(ended: Ended): void {
    const { from, to } = ended.call;
    if (to.kind === 'model') this.#countModel(ended);
    else if (to.kind === 'server' || to.kind === 'browser') this.#countTarget(ended);
    else if (to.kind === 'hub' && from === 'agent') this.#countAsked(ended);
  }

  /** What an agent asked of the hub. */
  #countAsked({ call, ms, close }: Ended): void {
    const { record } = this.#options;
    const { tool, target, targetMs } = call;
    const method = tool === null ? call.method : 'tools/call';
    const error = errorOf(mcpError(close));
    record('mcp.server.operation.duration', ms / 1_000, {
      'mcp.method.name': method,
      ...(tool !== null && { 'gen_ai.tool.name': tool, 'gen_ai.operation.name': 'execute_tool' }),
      ...error,
    });
    if (tool === null) return;
    const kind = kindOf(target);
    const about = { 'pilothouse.kind': kind, 'pilothouse.server': nameOf(target) };
    this.#countCall({ ...about, 'gen_ai.tool.name': tool }, close);
    record('pilothouse.hub.duration', Math.max(0, ms - targetMs) / 1_000, { 'pilothouse.kind': kind });
    this.#countWait(kind, close);
  }

  #countTarget({ call, ms, close }: Ended): void {
    const { to, tool } = call;
    const named = { 'pilothouse.server': nameOf(to), ...(tool !== null && { 'gen_ai.tool.name': tool }) };
    if (to.kind === 'browser') {
      const labels = { ...named, ...errorOf(plainError(close)) };
      return this.#options.record('pilothouse.browser.operation.duration', ms / 1_000, labels);
    }
    this.#options.record('mcp.client.operation.duration', ms / 1_000, {
      'mcp.method.name': call.method,
      ...(tool !== null && { 'gen_ai.operation.name': 'execute_tool' }),
      ...named,
      ...errorOf(mcpError(close)),
    });
  }

  #countModel({ call, ms, close }: Ended): void {
    const { record } = this.#options;
    const about: Labels = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': providerName(call),
      ...(call.model?.name && { 'gen_ai.request.model': call.model.name }),
    };
    record('gen_ai.client.operation.duration', ms / 1_000, { ...about, ...errorOf(plainError(close)) });
    const { tokensIn, tokensOut } = close;
    if (typeof tokensIn === 'number')
      record('gen_ai.client.token.usage', tokensIn, { ...about, 'gen_ai.token.type': 'input' });
    if (typeof tokensOut === 'number')
      record('gen_ai.client.token.usage', tokensOut, { ...about, 'gen_ai.token.type': 'output' });
    this.#countCall({ 'pilothouse.kind': 'model', 'pilothouse.server': nameOf(call.to) }, close);
    this.#countWait('model', close);
  }

  #countCall(about: Labels, close: TraceClose): void {
    this.#options.record('pilothouse.calls', 1, { ...about, 'pilothouse.outcome': close.outcome });
    const error = mcpError(close);
    if (error === null) return;
    const kind = about['pilothouse.kind'] ?? 'own';
    this.#options.record('pilothouse.errors', 1, { 'pilothouse.kind': kind, 'error.type': error });
  }

  #countWait(kind: CallKind, { waitedMs }: TraceClose): void {
    if (waitedMs > 0)
      this.#options.record('pilothouse.person.wait.duration', waitedMs / 1_000, { 'pilothouse.kind': kind });
  }
}

function kindOf(target: Party | null): CallKind {
  return target === null || target.kind === 'hub' || target.kind === 'agent' ? 'own' : target.kind;
}

function nameOf(party: Party | null): string {
  return party === null ? '' : party.label || party.id;
}

function errorOf(error: string | null): Labels {
  return error === null ? {} : { 'error.type': error };
}
