// The requests of agents at servers, over all their rounds: a server of the stateless era may ask for input in its results.
import { isRecord } from '../../../contract/json.ts';
import { createdTask } from '../tasks/task-words.ts';
import { toolId } from '../tools/tool-names.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { hasTasksExtension, withoutTasks } from '../wire/tasks-extension.ts';
import { resumeKey } from './agent-session.ts';
import { needOfError, needOfRequest, needOfResult } from './needs-own-run.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Patience } from '../platform/wait.ts';
import type { ServerAccess, ServerRequest } from '../router/agent-call.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { StatelessRequestOptions } from '../servers/stateless/stateless-server.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { TaskName } from '../tasks/task-table.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { Introduction } from './agent-session.ts';
import type { ConnectedAgent } from './connected-agent.ts';
import type { PendingRequest } from './pending-requests.ts';
import type { ProgressTokens } from './progress.ts';

export interface ServerRequestsOptions {
  readonly progress: ProgressTokens;
  connectedAgent(agentId: string): ConnectedAgent | undefined;
  isPerAgent(serverId: string): boolean;
  /** The key of the run that serves the agent. */
  runOf(serverId: string, agentId: string): string;
  timeoutOf(serverId: string): number;
  clientFor(serverId: string, agentId: string, patience: Patience): Promise<McpClient>;
  /** A run that all agents share has shown that it cannot do its work so, or nothing where the need is null. */
  noteNeed(serverId: string, need: Reason | null): void;
  readonly tasks: Pick<TaskRegistry, 'created' | 'abandon' | 'whenOver'>;
  /** A request is sent to the server. Returns the function that tells that the server works on it no more, which may be called twice. */
  sent(serverId: string, request: IncomingRequest): () => void;
  /** A run that carries out a task is over. */
  runEnded(serverId: string, run: McpClient): void;
}

export class ServerRequests implements ServerAccess {
  readonly #options: ServerRequestsOptions;
  /** The runs that have carried out a task: of each it is heard when it is over. */
  readonly #followed = new WeakSet<McpClient>();

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  /** Passes a request on and its answer back, both as they are but for the progress token. Rejects with HubError. */
  async ask(agentId: string, asked: ServerRequest): Promise<unknown> {
    const { serverId, request } = asked;
    const { progress, connectedAgent, runOf, timeoutOf, clientFor, noteNeed } = this.#options;
    const { timeoutMs = timeoutOf(serverId) } = asked;
    const client = await inTurn(request, clientFor(serverId, agentId, { timeoutMs, signal: request.signal }));
    asked.expectAllowed?.();
    const agent = connectedAgent(agentId);
    const pendingRequest = agent?.pending.start(serverId, request, asked.params);
    const sent = progress.outward(asked.params, runOf(serverId, agentId), (update, parent) => {
      pendingRequest?.clock?.restart();
      const named = agent?.view.named(serverId, update);
      agent?.view.session.notify('notifications/progress', named, { parent, related: request });
    });
    const work = new ServersWork(client, this.#options.sent(serverId, request));
    let task: TaskName | null = null;
    try {
      const whole = { ...asked, params: sent.params, timeoutMs, work };
      const result = await this.#send(client, whole, agent, pendingRequest);
      work.ended();
      noteNeed(serverId, needOfResult(result));
      if (agent) task = this.#noteTask(client, agent, asked, result);
      return result;
    } catch (error) {
      work.failed(error);
      if (error instanceof AnsweredError) noteNeed(serverId, needOfError(error.answer));
      throw error;
    } finally {
      // MCP "Task progress": its token stays valid for the life of the task.
      if (task) this.#options.tasks.whenOver(task, () => sent.end());
      else sent.end();
      if (pendingRequest) agent?.pending.end(pendingRequest);
    }
  }

  /** At once, because its server may tell of it in the same breath. */
  #noteTask(
    client: McpClient,
    { view }: ConnectedAgent,
    { serverId, method, params, tool, request }: ServerRequest,
    result: unknown,
  ): TaskName | null {
    const { session } = view;
    const mayBegin = method === 'tools/call' && mayBeTask(params, session.introduction());
    const task = mayBegin ? createdTask(result) : null;
    if (!task || tool === undefined) return null;
    const { id: agentId, clientId } = session.agent();
    const from = { agentId, clientId, serverId, tool: toolId(serverId, tool), seq: request.seq };
    this.#options.tasks.created({ ...from, run: client, isShared: !this.#options.isPerAgent(serverId) }, task);
    if (!this.#followed.has(client)) client.onClosed(() => this.#options.runEnded(serverId, client));
    this.#followed.add(client);
    const named = { agentId, serverId, taskId: task.taskId };
    // Its asker is gone, and never hears of it.
    if (request.signal.aborted) this.#options.tasks.abandon(named);
    return named;
  }

  async #send(
    client: McpClient,
    { serverId, method, params, request, timeoutMs, tool, isStep, work }: SentRequest,
    agent: ConnectedAgent | undefined,
    pendingRequest: PendingRequest | undefined,
  ): Promise<unknown> {
    const isOwnRun = this.#options.isPerAgent(serverId);
    const declares = declaredWithCall(agent, isOwnRun, isStep);
    const options: StatelessRequestOptions = {
      parent: request.seq,
      signal: request.signal,
      timeoutMs,
      declares,
      onId: () => work.begun(),
      onLateAnswer: work.ended,
      ...(tool !== undefined && { tool }),
      ...(pendingRequest && { onClock: clock => (pendingRequest.clock = clock) }),
    };
    const passes = agent?.view.session.introduction().passesRounds === true;
    const first = await client.request(method, passes ? resumedParams(params) : params, options);
    if (!client.isStateless || !agent || passes) return first;
    // Whether the server knows what this agent can.
    const mayAsk = isOwnRun || declares !== undefined;
    const again = (more: Readonly<Record<string, unknown>>) =>
      client.request(method, { ...(isRecord(params) ? params : {}), ...more }, options);
    const onNeed = (needed: string) => this.#options.noteNeed(serverId, needOfRequest(needed));
    return agent.answerRounds(first, { request, mayAsk, again, onNeed });
  }
}

