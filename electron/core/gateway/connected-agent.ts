// An agent at the gateway: its view, what it has under way, and what its own runs of servers ask and tell it.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { relatedIdOf, taskIn } from '../tasks/task-words.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { hasDeclared, questionKey } from './agent-session.ts';
import { AskedTasks, isTaskNews } from './asked-tasks.ts';
import { throughRounds } from './input-rounds.ts';
import { PendingRequests } from './pending-requests.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { Asker } from '../servers/lifecycle/asker.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { Introduction } from './agent-session.ts';
import type { Question, Rounds } from './input-rounds.ts';
import type { ProgressTokens } from './progress.ts';
import type { View } from './view.ts';

export interface ConnectedAgentOptions {
  readonly progress: ProgressTokens;
  /** The key of its run of a server. */
  runOf(serverId: string): string;
  /** The client of that run, or null before there is one. */
  clientOf(serverId: string): McpClient | null;
  onNotification(serverId: string, method: string): void;
  /** Those that servers carry out. */
  readonly tasks: Pick<TaskRegistry, 'seen' | 'has'>;
}

/** What is asked of the agent within one of its calls. */
export interface RoundsOfCall {
  readonly request: IncomingRequest;
  /** Whether the server knows what this agent can. */
  readonly mayAsk: boolean;
  readonly again: Rounds['again'];
  /** It was asked for what it was not told that it can have. */
  readonly onNeed: (method: string) => void;
}

/** A server waits for a person behind the agent; it has a clock of its own. */
const agentMs = 3_600_000;

export class ConnectedAgent {
  readonly view: View;
  readonly pending = new PendingRequests();
  /** What it carries out for servers. */
  readonly askedTasks = new AskedTasks();
  readonly #options: ConnectedAgentOptions;
  /** By server, and for whom the agent said that it is. */
  readonly #askers = new Map<string, { readonly as: Introduction; readonly asker: Asker }>();

  constructor(view: View, options: ConnectedAgentOptions) {
    this.view = view;
    this.#options = options;
  }

  /** Whom its run of this server speaks for: the agent as it introduced itself last. */
  askerFor(serverId: string): Asker {
    const { session } = this.view;
    const as = session.introduction();
    const known = this.#askers.get(serverId);
    if (known?.as === as) return known.asker;
    const asker: Asker = {
      ...as,
      agentId: session.agentId,
      onRequest: request => this.#ask(serverId, request),
      causeOf: params => this.pending.latest(serverId, relatedIdOf(params))?.seq ?? null,
      onNotification: (method, params, seq) => this.#heard(serverId, method, params, seq),
    };
    this.#askers.set(serverId, { as, asker });
    return asker;
  }

  /** Answers what the results of a call ask for, until one asks for nothing. Rejects with HubError. */
  answerRounds(first: unknown, asked: RoundsOfCall): Promise<unknown> {
    const ask: Rounds['ask'] = (key, question, signal) => this.#answer(key, question, asked, signal);
    return throughRounds(first, { ask, again: asked.again, signal: asked.request.signal });
  }

  #answer(
    key: string,
    { method, params }: Question,
    { request, mayAsk, onNeed }: RoundsOfCall,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { session } = this.view;
    const { declares, isStateless } = session.introduction();
    const ability = method.split('/', 1)[0] ?? '';
    if (!mayAsk) onNeed(method);
    if (!mayAsk || !hasDeclared(declares, ability)) {
      const by = mayAsk ? 'agent' : 'shared-run';
      throw hubError('ERR_TOOL_FAILED', { kind: 'undeclared-ability', method, by });
    }
    const options = { parent: request.seq, signal, timeoutMs: agentMs };
    return session.request(method, isStateless ? underKey(params, key) : params, options, request);
  }

  #heard(serverId: string, method: string, params: unknown, seq: number): void {
    const { progress, runOf, onNotification } = this.#options;
    if (method === 'notifications/progress') return progress.arrived(runOf(serverId), params, seq);
    onNotification(serverId, method);
    if (isTaskNews(method)) this.#heardOfTask(serverId, method, params, seq);
    else this.view.heard(serverId, method, params, seq);
  }

  /** News may come in the same breath as the answer that tells of their task. */
  #heardOfTask(serverId: string, method: string, params: unknown, seq: number, isLate = false): void {
    const { tasks } = this.#options;
    const seen = taskIn(params);
    const own = { agentId: this.view.session.agentId, serverId };
    if (!seen) return;
    if (tasks.has({ ...own, taskId: seen.taskId })) {
      tasks.seen(own, seen);
      this.view.heard(serverId, method, params, seq);
    } else if (!isLate) setImmediate(() => this.#heardOfTask(serverId, method, params, seq, true));
  }

  /** While the server waits for the agent, no call of the agent runs out of time there. */
  async #ask(serverId: string, { method, params, seq: parent, signal }: IncomingRequest): Promise<unknown> {
    const { session } = this.view;
    if (isUndeclared(method, session.introduction().declares)) throw undeclared(method);
    this.askedTasks.expectOwn(serverId, method, params);
    const { progress, clientOf } = this.#options;
    const related = this.pending.latest(serverId, relatedIdOf(params));
    const release = this.pending.hold(serverId);
    const sent = progress.outward(params, partyOfAgent(session.agentId), (update, seq) =>
      clientOf(serverId)?.notify('notifications/progress', this.view.namedBack(serverId, update), seq),
    );
    try {
      // What is asked of tasks is asked of the agent's own, which go by its own names on both sides.
      const isOfOwn = method.startsWith('tasks/');
      const asked = isOfOwn ? sent.params : this.view.named(serverId, sent.params);
      const result = await session.request(method, asked, { parent, signal, timeoutMs: agentMs }, related);
      const answered = this.askedTasks.answered(serverId, method, result);
      return isOfOwn ? answered : this.view.namedBack(serverId, answered);
    } finally {
      release();
      sent.end();
    }
  }
}

/** What a client declares before it may be asked (MCP 2025-11-25 "Lifecycle"); of another method nothing is known here. */
const needsDeclaring = /^(sampling|elicitation|roots)\//;

function isUndeclared(method: string, declares: Introduction['declares']): boolean {
  const [, ability] = needsDeclaring.exec(method) ?? [];
  return ability !== undefined && !hasDeclared(declares, ability);
}

function undeclared(method: string): RpcError {
  const sentence = `The agent did not declare ${JSON.stringify(method.split('/', 1)[0])}, so ${JSON.stringify(method)} is not passed on to it.`;
  return new RpcError(rpcErrors.methodNotFound, sentence);
}

/** From whom progress on a request to this agent may come. */
export function partyOfAgent(agentId: string): string {
  return `agent ${agentId}`;
}

function underKey(params: unknown, key: string): Record<string, unknown> {
  const own = isRecord(params) ? params : {};
  return { ...own, _meta: { ...(isRecord(own._meta) ? own._meta : {}), [questionKey]: key } };
}
