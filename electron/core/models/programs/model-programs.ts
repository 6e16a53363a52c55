// The llamafiles and GGUF files that the user pointed to: approved by their hash, started when somebody asks, stopped when nobody does.
import { reasonOf } from '../../../../contract/reason.ts';
import { untilAborted } from '../../../../contract/until-aborted.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { cancelled } from '../../platform/wait.ts';
import { formatOf } from './model-file.ts';
import { changeIn, changeOf, changeReason } from './program-approval.ts';
import { programCommand } from './program-command.ts';
import { ProgramHistory } from './program-history.ts';
import { freePort, ProgramRun } from './program-run.ts';
import { ProgramSight } from './program-sight.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ProgramRecord, ProviderRecord } from '../../../../contract/schemas/model-records.ts';
import type { ModelProgram, ProviderState } from '../../../../contract/schemas/models.ts';
import type { ServerUsage } from '../../../../contract/schemas/servers.ts';
import type { ServerLogs } from '../../servers/logs/server-logs.ts';
import type { StopGraces } from '../../servers/process/stop-ladder.ts';
import type { ModelRegistry } from '../model-registry.ts';
import type { ProgramFolders, RunFolder } from './program-folders.ts';
import type { ProgramRunOptions } from './program-run.ts';
import type { ProgramSightOptions } from './program-sight.ts';

export interface ModelProgramsOptions extends ProgramSightOptions {
  readonly registry: ModelRegistry;
  readonly logs: Pick<ServerLogs, 'line' | 'say' | 'read' | 'forget'>;
  now(): number;
  readonly folders: ProgramFolders;
  /** Carries one run of this provider in its folder; inside walls it is reached at this port alone. */
  open(providerId: string, folder: RunFolder, walls: { readonly port: number } | null): ProgramRunOptions['open'];
  readonly graces: StopGraces;
}

/** What is known of a program while the hub runs. */
interface Entry {
  run: ProgramRun | null;
  starting: Promise<void> | null;
  /** Ends that start, however far it is. */
  stopStart: AbortController;
  stopping: Promise<void> | null;
  /** Answers that it gives at the moment. */
  uses: number;
  idle: NodeJS.Timeout | null;
  pid: number | null;
  /** Whether this run is inside walls; null while there is none. */
  walled: boolean | null;
  startMs: number | null;
  usage: Pick<ServerUsage, 'cpuPercent' | 'rssBytes'> | null;
  readonly history: ProgramHistory;
}

const minuteMs = 60_000;

export class ModelPrograms {
  readonly #options: ModelProgramsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #sight: ProgramSight;
  /** Aborted when the hub ends. */
  readonly #closing = new AbortController();

  constructor(options: ModelProgramsOptions) {
    this.#options = options;
    this.#sight = new ProgramSight(options, id => this.#program(id));
  }

  /** A file that the user pointed to; its hash comes later, and with it the question to approve it. */
  async add(given: {
    path: string;
    name: string;
    engine: string | null;
    context: number | null;
  }): Promise<ProviderRecord> {
    const { registry } = this.#options;
    const { path, engine, context } = given;
    const format = await formatOf(path);
    const unapproved = { sha256: null, approvedEngine: null, walls: null, approvedAt: null };
    const program: ProgramRecord = { ...unapproved, format, path, engine, context, idleMinutes: 15 };
    const record = await registry.add({ type: 'llamafile', name: given.name, baseUrl: null, browserId: null, program });
    await this.#sight.lookForEngine(record.id);
    void this.#look(record.id);
    return record;
  }

