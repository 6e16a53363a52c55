// A conversation as an agent: its calls go over a connection like every agent's, which lies within the hub and has no wire.
import { foreign } from '../../../contract/reason.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { AgentConnection } from '../agent-connections/agent-connection.ts';
import { protocolVersions } from '../agents/agent-wire.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { Message, MessageError } from '../../../contract/schemas/messages.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';
import type { AgentServices } from '../agent-connections/agent-services.ts';
import type { AgentWire } from '../agents/agent-wire.ts';
import type { ConnectingAgent } from '../agents/arrived-agent.ts';
import type { TraceClose, TraceOpen, TraceTap } from '../trace/tap.ts';

export interface ChatAgentOptions {
  readonly services: AgentServices;
  readonly client: Client;
  /** The web origin of a page that asks through it. */
  readonly origin?: string | undefined;
  /** The conversation's id. */
  readonly instance: string;
  /** The hub or the user has ended it. */
  readonly onEnded: (reason: Reason) => void;
}

export interface ChatAgentCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The trace entry that it belongs to. */
  readonly parent: number | null;
  readonly signal: AbortSignal;
  /** Told of its trace entry at once. */
  readonly onBegun: (seq: number) => void;
  readonly onWait: (waitsFor: 'question' | 'pause' | 'target') => void;
}

export interface ChatAgentAnswer {
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly why: Reason | null;
  readonly rule: string | null;
  readonly waitedMs: number;
  /** What the model reads, also where it was refused; undefined where nothing was answered. */
  readonly result: unknown;
}

/** As long as a card waits for the user: nobody here gives up before. */
const patienceMs = 120_000;

interface Pending {
  /** Its trace entry; null until it has one. */
  seq: number | null;
  readonly onWait: ChatAgentCall['onWait'];
  result?: unknown;
  error?: MessageError;
  settle(answer: ChatAgentAnswer): void;
}

export class ChatAgent {
  readonly #options: ChatAgentOptions;
  readonly #connection: AgentConnection;
  readonly #pending = new Map<number, Pending>();
  /** The cause of what is being received right now. */
  #cause: number | null = null;
  #opened: number | null = null;
  #lastId = 0;
  #isOver = false;
  readonly #ready: Promise<unknown>;

  constructor(options: ChatAgentOptions) {
    this.#options = options;
    const { services, client, instance, origin, onEnded } = options;
    const connecting: ConnectingAgent = {
      ...{ client, instance, origin, transport: 'chat', program: null },
      disconnect: reason => {
        this.leave(reason, false);
        onEnded(reason);
      },
    };
    const own = { ...services, tap: this.#tapOn(services.tap) };
    this.#connection = new AgentConnection(own, connecting, (_, message) => this.#received(message), this.#wire());
    const clientInfo = { name: 'Pilothouse chat', version: services.version };
    this.#ready = this.#connection
      .greet({ protocolVersion: protocolVersions[0], declares: {}, clientInfo })
      .catch(() => {});
  }

  get id(): string {
    return this.#connection.agentId;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get agent(): Agent {
    return this.#options.services.agents.expect(this.id);
  }

  /** Resolves when the runs of servers that are its own have started. */
  async ready(): Promise<void> {
    await this.#ready;
  }

  /** Through every gate, decided anew after each wait. Never rejects. */
  call({ tool, arguments: args, parent, signal, onBegun, onWait }: ChatAgentCall): Promise<ChatAgentAnswer> {
    if (this.#isOver || signal.aborted) return Promise.resolve(stopped);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise(resolve => {
      const cancel = () => this.#receive({ method: 'notifications/cancelled', params: { requestId: id } });
      const settle = (answer: ChatAgentAnswer) => {
        signal.removeEventListener('abort', cancel);
        this.#pending.delete(id);
        resolve(answer);
      };
      const pending: Pending = { seq: null, onWait, settle };
      this.#pending.set(id, pending);
      this.#cause = parent;
      // Its trace entry is opened before this returns, and the call goes on after it.
      this.#receive({ id, method: 'tools/call', params: { name: tool, arguments: args } });
      this.#cause = null;
      pending.seq = this.#opened;
      if (pending.seq !== null) onBegun(pending.seq);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  /** It leaves; it may come back within a minute where `mayReturn`. */
  leave(reason: Reason, mayReturn: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connection.closed(reason, mayReturn);
    for (const { settle } of this.#pending.values()) settle(stopped);
  }

  #receive(message: Readonly<Record<string, unknown>>): void {
    const value = { jsonrpc: '2.0', ...message };
    this.#connection.receiveValue(value, JSON.stringify(value));
  }

  #received(message: Message): void {
    if (message.kind === 'request') {
      const error = { code: rpcErrors.methodNotFound, message: 'The chat knows no requests of servers.' };
      // Not within its sending, which has to end first.
      return queueMicrotask(() => this.#receive({ id: message.id, error }));
    }
    if (message.kind === 'notification' || message.id === null) return;
    const pending = this.#pending.get(Number(message.id));
    if (!pending) return;
    if (message.kind === 'result') pending.result = message.result;
    else pending.error = message.error;
  }

  #wire(): AgentWire {
    return {
      policy: { patienceMs },
      causeOf: () => this.#cause,
      call: (_agent, params, _run, { id, within }) => {
        const onWait = this.#pending.get(Number(id))?.onWait;
        return within({ ...(onWait && { onWait }) })(params);
      },
    };
  }

  /** Hands everything on, and hears how each of its own calls ended. */
  #tapOn(tap: TraceTap): TraceTap {
    return {
      open: (entry: TraceOpen) => {
        const seq = tap.open(entry);
        if (entry.dir === 'in' && entry.kind === 'request') this.#opened = seq;
        return seq;
      },
      waiting: seq => tap.waiting(seq),
      close: (seq, close) => {
        tap.close(seq, close);
        const pending = [...this.#pending.values()].find(one => one.seq === seq);
        pending?.settle(answerOf(pending, close));
      },
    };
  }
}

function answerOf(
  { result, error }: Pending,
  { outcome, code, why, reason, rule, waitedMs }: TraceClose,
): ChatAgentAnswer {
  const text = error?.message ?? reason;
  const said = result ?? (error && { content: [{ type: 'text', text: error.message }], isError: true });
  return { outcome, code, why: why ?? (text === null ? null : foreign(text)), rule, waitedMs, result: said };
}

const stopped: ChatAgentAnswer = {
  outcome: 'cancelled',
  code: 'ERR_CANCELLED',
  why: null,
  rule: null,
  waitedMs: 0,
  result: undefined,
};
