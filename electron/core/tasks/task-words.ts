// What messages say of tasks, in the words of both eras: MCP 2025-11-25 "Tasks" and the extension of 2026-07-28. Pure.
import { isRecord } from '../../../contract/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where a message of MCP 2025-11-25 says to which task it belongs. */
export const relatedTask = 'io.modelcontextprotocol/related-task';

/** What a task is known by, and how it stands. */
export interface TaskSeen {
  readonly taskId: string;
  readonly status: string;
  /** How long its server keeps it, in milliseconds from its creation; null for ever, and undefined where it does not say. */
  readonly ttlMs: number | null | undefined;
}

const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);
/** Those of the specification. The hub has words of its own beside them, which no server may say. */
const statuses: ReadonlySet<string> = new Set(['working', 'input_required', ...ends]);
/** It is kept, and stands in keys. */
const maxIdLength = 1_000;

export function hasEnded(status: string): boolean {
  return ends.has(status);
}

/** The task that a result has begun instead of an answer; null where it is the answer. */
export function createdTask(result: unknown): TaskSeen | null {
  if (!isRecord(result) || result.content !== undefined) return null;
  if (isRecord(result.task)) return taskIn(result.task);
  return result.resultType === 'task' ? taskIn(result) : null;
}

/** A task as `tasks/get` or a notification tells of it. */
export function taskIn(value: unknown): TaskSeen | null {
  if (!isRecord(value)) return null;
  const { taskId, status, ttl, ttlMs = ttl } = value;
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > maxIdLength) return null;
  if (typeof status !== 'string') return null;
  const isTime = ttlMs === null || (typeof ttlMs === 'number' && ttlMs >= 0);
  return { taskId, status: statuses.has(status) ? status : 'unknown', ttlMs: isTime ? ttlMs : undefined };
}

export function taskIdOf(params: unknown): string | null {
  return isRecord(params) && typeof params.taskId === 'string' ? params.taskId : null;
}

/** The task that a message of the older era belongs to. */
export function relatedIdOf(params: unknown): string | null {
  const meta = isRecord(params) && isRecord(params._meta) ? params._meta : {};
  return taskIdOf(meta[relatedTask]);
}

/** The message with other names for its tasks: where it is one, has one, lists some or belongs to one. */
export function withTaskNames(value: unknown, name: (taskId: string) => string): unknown {
  if (!isRecord(value)) return value;
  const named = nameIn(withRelatedName(value, name), name);
  return {
    ...named,
    ...(isRecord(named.task) && { task: nameIn(named.task, name) }),
    ...(Array.isArray(named.tasks) && {
      tasks: named.tasks.map((task: unknown) => (isRecord(task) ? nameIn(task, name) : task)),
    }),
  };
}

/** The same of nothing but the task that a message belongs to: what else it names are tasks of whoever says it. */
export function withRelatedName<T>(value: T, name: (taskId: string) => string): T {
  const meta = isRecord(value) && isRecord(value._meta) ? value._meta : {};
  const related = meta[relatedTask];
  return isRecord(related) ? { ...value, _meta: { ...meta, [relatedTask]: nameIn(related, name) } } : value;
}

function nameIn(value: Fields, name: (taskId: string) => string): Fields {
  return typeof value.taskId === 'string' ? { ...value, taskId: name(value.taskId) } : value;
}

/** Whether a server lets its tools be called as tasks, in the older era. */
export function hasToolTasks({ tasks }: Fields): boolean {
  const requests = isRecord(tasks) ? tasks.requests : undefined;
  return isRecord(requests) && isRecord(requests.tools) && requests.tools.call !== undefined;
}
