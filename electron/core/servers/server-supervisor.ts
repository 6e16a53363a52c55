// The registry of MCP servers and its only writer: adds, approves, starts, stops and calls them, and sees when one ends.
import { HubError } from '../../contract/errors.ts';
import { ServerOptionsSchema } from '../../contract/servers.ts';
import { isSecretKey } from '../trace/redact.ts';
import { nobody } from './lease.ts';
import { readCommandServer, readServersJson, serverIdOf } from './read-servers.ts';
import { createEntry, serverOf, unavailable, unknownServer } from './server-entry.ts';
import { ServerRun } from './server-run.ts';
import { canCall, canStart, isLive, transition } from './server-state.ts';
import { defaultHub, defaultTimes } from './supervisor-options.ts';
import type { ToolCallParams } from '../../contract/messages.ts';
import type { PanelParsedParams } from '../../contract/panel-requests.ts';
import type { Server } from '../../contract/servers.ts';
import type { RequestOptions } from '../wire/outgoing.ts';
import type { Asker } from './lease.ts';
import type { McpClient, ServerTool } from './mcp-client.ts';
import type { ServerEntry, ServerRow } from './server-entry.ts';
import type { ServerEvent } from './server-state.ts';
import type { StopGraces } from './stop-ladder.ts';
import type { ServerSupervisorOptions, SupervisorTimes } from './supervisor-options.ts';

const maxServers = 500;
const maxStartsAtOnce = 4;

export function createServerSupervisor(options: ServerSupervisorOptions): ServerSupervisor {
  return new ServerSupervisor(options);
}

export class ServerSupervisor {
  readonly #options: ServerSupervisorOptions;
  readonly #times: SupervisorTimes;
  readonly #entries = new Map<string, ServerEntry>();
  /** Every run of which something may still be alive, also those that were replaced. */
  readonly #alive = new Set<ServerRun>();
  /** Resolves when every server that was to run at the start runs or could not be started. */
  readonly wantedStarted: Promise<void>;
  #closing = false;

