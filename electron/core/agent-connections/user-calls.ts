// Calls that the user makes in the panel: through the same gates, router and trace as an agent's, over a connection of its own that lasts one call.
import { isRecord } from '../../../contract/json.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { AgentRegistry } from '../agents/agent-registry.ts';
import { AgentConnection } from './agent-connection.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Client } from '../../../contract/schemas/entities.ts';
import type { Message } from '../../../contract/schemas/messages.ts';
import type { Subject } from '../../../contract/schemas/permissions.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';
import type { ConnectingAgent } from '../agents/arrived-agent.ts';
import type { Router } from '../router/router.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { TraceClose, TraceOpen, TraceTap, Verdict } from '../trace/tap.ts';
import type { AgentServices } from './agent-services.ts';

/** Stands in trace and audit. No client that a program can have: it has no credential. */
export const userClient: Client = {
  id: 'you',
  name: 'You',
  verified: true,
  start: 'ask',
  colour: 1,
  createdAt: 0,
  lastSeenAt: null,
};

export interface UserCallsOptions {
  readonly agentServices: AgentServices;
  /** The router of the user's own calls. What is denied to one of `subjects` is denied to such a call. */
  routerFor(subjects: readonly Subject[]): Router;
  now(): number;
  randomBytes(size: number): Buffer;
  /** A call has ended; what was begun for it alone ends too. */
  onLeft(agentId: string): void;
}

export interface UserAsk {
  /** Of MCP, such as `tools/call`. */
  readonly method: string;
  readonly params: unknown;
  readonly subjects?: readonly Subject[];
  /** The browser that it is for; else the one that an agent would get. */
  readonly browserId?: string | null;
  readonly signal: AbortSignal;
  /** Ends the call with an answer that says so. */
  readonly cancelled?: AbortSignal;
}

export interface UserAnswer {
  /** Its entry in the trace. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly rule: string | null;
  /** The sentence of the refusal or error. */
  readonly reason: string | null;
  /** The same as a value, where it is the hub that says it. */
  readonly why?: Reason | undefined;
  readonly latencyMs: number;
  /** As the target gave it; undefined where there was an error instead. */
  readonly result: unknown;
}

export class UserCalls {
  readonly #options: UserCallsOptions;
  readonly #own = new Set<string>();

  constructor(options: UserCallsOptions) {
    this.#options = options;
  }

  /** Whether this stands in the trace for the user; the newest few thousand calls are known. */
  isOwn(agentId: string): boolean {
    return this.#own.has(agentId);
  }

  /** Asks nobody: the user has asked. Refused as an agent's call is, at once where an agent's would wait. Rejects when the panel leaves. */
  call({ method, params, subjects = [], browserId, signal, cancelled }: UserAsk): Promise<UserAnswer> {
    const { agentServices, routerFor, now, randomBytes, onLeft } = this.#options;
    const tap = new FirstEntry(agentServices.tap);
    const agents = new AgentRegistry({ state: nowhere, now, randomBytes, onLeft });
    const startedAt = now();
    return new Promise((resolve, reject) => {
      const received = (_text: string, message: Message) => {
        if (message.kind !== 'result' && message.kind !== 'error') return;
        // The trace entry is closed right after its answer was sent.
        queueMicrotask(() => {
          end({ kind: 'call-ended' });
          const result = message.kind === 'result' ? message.result : undefined;
          resolve({ ...tap.ended(), latencyMs: now() - startedAt, result });
        });
      };
      const own = { ...agentServices, agents, router: routerFor(subjects), tap };
      const connection = new AgentConnection(own, connecting, received, { policy: { patienceMs: 0 } });
      this.#remember(connection.agentId);
      const leave = () => {
        const gone = { kind: 'panel-gone' } as const;
        end(gone);
        reject(hubError('ERR_CANCELLED', gone));
      };
      const cancel = () => {
        end({ kind: 'user-cancelled' });
        resolve({ ...tap.ended(), ...cancelledHere, latencyMs: now() - startedAt, result: undefined });
      };
      const end = (reason: Reason) => {
        signal.removeEventListener('abort', leave);
        cancelled?.removeEventListener('abort', cancel);
        connection.closed(reason, false);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      cancelled?.addEventListener('abort', cancel, { once: true });
      if (browserId) agents.browsers.bind(connection.agentId, browserId);
      const request = { jsonrpc: '2.0', id: 1, method, params: withoutTask(method, params) };
      connection.receiveValue(request, JSON.stringify(request));
    });
  }

  #remember(agentId: string): void {
    this.#own.add(agentId);
    const [oldest = ''] = this.#own;
    if (this.#own.size > maxOwn) this.#own.delete(oldest);
  }
}

/** Nobody would come back for what a task has done: the panel waits for the answer itself. */
function withoutTask(method: string, params: unknown): unknown {
  if (method !== 'tools/call' || !isRecord(params)) return params;
  const { task: _, ...others } = params;
  return others;
}

const maxOwn = 5_000;

const connecting: ConnectingAgent = {
  client: userClient,
  instance: 'panel',
  transport: 'http',
  program: null,
  // It is over before anybody could end it.
  disconnect: () => {},
};

/** No list of agents shows the user. */
const nowhere: StateWriter = { set: () => {}, remove: () => {} };

/** Hands everything on, and remembers how the first request ended. */
class FirstEntry implements TraceTap {
  readonly #tap: TraceTap;
  #seq: number | null = null;
  #verdict: Verdict = { outcome: 'error', code: null, reason: null, rule: null, waitedMs: 0 };

  constructor(tap: TraceTap) {
    this.#tap = tap;
  }

  open(entry: TraceOpen): number {
    const seq = this.#tap.open(entry);
    this.#seq ??= seq;
    return seq;
  }

  waiting(seq: number): void {
    this.#tap.waiting(seq);
  }

  close(seq: number, close: TraceClose): void {
    this.#tap.close(seq, close);
    if (seq === this.#seq) this.#verdict = close;
  }

  ended(): Pick<UserAnswer, 'seq' | 'outcome' | 'rule' | 'reason' | 'why'> {
    const { outcome, rule, reason, why } = this.#verdict;
    return { seq: this.#seq ?? 0, outcome, rule, reason, why };
  }
}
const why = { kind: 'own-call-cancelled' } as const;
const cancelledHere = { outcome: 'cancelled', reason: inEnglish(why), why } as const;
