// MCP servers as others command them: started, stopped, asked for their clients. Each part of the work has a file of its own.
import { StoredConfigs } from '../config/stored-configs.ts';
import { StartTimes } from '../process/start-times.ts';
import { SandboxSupport } from '../sandbox/sandbox-support.ts';
import { AwakeClock } from './awake-clock.ts';
import { nobody } from './lease.ts';
import { ServerBook } from './server-book.ts';
import { ServerChanges } from './server-changes.ts';
import { initialState, unavailable } from './server-entry.ts';
import { ServerRecords } from './server-records.ts';
import { ServerRuns } from './server-runs.ts';
import { canStart } from './server-state.ts';
import { StartQueue } from './start-queue.ts';
import { defaultTimes } from './times.ts';
import type { Server, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { Asker, Patience } from './lease.ts';
import type { RegisteredServer } from './registered-server.ts';
import type { ServerRow } from './server-entry.ts';
import type { KeptRun, RunEvents, RunSurroundings } from './server-run.ts';
import type { ServerEvents, ServerSupervisorOptions } from './supervisor-options.ts';
import type { SupervisorTimes } from './times.ts';

const maxStartsAtOnce = 4;

export class ServerSupervisor {
  readonly #options: ServerSupervisorOptions;
  readonly #times: SupervisorTimes;
  readonly #surroundings: RunSurroundings;
  readonly #book: ServerBook;
  /** Every run of which something may still be alive, also those that were replaced. */
  readonly #alive = new Set<KeptRun>();
  #events: ServerEvents = unheard;
  #closing = false;
  /** What the user changes about servers. */
  readonly changes: ServerChanges;
  readonly configs: StoredConfigs;
  /** Lifecycles, logs and use. */
  readonly records: ServerRecords;

  constructor(options: ServerSupervisorOptions) {
    const { platform, random = Math.random } = options;
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
    this.records = new ServerRecords({
      ...options,
      ids: () => this.#book.all().map(({ row }) => row.id),
      secrets: () => this.secretValues(),
      onLogs: serverIds => this.#events.onLogs(serverIds),
    });
    const mask = (text: string) => this.records.mask(text);
    const sandbox = new SandboxSupport(platform.os, platform.env, () => this.#showAll());
    this.#surroundings = {
      ...options,
      everybody: () => this.#events.everybody,
      sandbox,
      starts: new StartTimes(platform.os),
      clock: new AwakeClock(),
      queue: new StartQueue(maxStartsAtOnce, options.cleared),
      times: this.#times,
      random,
      mask,
    };
    this.#book = new ServerBook({
      ...options,
      sandbox: () => sandbox.describe(),
      mask,
      runsOf: (row, current) => this.#runsOf(row, current),
      onTools: (id, tools) => this.#events.onTools(id, tools, null),
    });
    this.configs = new StoredConfigs(this.#book, options.secrets);
    this.changes = new ServerChanges({
      ...options,
      book: this.#book,
      records: this.records,
      stopGraces: this.#times.stop,
      os: platform.os,
      start: id => this.start(id),
      stop: id => this.stop(id),
      onRemoved: id => this.#events.onRemoved(id),
    });
  }

  /**
   * Takes the stored servers and starts those that ran when the hub ended, or were to run. Called once. Resolves when of each of these
   * the tools are known, from its last run or from this one, or it could not be started.
   */
  async begin(events: ServerEvents): Promise<void> {
    this.#events = events;
    const { rows, runtimes } = this.#options;
    runtimes?.onChange(command => this.#showAll(({ config }) => 'command' in config && config.command === command));
    const servers = rows.toSorted((a, b) => a.position - b.position).map(row => this.#book.register(row));
    const begun = servers
      .filter(({ row, runs }) => row.wanted === 'running' && canStart(runs.state))
      .map(({ row, tools }) => ({ isUnknown: tools.length === 0, over: this.start(row.id).catch(() => {}) }));
    await Promise.all(begun.filter(({ isUnknown }) => isUnknown).map(({ over }) => over));
  }

  get(id: string): Server | null {
    const entry = this.#book.find(id);
    return entry ? this.#book.shownOf(entry) : null;
  }

  /** What every call looks at, without the rest. */
  seen(id: string): Pick<Server, 'id' | 'state'> | null {
    const state = this.#book.find(id)?.runs.state;
    return state ? { id, state } : null;
  }

  /** The same of its options. */
  optionsOf(id: string): ServerOptions | null {
    return this.#book.find(id)?.row.options ?? null;
  }

  /** What its card says until each agent has a run of its own. */
  needsOwnRun(id: string, sentence: string): void {
    const entry = this.#book.find(id);
    if (!entry || entry.wantsPerAgent !== null) return;
    entry.wantsPerAgent = sentence;
    this.#book.show(entry);
  }

  /** In the order of adding. */
  list(): Server[] {
    return this.#book.all().map(entry => this.#book.shownOf(entry));
  }

  /** Every secret: it is masked wherever it passes. */
  secretValues(): string[] {
    return this.#book.secretValues();
  }

  /** Shows it anew, after something beside its runs has changed. */
  refresh(id: string): void {
    this.#book.show(this.#book.expect(id));
  }

  /** Resolves when it runs; a second caller joins. Rejects with HubError ERR_SERVER_UNAVAILABLE when it cannot or ends before. */
  async start(id: string): Promise<void> {
    const entry = this.#book.expect(id);
    const { shared } = entry.runs;
    const { state } = shared;
    const refusal = () => unavailable(entry.row, entry.runs.state);
    if (this.#closing || (state.kind === 'blocked' && !canStart(state))) throw refusal();
    // What was missing may have been installed, in a folder that no PATH named before.
    if (state.kind === 'blocked' && state.by === 'runtime') await this.#options.runtimes?.again();
    await this.#book.save(entry, { wanted: 'running' });
    // Awaiting gave others their turn: a stop or a removal since then is the newer wish.
    if (entry.row.wanted !== 'running' || this.#closing || this.#book.find(id) !== entry) throw refusal();
    await shared.start();
  }

  /** Resolves when nothing of it runs any more. A second call while it stops is less patient. */
  async stop(id: string): Promise<void> {
    const entry = this.#book.expect(id);
    const saved = this.#book.save(entry, { wanted: 'stopped' });
    await Promise.all([saved, entry.runs.stop(this.#times.stop)]);
  }

  /** Resolves when it runs anew. Rejects as `start` does. */
  async restart(id: string): Promise<void> {
    const entry = this.#book.expect(id);
    await this.#book.save(entry, { wanted: 'running' });
    await entry.runs.stop(this.#times.stop);
    if (entry.row.wanted === 'running') await this.start(id);
  }

  /**
   * The client of the run that speaks for this asker: of its own where each agent has one and there is an asker, which is started where
   * there is none; else of the run for all. Waits for a start under way. Rejects with HubError ERR_SERVER_UNAVAILABLE.
   */
  async lease(
    id: string,
    asker: Asker | null,
    patience: Patience = { timeoutMs: this.#times.clientMs },
  ): Promise<McpClient> {
    const { row, hash, runs } = this.#book.expect(id);
    if (!asker || row.options.instances === 'shared') return runs.shared.client(patience);
    const mayRun = !this.#closing && row.wanted === 'running' && row.approvedHash === hash;
    if (!mayRun) throw unavailable(row, runs.state);
    return runs.clientOf(asker, patience);
  }

  /** Ends the runs of an agent that does not come back. */
  async agentGone(agentId: string): Promise<void> {
    await Promise.all(this.#book.all().map(({ runs }) => runs.agentGone(agentId, this.#times.stop)));
  }

  /** The machine goes to sleep: no time passes for any server. */
  suspended(): void {
    this.#surroundings.clock.suspend();
  }

  /** The machine is awake again: what runs is asked at once whether it still answers. */
  resumed(): void {
    this.#surroundings.clock.resume();
  }

  /** Ends every server for good, each step of the ladder after `graceMs`. A second call is less patient. */
  async stopAll({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    const graces = { inputMs: graceMs, termMs: graceMs };
    const current = this.#book.all().map(({ runs }) => runs.stop(graces));
    await Promise.all([...current, ...[...this.#alive].flatMap(run => [run.ended, run.gone])]);
    this.#surroundings.clock.stop();
    await this.records.stop();
  }

  #runsOf(row: ServerRow, current: () => RegisteredServer): ServerRuns {
    const { id } = row;
    const events: RunEvents = {
      onChange: () => this.#book.show(current()),
      onState: (state, asker) => this.records.entered(id, state, asker?.agentId ?? null),
      onRun: run => {
        void this.#options.runtimes?.look(row.config, true);
        this.#alive.add(run);
        void Promise.all([run.ended, run.gone]).then(() => this.#alive.delete(run));
      },
      onReady: (client, asker) => this.#events.onReady(id, client, asker),
      onTools: (tools, asker) => {
        if (asker) this.#events.onTools(id, tools, asker);
        else this.#book.learnTools(current(), tools).catch((error: unknown) => this.#notRemembered(id, error));
      },
      onLog: line => this.records.wrote(id, line),
    };
    const state = initialState(row, this.#options.platform.now());
    events.onState(state, null);
    return new ServerRuns({ row, surroundings: this.#surroundings, events }, state);
  }

  #notRemembered(server: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.platform.log.warn({ server, reason }, 'The tools of a server are not remembered.');
  }

  #showAll(which: (row: ServerRow) => boolean = () => true): void {
    for (const entry of this.#book.all()) if (which(entry.row)) this.#book.show(entry);
  }
}

/** Before it has begun. */
const unheard: ServerEvents = {
  everybody: nobody,
  onReady() {},
  onTools() {},
  onLogs() {},
  onRemoved: () => Promise.resolve(),
};
