// MCP servers as others command them: started, stopped, asked for their clients. Each part of the work has a file of its own.
import { networkInterfaces } from 'node:os';
import { NetworkWatch } from '../../outbound/network-watch.ts';
import { environmentOf } from '../config/environment-view.ts';
import { StoredConfigs } from '../config/stored-configs.ts';
import { proxySecrets } from '../process/environment-groups.ts';
import { StartTimes } from '../process/start-times.ts';
import { SandboxSupport } from '../sandbox/sandbox-support.ts';
import { AllRuns } from './all-runs.ts';
import { nobody } from './asker.ts';
import { AwakeClock } from './awake-clock.ts';
import { LazyServers } from './lazy-servers.ts';
import { ServerChanges } from './server-changes.ts';
import { ServerRecords } from './server-records.ts';
import { ServerRegistry } from './server-registry.ts';
import { blockedReason, initialState, isLazy, unavailable } from './server-row.ts';
import { ServerRun } from './server-run.ts';
import { canStart } from './server-state.ts';
import { StartQueue } from './start-queue.ts';
import { defaultTimes } from './times.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerEnvironment } from '../../../../contract/schemas/server-config.ts';
import type { Server, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { Patience } from '../../platform/wait.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { Asker } from './asker.ts';
import type { KeptDefinitions } from './kept-definitions.ts';
import type { RegisteredServer } from './registered-server.ts';
import type { ServerRow } from './server-row.ts';
import type { KeptRun, RunEvents, RunRequest, RunSurroundings } from './server-run.ts';
import type { Installing } from './server-state.ts';
import type { ServerSupervisorOptions, SupervisorEvents } from './supervisor-options.ts';
import type { SupervisorTimes } from './times.ts';

const maxStartsAtOnce = 4;

export class ServerSupervisor {
  readonly #options: ServerSupervisorOptions;
  readonly #times: SupervisorTimes;
  readonly #surroundings: RunSurroundings;
  readonly #registry: ServerRegistry;
  readonly #lazy: LazyServers;
  /** Every run of which something may still be alive, also those that were replaced. */
  readonly #alive = new Set<KeptRun>();
  #events: SupervisorEvents = unheard;
  #closing = false;
  /** What the user changes about servers. */
  readonly changes: ServerChanges;
  readonly configs: StoredConfigs;
  /** Lifecycles, logs and use. */
  readonly records: ServerRecords;

  constructor(options: ServerSupervisorOptions) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
    this.records = new ServerRecords({
      ...options,
      ids: () => this.#registry.all().map(({ row }) => row.id),
      secrets: () => this.secretValues(),
      onLogs: serverIds => this.#events.onLogs(serverIds),
    });
    this.#surroundings = this.#surround(options);
    this.#lazy = new LazyServers({
      registry: () => this.#registry,
      events: () => this.#events,
      times: this.#times,
      onTrouble: (id, error) => this.#notRemembered(id, error),
    });
    this.#registry = new ServerRegistry({
      ...options,
      sandbox: () => this.#surroundings.sandbox.describe(),
      mask: text => this.records.mask(text),
      runsOf: (row, current) => this.#runsOf(row, current),
      onTools: (id, tools) => this.#events.onTools(id, tools, null),
    });
    this.configs = new StoredConfigs(this.#registry, options.secrets);
    this.changes = new ServerChanges({
      ...options,
      registry: this.#registry,
      records: this.records,
      stopGraces: this.#times.stop,
      os: options.platform.os,
      userHome: options.userHome ?? null,
      start: id => this.#comeUp(id),
      stop: id => this.stop(id),
      onStopped: id => this.#events.onStopped(id),
      onRemoved: id => this.#events.onRemoved(id),
    });
  }

  /**
   * Takes the stored servers at once, and starts those that ran when the hub ended, or were to run. Called once. Resolves when of each of these
   * the tools are known, from its last run or from this one, or it could not be started.
   */
  begin(events: SupervisorEvents): Promise<void> {
    this.#events = events;
    const { rows, runtimes } = this.#options;
    runtimes?.onChange(command => this.#showAll(({ config }) => 'command' in config && config.command === command));
    const servers = rows.toSorted((a, b) => a.position - b.position).map(row => this.#registry.register(row));
    const begun = servers
      .filter(({ row, runs }) => row.wanted === 'running' && canStart(runs.state))
      .map(({ row, tools }) => ({ isUnknown: tools.length === 0, over: this.#comeUp(row.id).catch(() => {}) }));
    return Promise.all(begun.filter(({ isUnknown }) => isUnknown).map(({ over }) => over)).then(() => {});
  }

  get(id: string): Server | null {
    const entry = this.#registry.find(id);
    return entry ? this.#registry.shownOf(entry) : null;
  }

  /** What every call looks at, without the rest. */
  seen(id: string): Pick<Server, 'id' | 'state' | 'hash'> | null {
    const found = this.#registry.find(id);
    return found ? { id, state: found.runs.state, hash: found.hash } : null;
  }

  /** The same of its options. */
  optionsOf(id: string): ServerOptions | null {
    return this.#registry.find(id)?.row.options ?? null;
  }

  /** What its card says until each agent has a run of its own. */
  needsOwnRun(id: string, need: Reason): void {
    const entry = this.#registry.find(id);
    if (!entry || entry.wantsPerAgent !== null) return;
    entry.wantsPerAgent = need;
    this.#registry.show(entry);
  }

  /** In the order of adding. */
  list(): Server[] {
    return this.#registry.all().map(entry => this.#registry.shownOf(entry));
  }

  /** Every secret: it is masked wherever it passes. */
  secretValues(): string[] {
    const { env, os } = this.#options.platform;
    return [...this.#registry.secretValues(), ...proxySecrets(env, os)];
  }

  /** What it gets of the user's environment. Throws HubError for an id that is not known. */
  environment(id: string): ServerEnvironment {
    const { platform, runtimes } = this.#options;
    const { os, env } = platform;
    const facts = { os, env, ofShell: runtimes?.ofShell ?? new Set<string>(), mask: this.#surroundings.mask };
    return environmentOf(this.#registry.expect(id).row, facts);
  }

  /** Shows it anew, after something beside its runs has changed. */
  refresh(id: string): void {
    this.#registry.show(this.#registry.expect(id));
  }

  /** Resolves when it runs; a second caller joins. Rejects with HubError ERR_SERVER_UNAVAILABLE when it cannot or ends before. */
  start(id: string): Promise<void> {
    return this.#start(id, false);
  }

  /** As it is to be: one that starts on first use sleeps, unless what it offers has to be learnt first. */
  async #comeUp(id: string): Promise<void> {
    const entry = this.#registry.expect(id);
    if (!isLazy(entry.row)) return this.#start(id, false);
    if (!this.#closing && this.#lazy.putToBed(entry)) return this.#registry.save(entry, { wanted: 'running' });
    return this.#start(id, true);
  }

  async #start(id: string, forNobody: boolean): Promise<void> {
    const entry = this.#registry.expect(id);
    const { state } = entry.runs.shared;
    const refusal = () => unavailable(entry.row, entry.runs.state);
    if (this.#closing || (state.kind === 'blocked' && !canStart(state))) throw refusal();
    // What was missing may have been installed, in a folder that no PATH named before.
    if (state.kind === 'blocked' && state.by === 'runtime') await this.#options.runtimes?.again();
    await this.#registry.save(entry, { wanted: 'running' });
    // Awaiting gave others their turn: a stop or a removal since then is newer.
    if (entry.row.wanted !== 'running' || this.#closing || this.#registry.find(id) !== entry) throw refusal();
    await entry.runs.shared.start(undefined, { forNobody });
  }

  /** Resolves when nothing of it runs any more. A second call while it stops is less patient. */
  async stop(id: string): Promise<void> {
    const entry = this.#registry.expect(id);
    await Promise.all([this.#registry.save(entry, { wanted: 'stopped' }), entry.runs.stop(this.#times.stop)]);
    if (entry.row.wanted === 'stopped') this.#events.onStopped(id);
  }

  /** Resolves when it runs anew. Rejects as `start` does. */
  async restart(id: string): Promise<void> {
    const entry = this.#registry.expect(id);
    await this.#registry.save(entry, { wanted: 'running' });
    await entry.runs.stopToRestart(this.#times.stop);
    if (entry.row.wanted === 'running') await this.start(id);
  }

  /**
   * The client of the run that speaks for this asker: of its own where each agent has one and there is an asker, which is started where
   * there is none; else of the run for all. Waits for a start under way. Rejects with HubError ERR_SERVER_UNAVAILABLE.
   */
  async clientFor(
    id: string,
    asker: Asker | null,
    patience: Patience = { timeoutMs: this.#times.clientMs },
  ): Promise<McpClient> {
    const { row, hash, runs } = this.#registry.expect(id);
    if (!asker || row.options.instances === 'shared') return runs.shared.client(patience);
    const mayRun = !this.#closing && row.wanted === 'running' && row.approvedHash === hash;
    if (!mayRun) throw unavailable(row, runs.state);
    return runs.clientOf(asker, patience);
  }

  /** What the server offers to this agent while the run that would serve it sleeps; null where that run has to be asked. */
  keptFor(id: string, agentId: string | null): KeptDefinitions | null {
    const entry = this.#registry.find(id);
    return entry ? this.#lazy.keptFor(entry, agentId) : null;
  }

  /** What the run for all lists is another now. */
  relearn(id: string, client: McpClient): void {
    const entry = this.#registry.find(id);
    if (entry) void this.#lazy.learn(entry, client);
  }

  /** Ends the runs of an agent that does not come back. */
  async agentLeft(agentId: string): Promise<void> {
    await Promise.all(this.#registry.all().map(({ runs }) => runs.agentLeft(agentId, this.#times.stop)));
  }

  /** Shows how far its install is; with null it is over, and what has become of it waits for approval. */
  installing(id: string, how: Installing | null): void {
    const entry = this.#registry.find(id);
    if (!entry) return;
    const reason = entry.row.approvedHash === entry.hash ? null : blockedReason(entry.row);
    const event = how ? { kind: 'installing' as const, ...how } : { kind: 'installed' as const, reason };
    entry.runs.shared.apply(event);
  }

  /** A run of something like a server that is none, between walls of its own: nobody calls it, and its end is its caller's. */
  tryOut(row: ServerRow, workFolders: RunSurroundings['workFolders'], onTools: RunRequest['onTools']): KeptRun {
    if (this.#closing) throw unavailable(row, { kind: 'stopped', since: 0 });
    const { installs, ...surroundings } = this.#surroundings;
    const seen = installs && { installs: { ...installs, folder: installs.folder, mayStart: () => null } };
    const run = new ServerRun({
      surroundings: { ...surroundings, ...seen, workFolders, everybody: () => nobody },
      row,
      asker: null,
      era: { isOlder: false },
      ...unheardRun,
      onTools,
    });
    this.#alive.add(run);
    void Promise.all([run.ended, run.gone]).then(() => this.#alive.delete(run));
    return run;
  }

  /** Ends what the policy forbids now, and starts what it forbade and does no longer. */
  policyChanged(): void {
    const { forbids, secrets } = this.#options;
    for (const { row, hash, runs } of this.#registry.all()) {
      // What is not approved runs in no case, and waits for that first.
      if (row.approvedHash !== hash) continue;
      const resolved = secrets?.resolve(row.config) ?? row;
      const ban = forbids?.(row.id, 'config' in resolved ? resolved.config : row.config) ?? null;
      if (ban) {
        runs.forbid(ban);
        continue;
      }
      const wasForbidden = runs.shared.state.kind === 'blocked' && runs.shared.state.by === 'policy';
      runs.permit();
      if (wasForbidden && row.wanted === 'running') this.#comeUp(row.id).catch(() => {});
    }
  }

  /** The machine goes to sleep: no time passes for any server. */
  suspended(): void {
    this.#surroundings.clock.suspend();
  }

  /** The machine is awake again: what runs is asked at once whether it still answers. */
  resumed(): void {
    this.#surroundings.clock.resume();
  }

  /** What walls are made of on this system. */
  get sandbox(): SandboxSupport {
    return this.#surroundings.sandbox;
  }

  /** Ends every server for good, each step of the ladder after `graceMs`. A second call is less patient. */
  async stopAll({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    const graces = { inputMs: graceMs, termMs: graceMs };
    const current = this.#registry.all().map(({ runs }) => runs.stop(graces));
    await Promise.all([...current, ...[...this.#alive].flatMap(run => [run.ended, run.gone])]);
    this.#surroundings.clock.stop();
    await this.records.stop();
  }

  /** What the runs of all servers share. */
  #surround(options: ServerSupervisorOptions): RunSurroundings {
    const { os, env } = options.platform;
    return {
      ...options,
      everybody: () => this.#events.everybody,
      sandbox: new SandboxSupport(os, env, () => this.#showAll()),
      starts: new StartTimes(os),
      clock: new AwakeClock(),
      network: options.network ?? new NetworkWatch({ interfaces: networkInterfaces }),
      queue: new StartQueue(maxStartsAtOnce, options.cleared),
      times: this.#times,
      random: options.random ?? Math.random,
      mask: text => this.records.mask(text),
    };
  }

  #runsOf(row: ServerRow, current: () => RegisteredServer): AllRuns {
    const { id } = row;
    const events: RunEvents = {
      onChange: () => this.#registry.show(current()),
      onState: (state, asker) => this.records.entered(id, state, asker?.agentId ?? null),
      onRun: run => {
        void this.#options.runtimes?.look(row.config, true);
        this.#alive.add(run);
        void Promise.all([run.ended, run.gone]).then(() => this.#alive.delete(run));
      },
      onReady: (client, asker) => {
        const entry = current();
        this.#events.onReady(id, client, asker, asker === null && entry.kept !== null);
        if (!asker) void this.#lazy.learn(entry, client);
      },
      onTools: (tools, asker) => {
        if (asker) this.#events.onTools(id, tools, asker);
        else this.#registry.learnTools(current(), tools).catch((error: unknown) => this.#notRemembered(id, error));
      },
      onLog: line => this.records.wrote(id, line),
    };
    const { platform, installs } = this.#options;
    const state = initialState(row, platform.now(), installs?.stateOf(id) ?? null);
    events.onState(state, null);
    const open = (request: RunRequest) => new ServerRun(request);
    const lazy = this.#lazy.runOf(row, current);
    return new AllRuns({ row, surroundings: this.#surroundings, events, lazy, open }, state);
  }

  #notRemembered(server: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.platform.log.warn({ server, reason }, 'The tools of a server are not remembered.');
  }

  #showAll(which: (row: ServerRow) => boolean = () => true): void {
    for (const entry of this.#registry.all()) if (which(entry.row)) this.#registry.show(entry);
  }
}

const unheardRun = {
  onFailingLists() {},
  onStderr() {},
  onLog() {},
  onProgress() {},
  onPid() {},
};

/** Before it has begun. */
const unheard: SupervisorEvents = {
  everybody: nobody,
  onReady() {},
  onStopped() {},
  onTools() {},
  onLogs() {},
  onRemoved: () => Promise.resolve(),
  readLists: () => Promise.resolve({}),
  onListChanged() {},
  inUse: () => false,
};
