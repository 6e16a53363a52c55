// What an agent asks about the tasks that its calls have begun, answered by the server of each, as long as what let the call pass holds.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { undecidedResult } from '../router/agent-call.ts';
import { taskIdOf, taskIn, withRelatedName, withTaskNames } from '../tasks/task-words.ts';
import { AnsweredError, isInvalidParams, RpcError } from '../wire/rpc-error.ts';
import { hasTasksExtension, tasksExtension } from '../wire/tasks-extension.ts';
import { pageOf } from './pages.ts';
import type { CallAnswer, ServerRequest } from '../router/agent-call.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { TaskSeen } from '../tasks/task-words.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { ViewOptions } from './view-options.ts';

/** Between the names that the agent knows tasks by and those of their servers. */
export interface TaskNames {
  /** The servers that the agent sees. */
  servers(): readonly string[];
  name(serverId: string, taskId: string): string;
  /** The server of that name, and what it calls the task; null where there can be none. */
  read(name: string): { readonly serverId: string; readonly taskId: string } | null;
}

const methods: ReadonlySet<string> = new Set([
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'tasks/update',
]);
/** MCP 2026-07-28 "Missing Required Capabilities". */
const missingCapability = -32021;
/** `tasks/result` is answered when the task has ended; its asker and its server have their own patience. */
const longestMs = 24 * 3_600_000;
const maxPages = 20;

export class TaskRequests {
  readonly #options: ViewOptions;
  readonly #names: TaskNames;

  constructor(options: ViewOptions, names: TaskNames) {
    this.#options = options;
    this.#names = names;
  }

  /** Whether this is asked of tasks. Where no server that the agent sees has any, nothing is. */
  handles(method: string): boolean {
    if (!methods.has(method)) return false;
    const { gateway, session } = this.#options;
    const hasTasks = (id: string) => {
      const declared = gateway.declared(id) ?? {};
      return declared.tasks !== undefined || hasTasksExtension(declared);
    };
    return this.#names.servers().some(hasTasks) || gateway.tasks.of(session.agentId).length > 0;
  }

