// Tasks that one agent carries out for servers, which asked it for a sample or a form as one (MCP 2025-11-25 "Tasks"): each server has its own.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { createdTask, taskIdOf } from '../tasks/task-words.ts';
import { RpcError } from '../wire/rpc-error.ts';

const maxKept = 1_000;

export class AskedTasks {
  /** The server of each, by the agent's own name for it. */
  readonly #servers = new Map<string, string>();

  /** Throws "invalid params" for a request about a task that this server has not begun. */
  expectOwn(serverId: string, method: string, params: unknown): void {
    if (!method.startsWith('tasks/') || method === 'tasks/list') return;
    const id = taskIdOf(params);
    if (id !== null && this.#servers.get(id) === serverId) return;
    throw new RpcError(rpcErrors.invalidParams, `There is no task ${JSON.stringify(id).slice(0, 200)} of this server.`);
  }

  /** The agent's answer, as far as the server may have it. */
  answered(serverId: string, method: string, result: unknown): unknown {
    const created = createdTask(result);
    if (created && !method.startsWith('tasks/')) this.#keep(created.taskId, serverId);
    if (method !== 'tasks/list' || !isRecord(result) || !Array.isArray(result.tasks)) return result;
    const isOwn = (task: unknown) => this.#servers.get(taskIdOf(task) ?? '') === serverId;
    return { ...result, tasks: result.tasks.filter(isOwn) };
  }

  /** Which server hears how the agent's task stands; null where it is none's. */
  serverOf(params: unknown): string | null {
    const id = taskIdOf(params);
    return (id === null ? undefined : this.#servers.get(id)) ?? null;
  }

  #keep(taskId: string, serverId: string): void {
    this.#servers.delete(taskId);
    this.#servers.set(taskId, serverId);
    const [oldest = ''] = this.#servers.keys();
    if (this.#servers.size > maxKept) this.#servers.delete(oldest);
  }
}

/** Whether a notification says how a task stands, in the words of either era. */
export function isTaskNews(method: string): boolean {
  return method === 'notifications/tasks/status' || method === 'notifications/tasks';
}
