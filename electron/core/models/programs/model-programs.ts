// The llamafiles and GGUF files that the user pointed to: approved by their hash, started when somebody asks, stopped when nobody does.
import { reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { abortable } from '../abortable.ts';
import { FileHashes, formatOf } from './model-file.ts';
import { findEngine, programCommand } from './program-command.ts';
import { ProgramHistory } from './program-history.ts';
import { freePort, ProgramRun } from './program-run.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ProgramRecord, ProviderRecord } from '../../../../contract/schemas/model-records.ts';
import type { ModelProgram, ProviderState } from '../../../../contract/schemas/models.ts';
import type { ServerUsage } from '../../../../contract/schemas/servers.ts';
import type { ServerLogs } from '../../servers/logs/server-logs.ts';
import type { StopGraces } from '../../servers/process/stop-ladder.ts';
import type { ModelRegistry } from '../model-registry.ts';
import type { ProgramRunOptions } from './program-run.ts';

export interface ModelProgramsOptions {
  readonly registry: ModelRegistry;
  readonly logs: Pick<ServerLogs, 'line' | 'say' | 'read' | 'forget'>;
  readonly os: NodeJS.Platform;
  env(): Readonly<Record<string, string | undefined>>;
  now(): number;
  /** Carries one run of this provider. */
  open(providerId: string): ProgramRunOptions['open'];
  readonly graces: StopGraces;
}

/** What is known of a program while the hub runs. */
interface Entry {
  run: ProgramRun | null;
  starting: Promise<void> | null;
  stopping: Promise<void> | null;
  /** Answers that it gives at the moment. */
  uses: number;
  idle: NodeJS.Timeout | null;
  pid: number | null;
  engine: string | null;
  startMs: number | null;
  usage: Pick<ServerUsage, 'cpuPercent' | 'rssBytes'> | null;
  readonly history: ProgramHistory;
}

const minuteMs = 60_000;

export class ModelPrograms {
  readonly #options: ModelProgramsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #hashes = new FileHashes();
  #isClosed = false;

  constructor(options: ModelProgramsOptions) {
    this.#options = options;
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
    const program: ProgramRecord = { format, path, engine, context, sha256: null, approvedAt: null, idleMinutes: 15 };
    const record = await registry.add({ type: 'llamafile', name: given.name, baseUrl: null, browserId: null, program });
    await this.#findEngine(record.id);
    void this.#look(record.id);
    return record;
  }

  /** Rejects with HubError where the file is another one than the user was shown. */
  async approve(id: string, sha256: string): Promise<void> {
    const { registry, now } = this.#options;
    const program = this.#program(id);
    const { sha256: found } = await this.#hashes.of(program.path);
    if (found !== sha256) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'model-file-changed', path: program.path });
    await registry.set(id, { program: { ...program, sha256, approvedAt: now() } });
    if (!this.#entry(id).run) this.#show(id, { kind: 'stopped', since: now() });
  }

  /** Resolves when it answers; for the one who asks, named `asker` in its log, and for as long as `signal` holds. */
  async ensure(id: string, asker: string, signal: AbortSignal): Promise<void> {
    const entry = this.#entry(id);
    if (entry.stopping) await abortable(entry.stopping, signal);
    if (entry.run && !entry.starting) return;
    if (!entry.starting) this.#options.logs.say(id, { kind: 'model-starts-for', asker });
    entry.starting ??= this.#start(id, entry).finally(() => {
      entry.starting = null;
    });
    // Whoever has gone by now hears of no failure.
    entry.starting.catch(() => {});
    await abortable(entry.starting, signal);
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
    const { run } = entry;
    if (!run) return;
    const { registry, logs, graces, now } = this.#options;
    logs.say(id, why);
    this.#show(id, { kind: 'stopping', since: now() });
    entry.stopping ??= run.stop(graces).finally(() => {
      entry.stopping = null;
    });
    await entry.stopping;
    if (registry.find(id)) this.#show(id, { kind: 'stopped', since: now() });
  }

  /** With its log. */
  async forget(id: string): Promise<void> {
    await this.stop(id);
    const entry = this.#entries.get(id);
    if (entry) this.#stopIdle(entry);
    this.#entries.delete(id);
    await this.#options.logs.forget(id);
  }

  async stopAll(graces: StopGraces): Promise<void> {
    this.#isClosed = true;
    const entries = [...this.#entries.values()];
    for (const entry of entries) this.#stopIdle(entry);
    await Promise.all(entries.map(async ({ run }) => run?.stop(graces)));
  }

  /** What is shown of it; null of what is no program. */
  row(id: string): ModelProgram | null {
    const program = this.#options.registry.find(id)?.program;
    if (!program) return null;
    const { format, path, approvedAt, idleMinutes, context } = program;
    const { engine, pid, usage, startMs, history } = this.#entry(id);
    const known = this.#hashes.known(path);
    return {
      ...{ format, path, approvedAt, idleMinutes, context, pid, startMs, walled: false },
      engine: format === 'gguf' ? (engine ?? program.engine) : null,
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

  async #start(id: string, entry: Entry): Promise<void> {
    const { registry, now, logs } = this.#options;
    const began = now();
    try {
      const run = await this.#open(id, entry);
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
      const reason = reasonOf(error);
      if (reason.kind !== 'model-program-ended') this.#failed(id, reason);
      throw error;
    }
  }

  /** Only the file that was approved is started, whoever asks. */
  async #open(id: string, entry: Entry): Promise<ProgramRun> {
    const { registry, os, open, logs } = this.#options;
    const program = this.#program(id);
    const { path } = program;
    if (program.sha256 === null) throw hubError('ERR_MODEL_FAILED', { kind: 'model-file-unapproved', path });
    const { sha256 } = await this.#hashes.of(path);
    const port = await freePort();
    const engine = await this.#findEngine(id);
    const approved = this.#program(id).sha256;
    if (sha256 !== approved) throw hubError('ERR_MODEL_FAILED', { kind: 'model-file-changed', path });
    const { name, isOn } = registry.get(id);
    if (!isOn || this.#isClosed) throw hubError('ERR_MODEL_FAILED', { kind: 'model-provider-off', provider: name });
    const run = new ProgramRun({
      ...{ provider: name, port, command: programCommand(program, { engine, port, os }), open: open(id) },
      onLine: line => logs.line(id, line),
      onPid: pid => {
        entry.pid = pid;
        registry.refresh(id);
      },
      onEnded: reason => this.#ended(id, entry, run, reason),
    });
    entry.run = run;
    return run;
  }

  #ended(id: string, entry: Entry, run: ProgramRun, reason: Reason): void {
    if (entry.run !== run) return;
    this.#stopIdle(entry);
    Object.assign(entry, { run: null, pid: null, usage: null });
    if (!this.#options.registry.find(id)) return;
    this.#options.registry.set(id, { baseUrl: null }).catch(() => {});
    if (entry.stopping || this.#isClosed) return;
    this.#options.logs.say(id, reason);
    this.#show(id, { kind: 'crashed', since: this.#options.now(), why: reason });
  }

  #failed(id: string, reason: Reason): void {
    const { now, logs, registry } = this.#options;
    if (!registry.find(id)) return;
    const since = now();
    logs.say(id, reason);
    if (reason.kind === 'model-file-changed') this.#show(id, { kind: 'file-changed', since });
    else if (reason.kind === 'model-file-unapproved') this.#show(id, { kind: 'unapproved', since });
    else if (reason.kind !== 'model-provider-off') this.#show(id, { kind: 'crashed', since, why: reason });
  }

  /** Reads its file, to be shown what it is and whether it is still the one that was approved. */
  async #look(id: string): Promise<void> {
    const { registry, now } = this.#options;
    try {
      const { path } = this.#program(id);
      const { sha256 } = await this.#hashes.of(path);
      const { sha256: approved } = this.#program(id);
      if (approved !== null && approved !== sha256) this.#show(id, { kind: 'file-changed', since: now() });
      registry.refresh(id);
    } catch (error) {
      this.#failed(id, reasonOf(error));
    }
  }

  /** Looks at its file again, as the panel asks when it shows it. */
  async check(id: string): Promise<void> {
    await this.#findEngine(id);
    if (!this.#entry(id).run) await this.#look(id);
  }

  async #findEngine(id: string): Promise<string | null> {
    const { env, os } = this.#options;
    const { format, engine } = this.#program(id);
    const found = format === 'gguf' ? await findEngine(engine, env(), os) : null;
    this.#entry(id).engine = found;
    return found;
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
      stopping: null,
      idle: null,
      pid: null,
      engine: null,
      startMs: null,
      usage: null,
    };
    const entry: Entry = { ...none, uses: 0, history: new ProgramHistory() };
    this.#entries.set(id, entry);
    return entry;
  }
}
