// What servers tell of tasks, and who listens: an agent without a handshake names those that it wants to hear of (MCP 2026-07-28 "Tasks").
import { setTimeout as sleep } from 'node:timers/promises';
import { taskIn } from '../tasks/task-words.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import type { View } from './view.ts';

export interface TaskNewsOptions {
  readonly tasks: Pick<TaskRegistry, 'goesOn' | 'ownerAt' | 'seen' | 'whenOver'>;
  viewOf(agentId: string): View | undefined;
  /** The client of the run that serves the agent, or null before there is one. */
  clientOf(serverId: string, agentId: string): McpClient | null;
}

export interface Listening {
  /** Those of which the agent is told. */
  readonly names: readonly string[];
  leave(): void;
}

interface Listener {
  readonly agentId: string;
  readonly tasks: readonly KeptTask[];
}

/** A server that does not say what it tells holds up nobody for longer. */
const longestMs = 5_000;

export class TaskNews {
  readonly #options: TaskNewsOptions;
  readonly #listeners = new Set<Listener>();
  /** The tasks whose end is heard. */
  readonly #followed = new Set<string>();

  constructor(options: TaskNewsOptions) {
    this.#options = options;
  }

  /** Listens to those of the named tasks that are the agent's own and go on, as far as their servers tell of them. Never rejects. */
  async listen(view: View, names: readonly string[]): Promise<Listening> {
    const { agentId } = view.session;
    const own = names.flatMap(name => {
      const task = view.task(name);
      return task && this.#options.tasks.goesOn(task) ? [{ name, task }] : [];
    });
    const listener = { agentId, tasks: own.map(({ task }) => task) };
    this.#listeners.add(listener);
    for (const task of listener.tasks) this.#follow(task);
    const asked = serversOf(listener).map(async id => [id, await this.#ask(id, agentId)] as const);
    const told = new Map(await Promise.all(asked));
    return {
      names: own.filter(({ task }) => told.get(task.serverId)?.includes(task.taskId)).map(({ name }) => name),
      leave: () => this.#remove(listener),
    };
  }

  /** An agent is not there any more. */
  left(agentId: string): void {
    for (const listener of this.#listeners) if (listener.agentId === agentId) this.#remove(listener);
  }

  /** A run is ready: what runs elsewhere may go on with the tasks of the run before. */
  began(serverId: string): void {
    for (const listener of this.#listeners)
      if (serversOf(listener).includes(serverId)) void this.#ask(serverId, listener.agentId);
  }

  /** A run that all agents share tells of a task: its agent alone hears it. News may come in the same breath as the answer that names it. */
  heard(serverId: string, method: string, params: unknown, seq: number, isLate = false): void {
    const { tasks, viewOf } = this.#options;
    const seen = taskIn(params);
    if (!seen) return;
    const agentId = tasks.ownerAt(serverId, seen.taskId);
    if (agentId === null) {
      if (!isLate) setImmediate(() => this.heard(serverId, method, params, seq, true));
      return;
    }
    tasks.seen({ agentId, serverId }, seen);
    const view = viewOf(agentId);
    if (view?.covers(serverId)) view.heard(serverId, method, params, seq);
  }

  /** What has ended is not listened to any more. */
  #follow(task: KeptTask): void {
    const { agentId, serverId, taskId } = task;
    const key = JSON.stringify([agentId, serverId, taskId]);
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    this.#options.tasks.whenOver(task, () => {
      this.#followed.delete(key);
      void this.#ask(serverId, agentId);
    });
  }

  #remove(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    for (const serverId of serversOf(listener)) void this.#ask(serverId, listener.agentId);
  }

  /** Asks the run that serves this agent for all that is listened to there. No run is begun for that. */
  async #ask(serverId: string, agentId: string): Promise<readonly string[]> {
    const { tasks, clientOf } = this.#options;
    const client = clientOf(serverId, agentId);
    if (!client) return [];
    const wanted = [...this.#listeners].flatMap(listener =>
      clientOf(serverId, listener.agentId) === client
        ? listener.tasks.filter(task => task.serverId === serverId && tasks.goesOn(task)).map(({ taskId }) => taskId)
        : [],
    );
    const granted = client.listenToTasks([...new Set(wanted)]);
    return Promise.race([granted, sleep(longestMs, [], { ref: false })]);
  }
}

function serversOf({ tasks }: Listener): string[] {
  return [...new Set(tasks.map(({ serverId }) => serverId))];
}
