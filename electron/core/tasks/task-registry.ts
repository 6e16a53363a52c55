// The tasks that servers carry out for agents: whose each is, how it stands, and what is held for it until it ends. The only writer of them.
import { isOver, lifeVerdict, lived } from './task-life.ts';
import { hasEnded } from './task-words.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { KeptTable } from '../store/kept-table.ts';
import type { TraceTap, Verdict } from '../trace/tap.ts';
import type { TaskEnd } from './task-life.ts';
import type { TaskSeen } from './task-words.ts';

export interface TaskRegistryOptions {
  readonly rows: readonly KeptTask[];
  readonly persist: Pick<KeptTable<KeptTask>, 'put' | 'remove'>;
  readonly now: () => number;
  /** Ends the rows of calls that an earlier run of the hub has answered. */
  readonly tap: Pick<TraceTap, 'close'>;
  readonly agent: (id: string) => Agent | null;
  /** Clients that many programs may be at once: none of them follows another. */
  readonly isAnybody: (clientId: string) => boolean;
}

/** The call that a task has begun with. */
export interface TaskCall {
  readonly agentId: string;
  readonly clientId: string;
  readonly serverId: string;
  readonly tool: string;
  readonly seq: number;
  /** The run that carries it out, as long as this one lasts. */
  readonly run: object;
}

interface Task {
  kept: KeptTask;
  /** Null after a restart of the hub. */
  readonly run: object | null;
  /** When its server was heard of it last. */
  seenAt: number;
  readonly onEnd: ((task: KeptTask) => void)[];
}

/** Of one agent. The oldest that has ended goes. */
const maxOfAgent = 1_000;
/** A server may be late with what it forgets. */
const graceMs = 60_000;

export class TaskRegistry {
  readonly #options: TaskRegistryOptions;
  readonly #tasks = new Map<string, Task>();

  constructor(options: TaskRegistryOptions) {
    this.#options = options;
    for (const kept of options.rows) {
      const onEnd = (task: KeptTask) => {
        const ended = lifeVerdict(task, { rule: null, waitedMs: 0 });
        options.tap.close(task.seq, { ...ended, message: null });
      };
      this.#tasks.set(keyOf(kept), { kept, run: null, seenAt: 0, onEnd: isOver(kept) ? [] : [onEnd] });
    }
  }

