// Makes what keeps the runs of each server, over what all of them share: one time, one queue of starts, one look at processes.
import { StartTimes } from '../process/start-times.ts';
import { AwakeClock } from './awake-clock.ts';
import { openRun } from './open-run.ts';
import { initialState, unavailable } from './server-entry.ts';
import { ServerRuns } from './server-runs.ts';
import { StartQueue } from './start-queue.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { SandboxSupport } from '../sandbox/sandbox-support.ts';
import type { ServerEntry, ServerRow } from './server-entry.ts';
import type { ServerRecords } from './server-records.ts';
import type { ServerRun } from './server-run.ts';
import type { ServerSupervisorOptions, SupervisorTimes } from './supervisor-options.ts';

export interface RunMakerOptions {
  readonly supervisor: ServerSupervisorOptions;
  readonly times: SupervisorTimes;
  readonly records: ServerRecords;
  readonly sandbox: SandboxSupport;
  /** Something of what is shown of a server has changed. */
  onChange(entry: ServerEntry): void;
  /** The tools of a server's run for all. */
  onTools(entry: ServerEntry, tools: readonly ServerTool[]): void;
}

const maxStartsAtOnce = 4;

export class RunMaker {
  readonly #options: RunMakerOptions;
  readonly #starts: StartTimes;
  readonly #queue: StartQueue;
  /** Every run of which something may still be alive, also those that were replaced. */
  readonly #alive = new Set<ServerRun>();
  readonly clock = new AwakeClock();

  constructor(options: RunMakerOptions) {
    this.#options = options;
    this.#starts = new StartTimes(options.supervisor.platform.os);
    this.#queue = new StartQueue(maxStartsAtOnce, options.supervisor.cleared);
  }

  /** `current` reads the entry as it stands then. */
  runsOf(row: ServerRow, current: () => ServerEntry): ServerRuns {
    const { times, records, sandbox, supervisor, onChange, onTools } = this.#options;
    const { platform, random = Math.random } = supervisor;
    const { id } = row;
    const state = initialState(row, platform.now());
    records.entered(id, state, null);
    const mask = (text: string) => records.mask(text);
    const shared = { times, starts: this.#starts, sandbox, mask, onLog: (line: string) => records.wrote(id, line) };
    return new ServerRuns(
      {
        clock: this.clock,
        queue: this.#queue,
        times,
        now: () => platform.now(),
        random,
        mask,
        open: (asker, events) => {
          void supervisor.runtimes?.look(row.config, true);
          // What is being changed may not be approved yet: these runs are of what they were made for.
          const own = { ...current().row, config: row.config, options: row.options };
          return this.#keepAlive(openRun(supervisor, { ...shared, row: own, asker }, events));
        },
        unavailable: to => unavailable(current().row, to),
        onChange: () => onChange(current()),
        onTools: tools => onTools(current(), tools),
        onOwnTools: (tools, asker) => supervisor.onOwnTools?.(id, tools, asker),
        onState: (next, agentId) => records.entered(id, next, agentId),
        onReady: (client, asker) => supervisor.onReady?.(id, client, asker),
      },
      state,
    );
  }

  /** Resolves when nothing of the runs that there are now is left. */
  async gone(): Promise<void> {
    await Promise.all([...this.#alive].map(run => Promise.all([run.gone, run.ended])));
  }

  #keepAlive(run: ServerRun): ServerRun {
    this.#alive.add(run);
    void Promise.all([run.ended, run.gone]).then(() => this.#alive.delete(run));
    return run;
  }
}
