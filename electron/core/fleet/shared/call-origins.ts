// Which agent's request a call belongs to that goes to another hub: follows the trace while this hub is in a fleet.
import { causeOf } from './asked-by.ts';
import type { TraceClose, TraceFollower, TraceOpen } from '../../trace/tap.ts';
import type { CallOrigin } from './asked-by.ts';

export interface CallOriginsOptions {
  /** What the user calls an agent; null for one that is not there any more. */
  nameOf(agentId: string): string | null;
  /** What this hub knows it by besides, in 32 hexadecimal digits; null where that is its name alone. */
  idOf?(agentId: string): string | null;
  readonly randomBytes: (size: number) => Buffer;
}

interface Begun {
  readonly agentId: string;
  /** Made when it is first needed. */
  traceId: string | null;
  /** The entry of the audit that was decided about it last. */
  decision: number | null;
}

/** Requests that are open at once. */
const mostOpen = 10_000;

export class CallOrigins implements TraceFollower {
  readonly #options: CallOriginsOptions;
  readonly #open = new Map<number, Begun>();

  constructor(options: CallOriginsOptions) {
    this.#options = options;
  }

  opened(seq: number, _at: unknown, { kind, from }: TraceOpen): void {
    if (kind !== 'request' || from.kind !== 'agent') return;
    const oldest = this.#open.size >= mostOpen ? this.#open.keys().next().value : undefined;
    if (oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(seq, { agentId: from.id, traceId: null, decision: null });
  }

  audited(seq: number, auditId: number): void {
    const begun = this.#open.get(seq);
    if (begun) begun.decision = auditId;
  }

  closed(seq: number, _at: unknown, _close: TraceClose): void {
    this.#open.delete(seq);
  }

  /** Of a request that goes to another hub, with the params that `of` was asked for: the entry of the audit that has allowed it. */
  decisionOf(params: unknown): number | null {
    const seq = causeOf(params);
    return seq === null ? null : (this.#open.get(seq)?.decision ?? null);
  }

  /** `parent` is the entry of the trace that causes a call, `owner` the agent whose run makes it; null for what the hub asks itself. */
  of(parent: number | null, owner: string | null): CallOrigin | null {
    const begun = parent === null ? undefined : this.#open.get(parent);
    const agentId = begun?.agentId ?? owner;
    const agent = agentId === null ? null : this.#options.nameOf(agentId);
    if (agent === null) return null;
    const id = this.#options.idOf?.(agentId ?? '') ?? null;
    if (!begun || parent === null) return { agent, id, cause: null };
    begun.traceId ??= this.#options.randomBytes(16).toString('hex');
    return { agent, id, cause: { seq: parent, traceId: begun.traceId } };
  }
}
