// The tasks that servers carry out for agents: whose each is, how it stands, and what is held for it until it ends. The only writer of them.
import { isOver, isUnfetched, lifeVerdict, lived } from './task-life.ts';
import { TaskTable } from './task-table.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { KeptTable } from '../store/kept-table.ts';
import type { Verdict } from '../trace/tap.ts';
import type { TaskEnd } from './task-life.ts';
import type { Task, TaskName } from './task-table.ts';
import type { TaskSeen } from './task-words.ts';

export interface TaskRegistryOptions {
  readonly rows: readonly KeptTask[];
  readonly persist: Pick<KeptTable<KeptTask>, 'put' | 'remove'>;
  readonly now: () => number;
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
  /** Whether all agents share that run. */
  readonly isShared: boolean;
}

/** Of one agent. The oldest that has ended goes. */
const maxOfAgent = 1_000;
/** A server may be late with what it forgets. */
const graceMs = 60_000;

export class TaskRegistry {
  readonly #options: TaskRegistryOptions;
  readonly #tasks: TaskTable;
  #onUnwanted: (task: KeptTask) => void = () => {};

  constructor(options: TaskRegistryOptions) {
    this.#options = options;
    this.#tasks = new TaskTable(options.persist);
    for (const kept of options.rows) this.#tasks.add({ kept, run: null, seenAt: 0, onEnd: [] });
  }

  /** `listener` hears of each that the hub has ended while its server still carries it out. */
  onUnwanted(listener: (task: KeptTask) => void): void {
    this.#onUnwanted = listener;
  }