  async handle(request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const { introduction } = this.#options.session;
    const { declares, isStateless, followsOlderTasks } = introduction();
    if (isStateless && !followsOlderTasks && !hasTasksExtension(declares)) throw undeclared(request.method);
    await this.#options.toolsReady;
    if (request.method === 'tasks/list') return undecidedResult(await this.#list(request));
    const task = this.find(request.params);
    if (!task) throw unknownTask(request.params);
    if (request.method === 'tasks/cancel') return undecidedResult(await this.#cancel(task, request));
    const { router, session, gateway } = this.#options;
    const answer = await router.follow(
      () => session.agent(),
      task,
      request,
      expectAllowed => this.#ask(task, request, expectAllowed),
    );
    if (answer.kind === 'result' && handsOut(request.method, answer.result)) gateway.tasks.fetched(task);
    return answer;
  }

  /** The agent's own task that params speak of. */
  find(params: unknown): KeptTask | null {
    const { session, gateway } = this.#options;
    const id = taskIdOf(params);
    const read = id === null ? null : this.#names.read(id);
    return read && gateway.tasks.owned(session.agent(), read.serverId, read.taskId);
  }

  /** The trace entry of the call that began what the request is about, or null. */
  causeOf(method: string, params: unknown): number | null {
    return methods.has(method) ? (this.find(params)?.seq ?? null) : null;
  }

  /** Whether the agent may hear of its server's task by now: what tells of one may carry its result. */
  mayHear(serverId: string, params: unknown): boolean {
    const { session, gateway, router } = this.#options;
    const taskId = taskIdOf(params);
    const task = taskId === null ? null : gateway.tasks.owned(session.agent(), serverId, taskId);
    return task !== null && router.taskRefusal(session.agent(), task) === null;
  }

  /** Any message of the agent, with the server's name for its task that it belongs to. */
  namedBack<T>(serverId: string, message: T): T {
    return withRelatedName(message, name => {
      const read = this.#names.read(name);
      return read?.serverId === serverId ? read.taskId : name;
    });
  }

  /** Any message of the server, with the agent's names for tasks. */
  named(serverId: string, message: unknown): unknown {
    return withTaskNames(message, taskId => this.#names.name(serverId, taskId));
  }

  /** Whoever may not read what a task has done may still end it, and hears no more than that it has ended. */
  async #cancel(task: KeptTask, request: IncomingRequest): Promise<unknown> {
    const { router, session } = this.#options;
    const result = await this.#ask(task, request, () => {});
    if (!isRecord(result) || router.taskRefusal(session.agent(), task) === null) return result;
    return Object.fromEntries(Object.entries(result).filter(([key]) => toldAnyway.has(key)));
  }

  async #ask(task: KeptTask, request: IncomingRequest, expectAllowed: () => void): Promise<unknown> {
    const { gateway } = this.#options;
    const { serverId, taskId } = task;
    const { method, params } = request;
    const waits = method === 'tasks/result' && { timeoutMs: longestMs };
    const sent = { ...(isRecord(params) ? params : {}), taskId };
    const serverRequest: ServerRequest = { serverId, method, params: sent, request, expectAllowed, ...waits };
    try {
      const result = await gateway.requests.ask(this.#options.session.agentId, serverRequest);
      const seen = method === 'tasks/result' ? endedBy(taskId, result) : taskIn(result);
      if (seen && seen.taskId === taskId) gateway.tasks.seen(task, seen);
      else if (method !== 'tasks/update') void gateway.lookAt(task);
      return this.named(serverId, result);
    } catch (error) {
      if (method === 'tasks/get' && isInvalidParams(error)) gateway.tasks.end(task, 'lost');
      else if (error instanceof AnsweredError) void gateway.lookAt(task);
      throw error;
    }
  }

  /** What the servers list, as far as it is the agent's own. */
  async #list(request: IncomingRequest): Promise<unknown> {
    const { gateway, session, router } = this.#options;
    const own = gateway.tasks.of(session.agentId).filter(task => this.#names.read(this.#nameOf(task)) !== null);
    const servers = [...new Set(own.map(({ serverId }) => serverId))].filter(id => listsTasks(gateway.declared(id)));
    // One that is away or fails has nothing to list, as in every list of the hub.
    const asked = await Promise.allSettled(servers.map(serverId => this.#listOf(serverId, request)));
    const lists = asked.flatMap(list => (list.status === 'fulfilled' ? list.value : []));
    // Servers may have taken their time: what may be heard is asked now.
    const still = gateway.tasks.of(session.agentId);
    const mayHear = new Set(
      still.flatMap(task => (router.taskRefusal(session.agent(), task) ? [] : [this.#nameOf(task)])),
    );
    const tasks = lists.filter(({ taskId }) => typeof taskId === 'string' && mayHear.has(taskId));
    return pageOf('tasks', tasks, request.params);
  }

  #nameOf({ serverId, taskId }: KeptTask): string {
    return this.#names.name(serverId, taskId);
  }

  async #listOf(serverId: string, request: IncomingRequest): Promise<Record<string, unknown>[]> {
    const { gateway, session } = this.#options;
    const { method } = request;
    const found: Record<string, unknown>[] = [];
    let cursor: unknown;
    for (let page = 0; page < maxPages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await gateway.requests.ask(session.agentId, { serverId, method, params, request });
      const listed = isRecord(result) && Array.isArray(result.tasks) ? result.tasks.filter(isRecord) : [];
      for (const task of listed) {
        const seen = taskIn(task);
        if (seen) gateway.tasks.seen({ agentId: session.agentId, serverId }, seen);
        found.push({ ...task, ...(seen && { taskId: this.#names.name(serverId, seen.taskId) }) });
      }
      cursor = isRecord(result) ? result.nextCursor : undefined;
      if (typeof cursor !== 'string') break;
    }
    return found;
  }
}

/** What is said of a cancelled task to whom its call is refused by now. */
const toldAnyway: ReadonlySet<string> = new Set(['taskId', 'status', 'resultType']);

/** The task as its result tells of it: whoever hands that out has ended. */
function endedBy(taskId: string, result: unknown): TaskSeen {
  return { taskId, status: isRecord(result) && result.isError === true ? 'failed' : 'completed', ttlMs: undefined };
}

/** Whether an answer holds what a task has done: in the newer era a look at one that has ended does. */
function handsOut(method: string, result: unknown): boolean {
  if (method === 'tasks/result') return true;
  return method === 'tasks/get' && isRecord(result) && (result.result !== undefined || result.error !== undefined);
}

function listsTasks(declared: Readonly<Record<string, unknown>> | null): boolean {
  return isRecord(declared?.tasks) && declared.tasks.list !== undefined;
}

function unknownTask(params: unknown): RpcError {
  const id = JSON.stringify(taskIdOf(params) ?? null).slice(0, 200);
  return new RpcError(
    rpcErrors.invalidParams,
    `You have no task ${id}; it is over, its server has ended, or it is another agent's.`,
  );
}

export function undeclared(method: string): RpcError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  const sentence = `${method} needs the extension ${tasksExtension} among the capabilities of this request.`;
  return new RpcError(missingCapability, sentence, { requiredCapabilities });
}