interface SentRequest extends ServerRequest {
  readonly timeoutMs: number;
  readonly work: ServersWork;
}

/**
 * One request, as long as its server works on it. A server that its asker has left, or that has taken too long, goes on with it nevertheless,
 * until it answers or its run ends. One of the stateless era asks nothing by itself, so that it does not matter there.
 */
class ServersWork {
  readonly ended: () => void;
  readonly #client: Pick<McpClient, 'isStateless' | 'onClosed'>;
  #isBegun = false;

  constructor(client: Pick<McpClient, 'isStateless' | 'onClosed'>, ended: () => void) {
    this.#client = client;
    this.ended = ended;
  }

  /** It is sent. */
  begun(): void {
    this.#isBegun = true;
  }

  failed(error: unknown): void {
    if (error instanceof AnsweredError || !this.#isBegun || this.#client.isStateless) this.ended();
    else this.#client.onClosed(this.ended);
  }
}

/** A server that runs is ready at once. */
const soonMs = 100;

/** Its asker hears that it waits, where that takes a moment: for a server that starts. */
async function inTurn<T>({ onWait }: IncomingRequest, ready: Promise<T>): Promise<T> {
  if (!onWait) return ready;
  let waits = false;
  const timer = setTimeout(() => {
    waits = true;
    onWait('turn');
  }, soonMs);
  try {
    return await ready;
  } finally {
    clearTimeout(timer);
    if (waits) onWait('target');
  }
}

/** With the state and the answers where its server looks for them (MCP 2026-07-28 `requestState`, `inputResponses`). */
function resumedParams(params: unknown): unknown {
  if (!isRecord(params) || !isRecord(params._meta)) return params;
  const { [resumeKey]: resume, ..._meta } = params._meta;
  return isRecord(resume) ? { ...params, _meta, ...resume } : params;
}

/** Whether the agent has said that a task may be the answer: with this call, or as the newer era does of all of them. */
function mayBeTask(params: unknown, { declares }: Introduction): boolean {
  return (isRecord(params) && params.task !== undefined) || hasTasksExtension(declares);
}

/**
 * What a call declares beside what its run was told: on a run that all agents share only an agent of the stateless era says so with each
 * call. A step of several leaves out what nobody could follow.
 */
function declaredWithCall(
  agent: ConnectedAgent | undefined,
  isOwnRun: boolean,
  isStep = false,
): Readonly<Record<string, unknown>> | undefined {
  const introduction = agent?.view.session.introduction();
  if (!introduction || (isOwnRun ? !isStep : !introduction.isStateless)) return undefined;
  return isStep ? withoutTasks(introduction.declares) : introduction.declares;
}
