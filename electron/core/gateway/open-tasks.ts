// The tasks that runs of servers have under way (MCP 2025-11-25 "Tasks"), as their answers and notifications tell: none of them sleeps.
import { isRecord } from '../../../contract/json.ts';

const over: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);
const maxTasks = 1_000;

export class OpenTasks {
  /** The ids of each run's, oldest first. */
  readonly #open = new Map<string, Set<string>>();

  has(run: string): boolean {
    return (this.#open.get(run)?.size ?? 0) > 0;
  }

  /** The run is another one, which knows nothing of what was under way before. */
  forget(run: string): void {
    this.#open.delete(run);
  }

  /** Takes the answer to a request of an agent. */
  answered(run: string, method: string, params: unknown, result: unknown): void {
    if (!isRecord(result)) return;
    if (isRecord(result.task)) this.#note(run, result.task);
    if (method === 'tasks/get' || method === 'tasks/cancel') this.#note(run, result);
    if (method === 'tasks/result' && isRecord(params)) this.#end(run, params.taskId);
  }

  /** Takes what the run tells. */
  notified(run: string, method: string, params: unknown): void {
    if (method === 'notifications/tasks/status' && isRecord(params)) this.#note(run, params);
  }

  #note(run: string, { taskId, status }: Readonly<Record<string, unknown>>): void {
    if (over.has(status)) return this.#end(run, taskId);
    if (typeof taskId !== 'string' || typeof status !== 'string') return;
    const tasks = this.#open.get(run) ?? new Set();
    this.#open.set(run, tasks);
    tasks.add(taskId);
    const [oldest] = tasks;
    if (tasks.size > maxTasks && oldest !== undefined) tasks.delete(oldest);
  }

  #end(run: string, taskId: unknown): void {
    if (typeof taskId === 'string') this.#open.get(run)?.delete(taskId);
  }
}