  /** A call was answered with a task. Whoever had one of that name at the same run has it no more. */
  created({ run, ...call }: TaskCall, { taskId, status, ttlMs }: TaskSeen): void {
    const now = this.#options.now();
    for (const [key, task] of this.#tasks)
      if (task.run === run && task.kept.serverId === call.serverId && task.kept.taskId === taskId) this.#drop(key);
    const endsAt = ttlMs === null ? null : now + ttlMs;
    const fresh = { ...call, taskId, byRules: true, status: '', life: [], createdAt: now, endsAt };
    const task: Task = { kept: lived(fresh, status, now), run, seenAt: now, onEnd: [] };
    this.#tasks.set(keyOf(task.kept), task);
    this.#persist(task);
    this.#forgetOldest(call.agentId);
  }

  /** What let its call pass, and what gives back what it uses once it has ended: at once where it has. */
  hold(named: TaskName, byRules: boolean, giveBack: () => void): void {
    const task = this.#tasks.get(keyOf(named));
    if (!task) return giveBack();
    task.kept = { ...task.kept, byRules };
    this.#persist(task);
    if (isOver(task.kept)) giveBack();
    else task.onEnd.push(giveBack);
  }

  /** How the row of its call is to be closed, once it has ended. */
  whenEnded(named: TaskName, passed: Pick<Verdict, 'rule' | 'waitedMs'>, close: (verdict: Verdict) => void): void {
    const task = this.#tasks.get(keyOf(named));
    const end = (ended: KeptTask) => close(lifeVerdict(ended, passed));
    if (!task || isOver(task.kept)) return end(task?.kept ?? { ...nothing, ...named });
    task.onEnd.push(end);
  }

  /**
   * The agent's task of this name. One of an agent of the same credential that is gone for the moment is taken over: over HTTP nothing
   * but the credential says who comes back.
   */
  owned(agent: Agent, serverId: string, taskId: string): KeptTask | null {
    const own = this.#tasks.get(keyOf({ agentId: agent.id, serverId, taskId }));
    if (own) return own.kept;
    if (this.#options.isAnybody(agent.clientId)) return null;
    for (const [key, task] of this.#tasks) {
      const { kept } = task;
      if (kept.serverId !== serverId || kept.taskId !== taskId || !this.#mayFollow(agent, kept)) continue;
      this.#remove(key);
      task.kept = { ...kept, agentId: agent.id };
      this.#tasks.set(keyOf(task.kept), task);
      this.#persist(task);
      return task.kept;
    }
    return null;
  }

  has(named: TaskName): boolean {
    return this.#tasks.has(keyOf(named));
  }

  /** Those that agents have, in the order in which they began. */
  of(agentId: string): KeptTask[] {
    return [...this.#tasks.values()].flatMap(({ kept }) => (kept.agentId === agentId ? [kept] : []));
  }

  /** Whose task of this name is at a run that agents share, or null. */
  ownerAt(serverId: string, taskId: string): string | null {
    for (const { kept } of this.#tasks.values())
      if (kept.serverId === serverId && kept.taskId === taskId) return kept.agentId;
    return null;
  }

  /** Those that have not ended. */
  running(): KeptTask[] {
    return [...this.#tasks.values()].flatMap(({ kept }) => (isOver(kept) ? [] : [kept]));
  }

  /** Its server says how it stands. */
  seen({ agentId, serverId }: Omit<TaskName, 'taskId'>, { taskId, status }: TaskSeen): void {
    const task = this.#tasks.get(keyOf({ agentId, serverId, taskId }));
    if (!task || isOver(task.kept)) return;
    task.seenAt = this.#options.now();
    this.#step(task, status);
  }

  /** It ends without its server's word; what has ended stays as it is. */
  end(named: TaskName, end: TaskEnd): void {
    const task = this.#tasks.get(keyOf(named));
    if (task && !isOver(task.kept)) this.#step(task, end);
  }

  /** A run is over. `mayGoOn`: what runs elsewhere may know its tasks in its next run too. */
  runEnded(run: object, mayGoOn: boolean): void {
    if (mayGoOn) return;
    for (const [key, task] of this.#tasks) if (task.run === run) this.#drop(key);
  }

  /** Ends and forgets those that `isGone` says of. Returns those that were running. */
  forget(isGone: (task: KeptTask) => boolean, end: TaskEnd = 'lost'): KeptTask[] {
    const gone = [...this.#tasks].filter(([, { kept }]) => isGone(kept));
    const running = gone.flatMap(([, { kept }]) => (isOver(kept) ? [] : [kept]));
    for (const [key] of gone) this.#drop(key, end);
    return running;
  }

  /** Forgets what servers have forgotten by now. Returns what runs and was not heard of for so long, to be asked about. */
  due(silentMs: number): KeptTask[] {
    const now = this.#options.now();
    this.forget(({ endsAt }) => endsAt !== null && endsAt + graceMs < now, 'expired');
    const silent = [...this.#tasks.values()].filter(({ kept, seenAt }) => !isOver(kept) && now - seenAt >= silentMs);
    for (const task of silent) task.seenAt = now;
    return silent.map(({ kept }) => kept);
  }

  #mayFollow(agent: Agent, { agentId, clientId }: KeptTask): boolean {
    const before = this.#options.agent(agentId);
    return clientId === agent.clientId && before?.state.kind === 'gone' && before.origin === agent.origin;
  }

  #step(task: Task, status: string): void {
    task.kept = lived(task.kept, status, this.#options.now());
    this.#persist(task);
    if (!isOver(task.kept)) return;
    for (const onEnd of task.onEnd.splice(0)) onEnd(task.kept);
  }

  #drop(key: string, end: TaskEnd = 'lost'): void {
    const task = this.#tasks.get(key);
    if (task && !isOver(task.kept)) this.#step(task, end);
    this.#remove(key);
  }

  #remove(key: string): void {
    if (this.#tasks.delete(key)) this.#options.persist.remove(key);
  }

  #persist({ kept }: Task): void {
    this.#options.persist.put(keyOf(kept), kept);
  }

  #forgetOldest(agentId: string): void {
    const own = this.of(agentId);
    if (own.length <= maxOfAgent) return;
    const oldest = own.find(({ status }) => hasEnded(status)) ?? own[0];
    if (oldest) this.#drop(keyOf(oldest));
  }
}

export interface TaskName {
  readonly agentId: string;
  readonly serverId: string;
  readonly taskId: string;
}

const nothing = {
  ...{ clientId: '', tool: '', byRules: true, seq: 0, status: 'lost', createdAt: 0, endsAt: null },
  life: [{ status: 'lost', afterMs: 0 }],
};

function keyOf({ agentId, serverId, taskId }: TaskName): string {
  return JSON.stringify([agentId, serverId, taskId]);
}
