// Holds the tasks of servers to what the user allows: ends those that may not go on, asks about those that nobody hears of.
import { refusalCode } from '../gates/refusal.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { TaskRegistry } from './task-registry.ts';

export interface TaskKeeperOptions {
  readonly tasks: Pick<TaskRegistry, 'running' | 'end' | 'forget' | 'due'>;
  /** Neither rejects. */
  readonly servers: { lookAt(task: KeptTask): Promise<void>; cancelTask(task: KeptTask): Promise<void> };
  /** Why the call that began it would not be allowed by now; null while it would. */
  readonly refusal: (task: KeptTask) => Refusal | null;
}

/** Agents ask more often; nobody waits for what only the hub wants to know. */
const silentMs = 30_000;
const lookMs = 10_000;

/** What the user has taken back. What only waits (a pause, a server that is away, a tool that is off) may go on later. */
const takenBack: ReadonlySet<string> = new Set(['ERR_PERMISSION_DENIED', 'ERR_SCOPE_REQUIRED', 'ERR_TOOL_NOT_ALLOWED']);

export class TaskKeeper {
  readonly #options: TaskKeeperOptions;
  readonly #timer: NodeJS.Timeout;

  constructor(options: TaskKeeperOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.look(), lookMs);
    this.#timer.unref();
  }

  /** Rules have changed: what they allow no more ends at its server too. */
  recheck(): void {
    const { tasks, servers, refusal } = this.#options;
    for (const task of tasks.running()) {
      const refused = refusal(task);
      if (!refused || refused.kind === 'no-target' || !takenBack.has(refusalCode(refused))) continue;
      tasks.end(task, 'withdrawn');
      void servers.cancelTask(task);
    }
  }

  /** The agent does not come back: nobody could ask for what its tasks have done. */
  agentLeft(agentId: string): void {
    const { tasks, servers } = this.#options;
    for (const task of tasks.forget(known => known.agentId === agentId, 'cancelled')) void servers.cancelTask(task);
  }

  serverRemoved(serverId: string): void {
    this.#options.tasks.forget(task => task.serverId === serverId);
  }

  look(): void {
    const { tasks, servers } = this.#options;
    for (const task of tasks.due(silentMs)) void servers.lookAt(task);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
