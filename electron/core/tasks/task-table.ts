// The tasks that the hub knows, found by whose they are and by what their servers call them; each change is written down.
import type { KeptTask } from '../store/kept-lives.ts';
import type { KeptTable } from '../store/kept-table.ts';

/** No other task has the same. */
export interface TaskName {
  readonly agentId: string;
  readonly serverId: string;
  readonly taskId: string;
}

export interface Task {
  kept: KeptTask;
  /** Null after a restart of the hub. */
  readonly run: object | null;
  /** When its server was heard of it last. */
  seenAt: number;
  readonly onEnd: ((task: KeptTask) => void)[];
}

export class TaskTable {
  readonly #persist: Pick<KeptTable<KeptTask>, 'put' | 'remove'>;
  readonly #tasks = new Map<string, Task>();
  readonly #byServer = new Map<string, Set<Task>>();

  constructor(persist: Pick<KeptTable<KeptTask>, 'put' | 'remove'>) {
    this.#persist = persist;
  }

  get(named: TaskName): Task | undefined {
    return this.#tasks.get(keyOf(named));
  }

  /** In the order in which they began. */
  all(): Task[] {
    return [...this.#tasks.values()];
  }

  of(agentId: string): Task[] {
    return this.all().filter(({ kept }) => kept.agentId === agentId);
  }

  /** Those that their server calls so: several agents may have one each. */
  at(serverId: string, taskId: string): Task[] {
    return [...(this.#byServer.get(nameAt(serverId, taskId)) ?? [])];
  }

  add(task: Task): void {
    const { serverId, taskId } = task.kept;
    const name = nameAt(serverId, taskId);
    this.#tasks.set(keyOf(task.kept), task);
    this.#byServer.set(name, (this.#byServer.get(name) ?? new Set()).add(task));
  }

  change(task: Task, change: Partial<KeptTask>): void {
    task.kept = { ...task.kept, ...change };
    this.write(task);
  }

  write({ kept }: Task): void {
    this.#persist.put(keyOf(kept), () => kept);
  }

  remove(task: Task): void {
    const { serverId, taskId } = task.kept;
    const name = nameAt(serverId, taskId);
    const same = this.#byServer.get(name);
    same?.delete(task);
    if (same?.size === 0) this.#byServer.delete(name);
    if (this.#tasks.delete(keyOf(task.kept))) this.#persist.remove(keyOf(task.kept));
  }
}

function keyOf({ agentId, serverId, taskId }: TaskName): string {
  return JSON.stringify([agentId, serverId, taskId]);
}

function nameAt(serverId: string, taskId: string): string {
  return JSON.stringify([serverId, taskId]);
}
