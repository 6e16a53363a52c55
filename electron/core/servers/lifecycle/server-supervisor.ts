// MCP servers as others command them: added, approved, started, stopped, called. Each part of the work has a file of its own.
import { StoredConfigs } from '../config/stored-configs.ts';
import { SandboxSupport } from '../sandbox/sandbox-support.ts';
import { beginFirstStarts } from './first-starts.ts';
import { Leases } from './leases.ts';
import { RunMaker } from './run-maker.ts';
import { ServerBook } from './server-book.ts';
import { ServerChanges } from './server-changes.ts';
import { unavailable } from './server-entry.ts';
import { ServerRecords } from './server-records.ts';
import { canStart } from './server-state.ts';
import { defaultTimes } from './supervisor-options.ts';
import type { ToolCallParams } from '../../../../contract/schemas/messages.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { ServerEdit } from '../../../../contract/schemas/server-config.ts';
import type { Server, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { RequestOptions } from '../../wire/outgoing.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { NamedServer } from '../config/read-servers.ts';
import type { Asker, Patience } from './lease.ts';
import type { RowChange } from './server-changes.ts';
import type { ServerEntry } from './server-entry.ts';
import type { ServerSupervisorOptions, SupervisorTimes } from './supervisor-options.ts';

export function createServerSupervisor(options: ServerSupervisorOptions): ServerSupervisor {
  return new ServerSupervisor(options);
}

export class ServerSupervisor {
  readonly #options: ServerSupervisorOptions;
  readonly #times: SupervisorTimes;
  readonly #maker: RunMaker;
  readonly #book: ServerBook;
  readonly #sandbox: SandboxSupport;
  readonly #leases: Leases;
  readonly #changes: ServerChanges;
  readonly configs: StoredConfigs;
  /** Lifecycles, logs and use. */
  readonly records: ServerRecords;
  /** Resolves when every server that was to run at the start runs or could not be started. */
  readonly wantedStarted: Promise<void>;
  /** Resolves when of each of them the tools are known, from its last run or from this one, or it could not be started. */
  readonly toolsKnown: Promise<void>;
  #closing = false;

  constructor(options: ServerSupervisorOptions) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
    this.records = new ServerRecords({
      ...options,
      ids: () => this.#book.all().map(({ row }) => row.id),
      secrets: () => this.secretValues(),
    });
    this.#sandbox = new SandboxSupport(options.platform.os, options.platform.env, () => {
      for (const entry of this.#book.all()) this.#book.show(entry);
    });
    this.#maker = new RunMaker({
      supervisor: options,
      times: this.#times,
      records: this.records,
      sandbox: this.#sandbox,
      onChange: entry => this.#book.show(entry),
      onTools: (entry, tools) => void this.#learnTools(entry, tools),
    });
    this.#book = new ServerBook({
      ...options,
      sandbox: () => this.#sandbox.describe(),
      mask: text => this.records.mask(text),
      runsOf: (row, current) => this.#maker.runsOf(row, current),
    });
    this.configs = new StoredConfigs(this.#book, options.secrets);
    this.#leases = new Leases({
      book: this.#book,
      leaseMs: this.#times.leaseMs,
      isClosing: () => this.#closing,
    });
    this.#changes = new ServerChanges({
      book: this.#book,
      records: this.records,
      stopGraces: this.#times.stop,
      os: options.platform.os,
      secrets: options.secrets,
      workFolders: options.workFolders,
      start: id => this.start(id),
      stop: id => this.stop(id),
    });
    options.runtimes?.onChange(command => {
      for (const entry of this.#book.all())
        if ('command' in entry.row.config && entry.row.config.command === command) this.#book.show(entry);
    });
    for (const row of options.rows.toSorted((a, b) => a.position - b.position)) this.#book.register(row);
    const first = beginFirstStarts(this.#book.all(), id => this.start(id));
    this.wantedStarted = first.wantedStarted;
    this.toolsKnown = first.toolsKnown;
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

  /** Adds servers that wait for approval and starts nothing. Returns their ids. Rejects with HubError for input that cannot be read. */
  add(input: PanelParsedParams<'servers:add'>): Promise<string[]> {
    return this.#changes.add(input);
  }

  /** The same for servers that were read already. */
  addAll(named: readonly NamedServer[]): Promise<string[]> {
    return this.#changes.addAll(named);
  }

  /** Keeps the approval and begins the start; how that goes is seen in the state. A hash that is not the server's is refused. */
  approve(id: string, hash: string): Promise<void> {
    return this.#changes.approve(id, hash);
  }

  /** Ends its runs and forgets it. */
  remove(id: string): Promise<void> {
    return this.#changes.remove(id);
  }

  /**
   * Changes how a server is reached or what the user set for it. Its runs end, and it starts again when it is to run and
   * the approval holds for what it is now. Rejects with HubError when it cannot be stored; then nothing has changed.
   */
  change(id: string, change: RowChange): Promise<void> {
    return this.#changes.change(id, change);
  }

  /** As `change`, with a config whose values may be kept. */
  configure(id: string, edit: { name?: string; config?: ServerEdit }): Promise<void> {
    return this.#changes.configure(id, edit);
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

  /** `tools/call` on the run for all. Waits for a start under way, within the call's time. Rejects with HubError; the result is the server's own. */
  callTool(id: string, params: ToolCallParams, options: RequestOptions): Promise<Record<string, unknown>> {
    return this.#leases.call(id, params, options);
  }

  /** The client of the run that speaks for this asker; null asks for the one for all. Rejects with HubError ERR_SERVER_UNAVAILABLE. */
  lease(id: string, asker: Asker | null, patience?: Patience): Promise<McpClient> {
    return this.#leases.of(id, asker, patience);
  }

  /** Ends the runs of an agent that does not come back. */
  async agentGone(agentId: string): Promise<void> {
    await Promise.all(this.#book.all().map(({ runs }) => runs.agentGone(agentId, this.#times.stop)));
  }

  /** The definitions as the server gave them, also in its last run while it starts; none when it does not run. */
  toolsOf(id: string): readonly ServerTool[] {
    const entry = this.#book.find(id);
    return entry && this.#book.shownOf(entry).toolCount > 0 ? entry.tools : [];
  }

  /** The machine goes to sleep: no time passes for any server. */
  suspended(): void {
    this.#maker.clock.suspend();
  }

  /** The machine is awake again: what runs is asked at once whether it still answers. */
  resumed(): void {
    this.#maker.clock.resume();
  }

  /** Ends every server for good, each step of the ladder after `graceMs`. A second call is less patient. */
  async stopAll({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    const graces = { inputMs: graceMs, termMs: graceMs };
    const current = this.#book.all().map(({ runs }) => runs.stop(graces));
    await Promise.all([...current, this.#maker.gone()]);
    this.#maker.clock.stop();
    await this.records.stop();
  }

  async #learnTools(entry: ServerEntry, tools: readonly ServerTool[]): Promise<void> {
    try {
      await this.#book.learnTools(entry, tools);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.platform.log.warn({ server: entry.row.id, reason }, 'The tools of a server are not remembered.');
    }
  }
}
