// What an agent asks about the tasks that its calls have begun, answered by the server of each, as long as what let the call pass holds.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { undecidedResult } from '../router/agent-call.ts';
import { hasTasksExtension, taskIdOf, taskIn, tasksExtension, withTaskNames } from '../tasks/task-words.ts';
import { AnsweredError, RpcError } from '../wire/rpc-error.ts';
import { pageOf } from './pages.ts';
import type { CallAnswer, ServerRequest } from '../router/agent-call.ts';
import type { KeptTask } from '../store/kept-lives.ts';
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
    const { declares, isStateless } = introduction();
    if (isStateless && !hasTasksExtension(declares)) throw undeclared(request.method);
    await this.#options.toolsReady;
    if (request.method === 'tasks/list') return undecidedResult(await this.#list(request));
    const task = this.find(request.params);
    if (!task) throw unknownTask(request.params);
    // Whoever may not read what a task has done may still end it.
    if (request.method === 'tasks/cancel') return undecidedResult(await this.#ask(task, request, () => {}));
    const { router, session } = this.#options;
    return router.follow(
      () => session.agent(),
      task,
      request,
      expectAllowed => this.#ask(task, request, expectAllowed),
    );
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

  /** Any message of the server, with the agent's names for tasks. */
  named(serverId: string, message: unknown): unknown {
    return withTaskNames(message, taskId => this.#names.name(serverId, taskId));
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
      const seen = taskIn(result);
      if (seen && seen.taskId === taskId) gateway.tasks.seen(task, seen);
      else if (method !== 'tasks/update') void gateway.lookAt(task);
      return this.named(serverId, result);
    } catch (error) {
      const isGone = error instanceof AnsweredError && error.answer.code === rpcErrors.invalidParams;
      if (method === 'tasks/get' && isGone) gateway.tasks.end(task, 'lost');
      else if (error instanceof AnsweredError) void gateway.lookAt(task);
      throw error;
    }
  }

  /** What the servers list, as far as it is the agent's own. */
  async #list(request: IncomingRequest): Promise<unknown> {
    const { gateway, session, router } = this.#options;
    const own = gateway.tasks.of(session.agentId).filter(task => this.#names.read(this.#nameOf(task)) !== null);
    const mayHear = new Set(
      own.flatMap(task => (router.taskRefusal(session.agent(), task) ? [] : [this.#nameOf(task)])),
    );
    const servers = [...new Set(own.map(({ serverId }) => serverId))];
    const lists = await Promise.all(servers.map(serverId => this.#listOf(serverId, request)));
    const tasks = lists.flat().filter(({ taskId }) => typeof taskId === 'string' && mayHear.has(taskId));
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

function unknownTask(params: unknown): RpcError {
  const id = JSON.stringify(taskIdOf(params) ?? null).slice(0, 200);
  return new RpcError(
    rpcErrors.invalidParams,
    `You have no task ${id}; it is over, its server has ended, or it is another agent's.`,
  );
}

function undeclared(method: string): RpcError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  const sentence = `${method} needs the extension ${tasksExtension} among the capabilities of this request.`;
  return new RpcError(missingCapability, sentence, { requiredCapabilities });
}