  constructor(options: ServerSupervisorOptions) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
    for (const row of options.rows.toSorted((a, b) => a.position - b.position)) this.#register(row);
    this.wantedStarted = this.#startWanted();
  }

  get(id: string): Server | null {
    const entry = this.#entries.get(id);
    return entry ? serverOf(entry) : null;
  }

  /** What the user gave servers under names such as TOKEN or PASSWORD: it is masked wherever it passes. */
  secretValues(): string[] {
    const variables = [...this.#entries.values()].flatMap(({ row: { config } }) =>
      Object.entries('env' in config ? config.env : config.headers),
    );
    return variables.flatMap(([name, value]) => (isSecretKey(name) ? [value] : []));
  }

  /** In the order of adding. */
  list(): Server[] {
    return [...this.#entries.values()].map(serverOf);
  }

  /** Adds servers that wait for approval and starts nothing. Returns their ids. Rejects with HubError for input that cannot be read. */
  async add(input: PanelParsedParams<'servers:add'>): Promise<string[]> {
    const windows = this.#options.platform.os === 'win32';
    const named =
      input.kind === 'json' ? readServersJson(input.text) : [readCommandServer(input.name, input.commandLine, windows)];
    if (this.#entries.size + named.length > maxServers) {
      throw new HubError(
        'ERR_INVALID_ARGUMENTS',
        `There are ${this.#entries.size} servers and at most ${maxServers} fit; remove some.`,
      );
    }
    const ids: string[] = [];
    for (const { name, config } of named) {
      const id = serverIdOf(name, new Set(this.#entries.keys()));
      const position = 1 + Math.max(0, ...[...this.#entries.values()].map(entry => entry.row.position));
      const row: ServerRow = {
        id,
        name,
        config,
        options: ServerOptionsSchema.parse({}),
        approvedHash: null,
        wanted: 'stopped',
        position,
      };
      // Registered first, so that nobody else takes the id meanwhile.
      this.#register(row);
      await this.#store(row);
      ids.push(id);
    }
    return ids;
  }

  /** Keeps the approval and begins the start; how that goes is seen in the state. A hash that is not the server's is refused. */
  async approve(id: string, hash: string): Promise<void> {
    const entry = this.#entry(id);
    if (hash !== entry.hash) {
      throw new HubError(
        'ERR_PERMISSION_DENIED',
        `The command of ${JSON.stringify(entry.row.name)} is not the one that you were shown; read it again, then approve it.`,
      );
    }
    await this.#save(entry, { approvedHash: hash, wanted: 'running' });
    this.#apply(entry, { kind: 'unblocked' });
    this.start(id).catch((error: unknown) => this.#log(entry, 'did not start', error));
  }

  /** Resolves when it runs; a second caller joins. Rejects with HubError ERR_SERVER_UNAVAILABLE when it cannot or ends before. */
  start(id: string): Promise<void> {
    const entry = this.#find(id);
    if (!entry) return Promise.reject(unknownServer(id));
    if (entry.starting) return entry.starting;
    const starting = this.#start(entry).finally(() => {
      if (entry.starting === starting) entry.starting = null;
    });
    entry.starting = starting;
    return starting;
  }

  /** Resolves when nothing of it runs any more. A second call while it stops is less patient. */
  async stop(id: string): Promise<void> {
    const entry = this.#entry(id);
    entry.starting = null;
    const saved = this.#save(entry, { wanted: 'stopped' });
    await Promise.all([saved, this.#end(entry, this.#times.stop)]);
  }

  async remove(id: string): Promise<void> {
    const entry = this.#entry(id);
    await this.stop(id);
    if (this.#find(id) !== entry) return;
    this.#entries.delete(id);
    this.#options.state.remove('servers', id);
    await this.#options.persist.remove(id);
  }

  /** `tools/call` on a running server. Rejects with HubError; the result is the server's own. */
  async callTool(id: string, params: ToolCallParams, options: RequestOptions): Promise<Record<string, unknown>> {
    const entry = this.#entry(id);
    if (!entry.run || !canCall(entry.state)) throw unavailable(entry);
    return entry.run.client.callTool(params, options);
  }

  /** The client of the run that speaks for this asker. Rejects with HubError ERR_SERVER_UNAVAILABLE where none can. */
  async lease(id: string, _asker: Asker | null): Promise<McpClient> {
    const entry = this.#entry(id);
    if (!entry.run || !canCall(entry.state)) throw unavailable(entry);
    return entry.run.client;
  }

  /** The definitions as the server gave them; none when it does not run. */
  toolsOf(id: string): readonly ServerTool[] {
    return this.#find(id)?.tools ?? [];
  }

  /** Ends every server for good, each step of the ladder after `graceMs`. A second call is less patient. */
  async stopAll({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    const graces = { inputMs: graceMs, termMs: graceMs };
    for (const entry of this.#entries.values()) this.#apply(entry, { kind: 'stop' });
    await Promise.all([...this.#alive].flatMap(run => [run.stop(graces), run.ended]));
  }

  async #startWanted(): Promise<void> {
    const wanted = [...this.#entries.values()].filter(entry => entry.row.wanted === 'running' && canStart(entry.state));
    const worker = async () => {
      for (let entry = wanted.shift(); entry; entry = wanted.shift()) {
        // It may have been stopped or removed while it waited for its turn.
        if (entry.row.wanted !== 'running' || this.#find(entry.row.id) !== entry) continue;
        const { id } = entry.row;
        await this.start(id).catch((error: unknown) => this.#log(entry, 'did not start', error));
      }
    };
    await Promise.all(Array.from({ length: maxStartsAtOnce }, worker));
  }

  async #start(entry: ServerEntry): Promise<void> {
    if (canCall(entry.state)) return;
    if (this.#closing || entry.state.kind === 'blocked') throw unavailable(entry);
    await this.#save(entry, { wanted: 'running' });
    while (entry.run && entry.state.kind === 'stopping') await entry.run.ended;
    // Awaiting gave others their turn: a stop or a removal since then is the newer wish.
    if (entry.row.wanted !== 'running' || this.#closing || this.#find(entry.row.id) !== entry) throw unavailable(entry);
    const run = canStart(entry.state) ? this.#spawn(entry) : entry.run;
    if (!run) throw unavailable(entry);
    await run.ready.catch(() => run.ended);
    if (entry.run !== run || !canCall(entry.state)) throw unavailable(entry);
  }

  #spawn(entry: ServerEntry): ServerRun {
    const { platform, hub = defaultHub, tap, spawn, everybody = nobody } = this.#options;
    const { id, name, config, options } = entry.row;
    entry.starts += 1;
    entry.stderr = [];
    this.#apply(entry, { kind: 'start' });
    // Events of a run that was replaced are none of this server's any more.
    const ifCurrent = (act: () => void) => {
      if (entry.run === run) act();
    };
    const run: ServerRun = new ServerRun({
      id,
      name,
      config,
      options,
      platform,
      hub,
      tap,
      asker: null,
      everybody,
      timeouts: this.#times.client,
      graces: this.#times.sweep,
      ...(spawn ? { spawn } : {}),
      onTools: tools =>
        ifCurrent(() => {
          entry.tools = tools;
          this.#show(entry);
          this.#options.onTools(id, tools);
        }),
      onStderr: () =>
        ifCurrent(() => {
          entry.stderr = run.stderr;
          this.#show(entry);
        }),
      onPid: pid => ifCurrent(() => this.#apply(entry, { kind: 'spawned', pid })),
    });
    entry.run = run;
    this.#watch(entry, run, ifCurrent);
    return run;
  }

  #watch(entry: ServerEntry, run: ServerRun, ifCurrent: (act: () => void) => void): void {
    const { pid } = run;
    this.#alive.add(run);
    void Promise.all([run.ended, run.gone]).then(() => this.#alive.delete(run));
    if (pid !== null) this.#apply(entry, { kind: 'spawned', pid });
    run.ready.then(
      handshake =>
        ifCurrent(() => {
          entry.handshake = handshake;
          this.#options.onReady?.(entry.row.id, run.client, null);
          entry.stderr = run.stderr;
          if (run.pid !== null) this.#apply(entry, { kind: 'ready', pid: run.pid });
          this.#log(entry, 'runs');
        }),
      () => {},
    );
    void run.ended.then(({ reason }) => ifCurrent(() => this.#ended(entry, run, reason)));
  }

  #ended(entry: ServerEntry, run: ServerRun, reason: string): void {
    entry.run = null;
    entry.stderr = run.stderr;
    entry.tools = [];
    const state = transition(entry.state, { kind: 'ended', reason }, this.#options.platform.now());
    if (state.kind === 'crashed') entry.crashes += 1;
    entry.state = state;
    this.#show(entry);
    this.#log(entry, state.kind, reason, run.junkLines);
    this.#options.onTools(entry.row.id, []);
  }

  async #end(entry: ServerEntry, graces: StopGraces): Promise<void> {
    const { run } = entry;
    if (!run || !isLive(entry.state)) return this.#apply(entry, { kind: 'stop' });
    this.#apply(entry, { kind: 'stop' });
    await Promise.all([run.stop(graces), run.ended]);
  }

  async #store(row: ServerRow): Promise<void> {
    try {
      await this.#options.persist.save(row);
    } catch (error) {
      this.#entries.delete(row.id);
      this.#options.state.remove('servers', row.id);
      throw error;
    }
  }

  #register(row: ServerRow): void {
    const entry = createEntry(row, this.#options.platform.now());
    this.#entries.set(row.id, entry);
    this.#show(entry);
  }

  #apply(entry: ServerEntry, event: ServerEvent): void {
    const state = transition(entry.state, event, this.#options.platform.now());
    if (state === entry.state) return;
    entry.state = state;
    this.#show(entry);
  }

  #show(entry: ServerEntry): void {
    if (this.#find(entry.row.id) === entry) this.#options.state.set('servers', entry.row.id, serverOf(entry));
  }

  /** The row counts at once; when it cannot be stored it goes back and the caller hears why. */
  async #save(entry: ServerEntry, change: Partial<ServerRow>): Promise<void> {
    const before = entry.row;
    const row = { ...before, ...change };
    if (row.wanted === before.wanted && row.approvedHash === before.approvedHash) return;
    entry.row = row;
    try {
      await this.#options.persist.save(row);
    } catch (error) {
      if (entry.row === row) entry.row = before;
      throw error;
    }
  }

  #find(id: string): ServerEntry | undefined {
    return this.#entries.get(id);
  }

  #entry(id: string): ServerEntry {
    const entry = this.#find(id);
    if (!entry) throw unknownServer(id);
    return entry;
  }

  #log(entry: ServerEntry, what: string, cause?: unknown, junkLines?: number): void {
    const reason = cause instanceof Error ? cause.message : cause;
    this.#options.platform.log.info({ server: entry.row.id, reason, junkLines }, `server ${what}`);
  }
}
