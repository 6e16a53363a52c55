// Runs with a budget and calls under way by web origin (spec 003 "Rate Limiting"). The only writer of both.
import { CallLimitsSchema } from '../../../contract/schemas/limits.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { CallLimits, CallLimitsChange, LimitsNow, Run, RunAsk } from '../../../contract/schemas/limits.ts';
import type { KeptRuns } from '../store/kept-lives.ts';
import type { KeptTable } from '../store/kept-table.ts';
import type { SettingsTable } from '../store/settings-table.ts';

/** How a call stands to the limits of spec 003 "Rate Limiting"; null where one does not apply. */
export interface LimitsSeen {
  /** The run before this call. */
  readonly run: Run | null;
  readonly origin: { readonly name: string; readonly running: number; readonly max: number } | null;
}

export interface CallLimiterOptions {
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  /** A call of this run has begun. */
  readonly onRun: (agentId: string, run: Run) => void;
  /** What an earlier run of the hub left, and where to keep what this one leaves; nothing is kept when absent. */
  readonly kept?: { readonly rows: readonly KeptRuns[]; readonly persist: Pick<KeptTable<KeptRuns>, 'put' | 'remove'> };
}

const settingsKey = 'callLimits';
/** Nothing says that a run is over; the one that was used longest ago goes. */
const maxRunsOfAgent = 100;

export class CallLimiter {
  readonly #options: CallLimiterOptions;
  #limits: CallLimits = CallLimitsSchema.parse({});
  /** By agent, then by the run's id: an agent can neither use nor use up another's. */
  readonly #runs = new Map<string, Map<string, Run>>();
  readonly #running = new Map<string, number>();

  constructor(options: CallLimiterOptions) {
    this.#options = options;
    for (const { agentId, runs } of options.kept?.rows ?? [])
      this.#runs.set(agentId, new Map(runs.map(run => [run.id, run])));
  }

  get limits(): CallLimits {
    return this.#limits;
  }

  get now(): LimitsNow {
    const runs = [...this.#runs].flatMap(([agentId, own]) => [...own.values()].map(run => ({ ...run, agentId })));
    return { runs, origins: [...this.#running].map(([origin, running]) => ({ origin, running })) };
  }

  async load(): Promise<void> {
    this.#limits = (await this.#options.settings.get(settingsKey, CallLimitsSchema)) ?? this.#limits;
  }

  /** Holds for the next call; a run that is open keeps its budget. */
  async change(change: CallLimitsChange): Promise<CallLimits> {
    const next = CallLimitsSchema.parse({ ...this.#limits, ...change });
    await this.#options.settings.set(settingsKey, next);
    this.#limits = next;
    return next;
  }

  /** What the limits gate looks at: how a call of this agent stands right now. */
  seen({ id, origin }: Agent, ask: RunAsk | null): LimitsSeen {
    const max = this.#limits.maxConcurrentPerOrigin;
    return {
      run: ask && (this.#runs.get(id)?.get(ask.id) ?? this.#opened(ask)),
      origin: origin === undefined ? null : { name: origin, running: this.#running.get(origin) ?? 0, max },
    };
  }

  /** Takes what an allowed call uses. Returns the function that gives its place back, and the run after this call. */
  begin(agentId: string, { run, origin }: LimitsSeen): { end: () => void; run: Run | null } {
    const drawn = run && { ...run, calls: run.calls + 1 };
    if (drawn) this.#draw(agentId, drawn);
    if (!origin) return { run: drawn, end: () => {} };
    const { name } = origin;
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#running.get(name) ?? 1) - 1;
      if (left > 0) this.#running.set(name, left);
      else this.#running.delete(name);
    };
    return { run: drawn, end };
  }

  /** Opens a run before its first call. Its budget is what the agent asks for, within what the user allows. */
  open(agentId: string, ask: RunAsk): Run {
    const run = this.#runs.get(agentId)?.get(ask.id) ?? this.#opened(ask);
    this.#draw(agentId, run);
    return run;
  }

  /** The agent says that a run is over. False where there is none of that id. */
  end(agentId: string, runId: string): boolean {
    const runs = this.#runs.get(agentId);
    if (!runs?.delete(runId)) return false;
    const kept = { agentId, runs: [...runs.values()] };
    this.#options.kept?.persist.put(agentId, () => kept);
    return true;
  }

  agentLeft(agentId: string): void {
    if (this.#runs.delete(agentId)) this.#options.kept?.persist.remove(agentId);
  }

  /** Runs of agents of whom `isKnown` knows nothing: they left while no hub ran. */
  expectAgents(isKnown: (agentId: string) => boolean): void {
    for (const agentId of [...this.#runs.keys()]) if (!isKnown(agentId)) this.agentLeft(agentId);
  }

  #opened({ id, maxCalls }: RunAsk): Run {
    const largest = this.#limits.maxCallsPerRun;
    return { id, maxCalls: Math.min(maxCalls ?? largest, largest), calls: 0 };
  }

  #draw(agentId: string, run: Run): void {
    const runs = this.#runs.get(agentId) ?? new Map<string, Run>();
    this.#runs.set(agentId, runs);
    runs.delete(run.id);
    runs.set(run.id, run);
    const [oldest] = runs.keys();
    if (runs.size > maxRunsOfAgent && oldest !== undefined) runs.delete(oldest);
    const kept = { agentId, runs: [...runs.values()] };
    this.#options.kept?.persist.put(agentId, () => kept);
    this.#options.onRun(agentId, run);
  }
}