  /** Rejects with HubError where something is another than the user was shown. */
  async approve(id: string, shown: { sha256: string; engineSha256: string | null; walled: boolean }): Promise<void> {
    const { registry, now } = this.#options;
    const seen = await this.#sight.look(id, this.#closing.signal);
    const { engine: found } = seen;
    if (this.#program(id).format === 'gguf' && !found)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-engine-none' });
    const { sha256, engineSha256, walled } = shown;
    const approvedEngine = found && engineSha256 !== null ? { path: found.path, sha256: engineSha256 } : null;
    const approvedNow = (): ProgramRecord => {
      const program = this.#program(id);
      const walls = walled || (program.walls === false ? false : null);
      return { ...program, sha256, approvedEngine, walls, approvedAt: now() };
    };
    const change = changeOf(approvedNow(), seen);
    if (change) throw hubError('ERR_INVALID_ARGUMENTS', changeReason(change, approvedNow(), seen));
    await this.#leaveOther(id, sha256);
    await registry.set(id, { program: approvedNow() });
    if (!this.#entry(id).run) this.#show(id, { kind: 'stopped', since: now() });
  }

  /** What another file has put into its folder would be run by the one that is approved now. */
  async #leaveOther(id: string, sha256: string): Promise<void> {
    const { sha256: before, path } = this.#program(id);
    if (before === null || before === sha256) return;
    await this.stop(id, { kind: 'model-file-changed', path });
    await this.#options.folders.remove(id);
  }

  /** Resolves when it answers; for the one who asks, named `asker` in its log, and for as long as `signal` holds. */
  async ensure(id: string, asker: string, signal: AbortSignal): Promise<void> {
    const entry = this.#entry(id);
    if (entry.stopping) await untilAborted(entry.stopping, signal, cancelled);
    if (entry.run && !entry.starting) return;
    if (!entry.starting) {
      this.#options.logs.say(id, { kind: 'model-starts-for', asker });
      entry.stopStart = new AbortController();
      entry.starting = this.#start(id, entry, entry.stopStart.signal).finally(() => {
        entry.starting = null;
      });
    }
    // Whoever has gone by now hears of no failure.
    entry.starting.catch(() => {});
    await untilAborted(entry.starting, signal, cancelled);
  }

  /** Whether it answers now. */
  answers(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry?.run != null && entry.starting === null && entry.stopping === null;
  }

  /** It is not idle until what this returns was called. */
  use(id: string): () => void {
    const entry = this.#entry(id);
    entry.uses += 1;
    this.#stopIdle(entry);
    return () => {
      entry.uses -= 1;
      this.#waitIdle(id, entry);
    };
  }

  async stop(id: string, why: Reason = { kind: 'model-stopped-by-user' }): Promise<void> {
    const entry = this.#entry(id);
    const { run, starting } = entry;
    if (!run && !starting) return;
    const { registry, logs, graces, now } = this.#options;
    logs.say(id, why);
    const provider = registry.find(id)?.name ?? id;
    entry.stopStart.abort(hubError('ERR_MODEL_FAILED', { kind: 'model-program-ended', provider, why }));
    if (!run) {
      await starting?.catch(() => {});
      return;
    }
    this.#show(id, { kind: 'stopping', since: now() });
    entry.stopping ??= run.stop(graces).finally(() => {
      entry.stopping = null;
    });
    await entry.stopping;
    if (registry.find(id)) this.#show(id, { kind: 'stopped', since: now() });
  }

  /** With its log and its folder. */
  async forget(id: string): Promise<void> {
    await this.stop(id);
    const entry = this.#entries.get(id);
    if (entry) this.#stopIdle(entry);
    this.#entries.delete(id);
    this.#sight.forget(id);
    await this.#options.folders.remove(id);
    await this.#options.logs.forget(id);
  }

  async stopAll(graces: StopGraces): Promise<void> {
    this.#closing.abort();
    const entries = [...this.#entries.values()];
    for (const entry of entries) {
      this.#stopIdle(entry);
      entry.stopStart.abort(cancelled());
    }
    await Promise.all(entries.map(async ({ run }) => run?.stop(graces)));
  }

  /** What is shown of it; null of what is no program. */
  row(id: string): ModelProgram | null {
    const program = this.#options.registry.find(id)?.program;
    if (!program) return null;
    const { format, path, approvedAt, idleMinutes, context } = program;
    const { pid, usage, startMs, history, walled: isWalled } = this.#entry(id);
    const known = this.#sight.hash(path);
    const engine = this.#sight.engine(id);
    const unwalled = isWalled ? null : this.#sight.unwalled(isWalled === false ? { walls: false } : program);
    return {
      ...{ format, path, approvedAt, idleMinutes, context, pid, startMs },
      ...{ unwalled, walled: unwalled === null, walls: program.walls !== false },
      engine: format === 'gguf' ? (engine ?? program.engine) : null,
      engineSha256: this.#sight.hash(engine)?.sha256 ?? null,
      bytes: known?.bytes ?? 0,
      sha256: known?.sha256 ?? program.sha256,
      memoryBytes: usage?.rssBytes ?? null,
      cpuPercent: usage?.cpuPercent ?? null,
      lifecycle: history.since(this.#options.now() - 60 * minuteMs),
    };
  }

  /** The process of each that runs. */
  roots(): Map<string, number[]> {
    return new Map([...this.#entries].flatMap(([id, { pid }]) => (pid === null ? [] : [[id, [pid]]])));
  }

  measured(usage: readonly ServerUsage[]): void {
    for (const { serverId, cpuPercent, rssBytes } of usage) {
      const entry = this.#entries.get(serverId);
      if (!entry || entry.pid === null) continue;
      entry.usage = { cpuPercent, rssBytes };
      this.#options.registry.refresh(serverId);
    }
  }

  /** Rejects with what `stopped` was aborted with, and then leaves nothing running. */
  async #start(id: string, entry: Entry, stopped: AbortSignal): Promise<void> {
    const { registry, now, logs } = this.#options;
    const began = now();
    try {
      const run = await this.#open(id, entry, stopped);
      this.#show(id, { kind: 'loading', since: began });
      await run.ready();
      if (entry.run !== run)
        throw hubError('ERR_MODEL_FAILED', { kind: 'model-provider-off', provider: registry.get(id).name });
      entry.startMs = now() - began;
      await registry.set(id, { baseUrl: run.baseUrl });
      this.#show(id, { kind: 'running', since: now() });
      const port = Number(new URL(run.baseUrl).port);
      logs.say(id, { kind: 'model-loaded', seconds: Math.round(entry.startMs / 100) / 10, port });
      this.#waitIdle(id, entry);
    } catch (error) {
      await entry.run?.stop(this.#options.graces);
      if (stopped.aborted) throw stopped.reason;
      const reason = reasonOf(error);
      if (reason.kind !== 'model-program-ended') this.#failed(id, reason);
      throw error;
    }
  }

  /** Only the file that was approved is started, whoever asks. */
  async #open(id: string, entry: Entry, stopped: AbortSignal): Promise<ProgramRun> {
    const { registry, os, open, logs, folders } = this.#options;
    const { path, sha256 } = this.#program(id);
    if (sha256 === null) throw hubError('ERR_MODEL_FAILED', { kind: 'model-file-unapproved', path });
    const port = await freePort();
    const folder = await folders.forRun(id);
    // Many gigabytes may have to be read for it.
    const seen = await untilAborted(this.#sight.look(id, stopped), stopped, cancelled);
    const program = this.#program(id);
    const change = changeOf(program, seen);
    if (change) throw hubError('ERR_MODEL_FAILED', changeReason(change, program, seen));
    const { name, isOn } = registry.get(id);
    if (!isOn || this.#closing.signal.aborted)
      throw hubError('ERR_MODEL_FAILED', { kind: 'model-provider-off', provider: name });
    const command = programCommand(program, { engine: seen.engine?.path ?? null, port, os });
    entry.walled = seen.noWalls === null && program.walls !== false;
    const run = new ProgramRun({
      ...{ provider: name, port, command, open: open(id, folder, entry.walled ? { port } : null) },
      onLine: line => logs.line(id, line),
      onPid: pid => {
        entry.pid = pid;
        registry.refresh(id);
      },
      onEnded: reason => {
        // What cannot be removed now goes before the next run.
        folders.ended(folder).catch(() => {});
        this.#ended(id, entry, run, reason);
      },
    });
    entry.run = run;
    return run;
  }

  #ended(id: string, entry: Entry, run: ProgramRun, reason: Reason): void {
    if (entry.run !== run) return;
    this.#stopIdle(entry);
    Object.assign(entry, { run: null, pid: null, usage: null, walled: null });
    if (!this.#options.registry.find(id)) return;
    this.#options.registry.set(id, { baseUrl: null }).catch(() => {});
    if (entry.stopping || this.#closing.signal.aborted) return;
    this.#options.logs.say(id, reason);
    this.#show(id, { kind: 'crashed', since: this.#options.now(), why: reason });
  }

  #failed(id: string, reason: Reason): void {
    const { now, logs, registry } = this.#options;
    if (!registry.find(id)) return;
    const since = now();
    logs.say(id, reason);
    const what = changeIn(reason);
    if (what) this.#show(id, { kind: 'file-changed', since, what });
    else if (reason.kind === 'model-file-unapproved') this.#show(id, { kind: 'unapproved', since });
    else if (reason.kind !== 'model-provider-off') this.#show(id, { kind: 'crashed', since, why: reason });
  }

  /** Reads its file, to be shown what it is and whether it is still the one that was approved. */
  async #look(id: string): Promise<void> {
    const { registry, now } = this.#options;
    try {
      const seen = await this.#sight.look(id, this.#closing.signal);
      const program = this.#program(id);
      const what = program.sha256 === null ? null : changeOf(program, seen);
      if (what) this.#show(id, { kind: 'file-changed', since: now(), what });
      else if (registry.state(id).kind === 'file-changed') this.#show(id, { kind: 'stopped', since: now() });
      registry.refresh(id);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#failed(id, reasonOf(error));
    }
  }

  /** Looks at its file again, as the panel asks when it shows it. */
  async check(id: string): Promise<void> {
    if (!this.#entry(id).run) await this.#look(id);
  }

  #waitIdle(id: string, entry: Entry): void {
    this.#stopIdle(entry);
    const minutes = this.#options.registry.find(id)?.program?.idleMinutes;
    if (entry.uses > 0 || !entry.run || minutes === undefined) return;
    const sleep = () => void this.stop(id, { kind: 'model-idle', minutes }).catch(() => {});
    entry.idle = setTimeout(sleep, minutes * minuteMs);
    entry.idle.unref();
  }

  #stopIdle(entry: Entry): void {
    if (entry.idle) clearTimeout(entry.idle);
    entry.idle = null;
  }

  #show(id: string, state: ProviderState): void {
    const steps = { stopped: 'stopped', loading: 'loading', running: 'running', crashed: 'crashed' } as const;
    const step = steps[state.kind as keyof typeof steps];
    if (step) this.#entry(id).history.add(this.#options.now(), step);
    this.#options.registry.setState(id, state);
  }

  #program(id: string): ProgramRecord {
    const { name, program } = this.#options.registry.get(id);
    if (!program) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-no-program', provider: name });
    return program;
  }

  #entry(id: string): Entry {
    const known = this.#entries.get(id);
    if (known) return known;
    const none = {
      run: null,
      starting: null,
      stopStart: new AbortController(),
      stopping: null,
      idle: null,
      pid: null,
      walled: null,
      startMs: null,
      usage: null,
    };
    const entry: Entry = { ...none, uses: 0, history: new ProgramHistory() };
    this.#entries.set(id, entry);
    return entry;
  }
}