  /**
   * A call was answered with a task. Whoever had one of that name has it no more: where agents share the run, at the same run, and the
   * same agent in any case. After a restart of either side nobody knows the run of a task that is kept.
   */
  created({ run, isShared, ...call }: TaskCall, { taskId, status, ttlMs }: TaskSeen): void {
    const now = this.#options.now();
    for (const task of this.#tasks.at(call.serverId, taskId))
      if (isShared || task.run === run || task.kept.agentId === call.agentId) this.#drop(task);
    const endsAt = ttlMs === null || ttlMs === undefined ? null : now + ttlMs;
    const fresh = { ...call, taskId, byRules: true, fetched: false, status: '', life: [], createdAt: now, endsAt };
    const task: Task = { kept: lived(fresh, status, now), run, seenAt: now, onEnd: [] };
    this.#tasks.add(task);
    this.#tasks.write(task);
    this.#forgetOldest(call.agentId);
  }

  /** What let its call pass, and what gives back what it uses once it has ended: at once where it has. */
  hold(named: TaskName, byRules: boolean, giveBack: () => void): void {
    const task = this.#tasks.get(named);
    if (task) this.#tasks.change(task, { byRules });
    this.whenOver(named, giveBack);
  }

  /** The row of its call in the trace is another one now, to which what follows belongs. */
  goesOnAs(named: TaskName, seq: number): void {
    const task = this.#tasks.get(named);
    if (task) this.#tasks.change(task, { seq });
  }

  /** Calls `over` once it has ended: at once where it has, or is not known. */
  whenOver(named: TaskName, over: () => void): void {
    const task = this.#tasks.get(named);
    if (!task || isOver(task.kept)) over();
    else task.onEnd.push(over);
  }

  /** How the row of its call is to be closed, once it has ended. */
  whenEnded(named: TaskName, passed: Pick<Verdict, 'rule' | 'waitedMs'>, close: (verdict: Verdict) => void): void {
    const task = this.#tasks.get(named);
    const end = (ended: KeptTask) => close(lifeVerdict(ended, passed));
    if (!task || isOver(task.kept)) return end(task?.kept ?? { ...nothing, ...named });
    task.onEnd.push(end);
  }

  /**
   * The agent's task of this name. One of an agent of the same credential that is gone for the moment is taken over: over HTTP nothing
   * but the credential says who comes back.
   */
  owned(agent: Agent, serverId: string, taskId: string): KeptTask | null {
    const own = this.#tasks.get({ agentId: agent.id, serverId, taskId });
    if (own) return own.kept;
    if (this.#options.isAnybody(agent.clientId)) return null;
    const followed = this.#tasks.at(serverId, taskId).find(({ kept }) => this.#mayFollow(agent, kept));
    if (!followed) return null;
    this.#tasks.remove(followed);
    followed.kept = { ...followed.kept, agentId: agent.id };
    this.#tasks.add(followed);
    this.#tasks.write(followed);
    return followed.kept;
  }

  has(named: TaskName): boolean {
    return this.#tasks.get(named) !== undefined;
  }

  /** Whether it is known and has not ended. */
  goesOn(named: TaskName): boolean {
    const task = this.#tasks.get(named);
    return task !== undefined && !isOver(task.kept);
  }

  /** Whether it is the call with that trace entry that has begun it. */
  isBegunBy(named: TaskName, seq: number): boolean {
    return this.#tasks.get(named)?.kept.seq === seq;
  }

  /** Those of one agent, in the order in which they began. */
  of(agentId: string): KeptTask[] {
    return this.#tasks.of(agentId).map(({ kept }) => kept);
  }

  /** Whose task of this name is at a run that agents share, or null. */
  ownerAt(serverId: string, taskId: string): string | null {
    return this.#tasks.at(serverId, taskId)[0]?.kept.agentId ?? null;
  }

  /** Those that have not ended. */
  running(): KeptTask[] {
    return this.#tasks.all().flatMap(({ kept }) => (isOver(kept) ? [] : [kept]));
  }

  /** Those for which their run has to be there: they have not ended, or what they have done was not handed out yet. */
  needed(): KeptTask[] {
    const now = this.#options.now();
    return this.#tasks.all().flatMap(({ kept }) => (isOver(kept) && !isUnfetched(kept, now) ? [] : [kept]));
  }

  /** Its server says how it stands, and may say anew how long it keeps it. */
  seen({ agentId, serverId }: Omit<TaskName, 'taskId'>, { taskId, status, ttlMs }: TaskSeen): void {
    const task = this.#tasks.get({ agentId, serverId, taskId });
    if (!task) return;
    const { createdAt, endsAt: before } = task.kept;
    const endsAt = ttlMs === undefined ? before : ttlMs && createdAt + ttlMs;
    if (endsAt !== before) this.#tasks.change(task, { endsAt });
    if (isOver(task.kept)) return;
    task.seenAt = this.#options.now();
    if (task.kept.status !== status) this.#step(task, status);
  }

  /** What it has done was handed out. */
  fetched(named: TaskName): void {
    const task = this.#tasks.get(named);
    if (task && !task.kept.fetched) this.#tasks.change(task, { fetched: true });
  }

  /** It ends without its server's word; what has ended stays as it is. */
  end(named: TaskName, end: TaskEnd): void {
    const task = this.#tasks.get(named);
    if (task && !isOver(task.kept)) this.#step(task, end);
  }

  /** Nobody can follow it: it ends, at its server too. */
  abandon(named: TaskName): void {
    const task = this.#tasks.get(named);
    if (!task || isOver(task.kept)) return;
    this.#step(task, 'cancelled');
    this.#onUnwanted(task.kept);
  }

  /** A run is over. `mayGoOn`: what runs elsewhere may know its tasks in its next run too. */
  runEnded(run: object, mayGoOn: boolean): void {
    if (mayGoOn) return;
    for (const task of this.#tasks.all()) if (task.run === run) this.#drop(task);
  }

  /** Ends and forgets those for which `isGone` is true. Returns those that were running. */
  forget(isGone: (task: KeptTask) => boolean, end: TaskEnd = 'lost'): KeptTask[] {
    const gone = this.#tasks.all().filter(({ kept }) => isGone(kept));
    const running = gone.flatMap(({ kept }) => (isOver(kept) ? [] : [kept]));
    for (const task of gone) this.#drop(task, end);
    return running;
  }

  /** Forgets what servers have forgotten by now. Returns what runs and was not heard of for so long, to be asked about. */
  due(silentMs: number): KeptTask[] {
    const now = this.#options.now();
    this.forget(({ endsAt }) => endsAt !== null && endsAt + graceMs < now, 'expired');
    const silent = this.#tasks.all().filter(({ kept, seenAt }) => !isOver(kept) && now - seenAt >= silentMs);
    for (const task of silent) task.seenAt = now;
    return silent.map(({ kept }) => kept);
  }

  #mayFollow(agent: Agent, { agentId, clientId }: KeptTask): boolean {
    const before = this.#options.agent(agentId);
    return clientId === agent.clientId && before?.state.kind === 'gone' && before.origin === agent.origin;
  }

  #step(task: Task, status: string): void {
    this.#tasks.change(task, lived(task.kept, status, this.#options.now()));
    if (!isOver(task.kept)) return;
    for (const onEnd of task.onEnd.splice(0)) onEnd(task.kept);
  }

  #drop(task: Task, end: TaskEnd = 'lost'): void {
    if (!isOver(task.kept)) this.#step(task, end);
    this.#tasks.remove(task);
  }

  #forgetOldest(agentId: string): void {
    const own = this.#tasks.of(agentId);
    if (own.length <= maxOfAgent) return;
    const oldest = own.find(({ kept }) => isOver(kept)) ?? own[0];
    if (!oldest) return;
    this.abandon(oldest.kept);
    this.#drop(oldest);
  }
}

const nothing = {
  ...{ clientId: '', tool: '', byRules: true, fetched: false, seq: 0, status: 'lost', createdAt: 0, endsAt: null },
  life: [{ status: 'lost', afterMs: 0 }],
};
