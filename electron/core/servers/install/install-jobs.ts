// What is under way with installs: packages are fetched and tried in turn, and what is made of an install and its server is made by one at a time.
import { HubError } from '../../../../contract/errors.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { failureOf } from './disk-room.ts';
import { refused } from './field-values.ts';
import { InTurn } from './in-turn.ts';
import { refusalOf } from './install-judge.ts';
import { bringPackage } from './install-package.ts';
import { InstallQueue } from './install-queue.ts';
import { expectAllowed, judged } from './install-sources.ts';
import { applyToServer } from './installed-server.ts';
import { bundleOf, dropBundle } from './kept-bundle.ts';
import { installingOf } from './kept-installs.ts';
import { missingProgram } from './plan-install.ts';
import { tryOut } from './trial.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { InstalledVersion, InstallRow } from '../../store/installs-table.ts';
import type { InstallJob } from './install-queue.ts';
import type { InstallsOptions } from './installs-options.ts';

const maxAtOnce = 2;
const waiting: InstallPhase = { kind: 'waiting' };

export class InstallJobs {
  readonly #options: InstallsOptions;
  readonly #queue: InstallQueue;
  /** Whatever reads an install and its server, and writes back what it makes of both, by the ids of servers. */
  readonly #changes = new InTurn();
  #held = 0;
  /** What is fetched waits for it. */
  #aside: Promise<void> = Promise.resolve();

  constructor(options: InstallsOptions) {
    this.#options = options;
    this.#queue = new InstallQueue(maxAtOnce, options.failed);
  }

  /** Resolves when nothing of it runs any more. */
  stop(serverId: string): Promise<void> {
    return this.#queue.stop(serverId);
  }

  /** Resolves when what is under way has ended by itself. */
  over(serverId: string): Promise<void> {
    return this.#queue.over(serverId);
  }

  stopAll(): Promise<void> {
    return this.#queue.stopAll();
  }

  get isIdle(): boolean {
    return this.#held === 0 && this.#queue.isIdle;
  }

  /** Does it while nothing is cleared away; what is in the queue needs that no more. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1;
    try {
      await this.#aside;
      return await work();
    } finally {
      this.#held -= 1;
    }
  }

  /** Does it while nothing is fetched or tried; not at all where something is. */
  async whileIdle<T>(work: () => Promise<T>): Promise<T | null> {
    if (!this.isIdle) return null;
    const done = work();
    const over = () => {};
    this.#aside = done.then(over, over);
    return done;
  }

  /** Does it while nothing else is done about the same server. */
  inTurn<T>(serverId: string, work: () => Promise<T>): Promise<T> {
    return this.#changes.run(serverId, work);
  }

  /** Why the policy forbids what it is; null where it does not. */
  refusal(row: InstallRow, version: InstalledVersion = row.current): Reason | null {
    return refusalOf(row, version, this.#options.sources);
  }

  /** What the policy forbids now is not fetched any further. */
  policyChanged(): void {
    const { kept, sources } = this.#options;
    for (const row of kept.all()) {
      const { serverId, origin, phase, next } = row;
      if (!this.#queue.isBusy(serverId)) continue;
      const isNext = phase.kind === 'ready' && next?.phase && installingOf(next.phase) && next.phase.kind !== 'failed';
      const refusal = isNext ? judged(origin, next.way, next.version, sources) : this.refusal(row);
      if (refusal) void this.#queue.stop(serverId, hubError('ERR_PERMISSION_DENIED', refusal)).catch(() => {});
    }
  }

  /** Begins a job; what packages it takes into its hand are used until its end. */
  work(serverId: string, name: string, work: (job: InstallJob) => Promise<void>): void {
    const { packages } = this.#options.surroundings;
    this.#queue.begin(serverId, name, job => work(job).finally(() => packages.release(serverId)));
  }

  /** Changes what is installed and its server in one, while nothing else does. Rejects with HubError while it is fetched or tried. */
  change<T>(serverId: string, work: () => Promise<T>): Promise<T> {
    return this.#changes.run(serverId, () => {
      if (this.#queue.isBusy(serverId))
        throw refused({ kind: 'install-under-way', server: this.#options.servers.configs.of(serverId).name });
      return work();
    });
  }

  /** Brings a version here and tries it. Rejects where it was stopped or cannot be had. */
  async bring(
    row: InstallRow,
    way: InstalledVersion['way'],
    integrity: string | null,
    job: InstallJob,
    onPhase: (phase: InstallPhase) => void,
  ): Promise<InstalledVersion> {
    const { surroundings, sources, runtimes, os } = this.#options;
    onPhase(waiting);
    await job.turn();
    await this.#aside;
    // It may have waited for long.
    expectAllowed(judged(row.origin, way, way.version, sources));
    const missing = await missingProgram(way.kind, { runtimes, os });
    if (missing) throw hubError('ERR_SERVER_UNAVAILABLE', missing);
    const bundle = await bundleOf(row, sources, surroundings.packages);
    const { serverId, origin } = row;
    const source = origin.kind === 'entry' ? sources.addressOf(origin.sourceId) : null;
    const asked = { serverId, way, source, integrity, bundle, signal: job.signal, onPhase };
    const brought = await bringPackage(asked, surroundings);
    job.signal.throwIfAborted();
    const version = { ...brought, tools: null, noTrial: null };
    // Only now it is known which version it is, where its entry fixes none.
    expectAllowed(this.refusal(row, version));
    onPhase({ kind: 'trying' });
    return { ...version, ...(await tryOut({ row, version, signal: job.signal }, this.#options)) };
  }

  /** Stopped, or failed and why. */
  async phaseAfter(error: unknown, { signal }: InstallJob): Promise<InstallPhase> {
    // By us, and not by the user.
    const isStopped = signal.aborted && !(signal.reason instanceof HubError);
    if (isStopped) return { kind: 'stopped' };
    const why: unknown = signal.aborted ? signal.reason : error;
    return { kind: 'failed', reason: await failureOf(why, this.#options.surroundings.packages.folder) };
  }

  /** Begins to fetch what it is to be. Throws HubError where the policy forbids that. */
  fetch(serverId: string): void {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    expectAllowed(this.refusal(row));
    this.work(serverId, servers.configs.of(serverId).name, job => this.#install(row, job));
  }

  async #install(row: InstallRow, job: InstallJob): Promise<void> {
    const { kept, servers } = this.#options;
    const { serverId, current } = row;
    try {
      await kept.change(serverId, { phase: waiting });
      const show = (phase: InstallPhase) => this.#show(serverId, phase);
      const version = await this.bring(row, sameWay(current), current.integrity, job, show);
      await this.#changes.run(serverId, () => this.#take(serverId, version, job));
    } catch (error) {
      if (!kept.find(serverId)) return;
      const phase = await this.phaseAfter(error, job);
      job.ends();
      kept.announce({ ...kept.expect(serverId), phase });
      servers.installing(serverId, installingOf(phase));
      await kept.change(serverId, {}).catch(() => {});
    }
  }

  async #take(serverId: string, version: InstalledVersion, job: InstallJob): Promise<void> {
    const { kept, servers } = this.#options;
    const before = await kept.change(serverId, { current: version });
    const applied = await applyToServer(before, before.walls, this.#options);
    job.ends();
    // Whoever sees that it is ready can approve it.
    kept.announce({ ...kept.expect(serverId), ...applied, phase: { kind: 'ready' } });
    servers.installing(serverId, null);
    await kept.change(serverId, {});
    await dropBundle(serverId, this.#options.surroundings.packages);
  }

  #show(serverId: string, phase: InstallPhase): void {
    const { kept, servers } = this.#options;
    if (kept.progress(serverId, { phase })) servers.installing(serverId, installingOf(phase));
  }
}

/** What was here once comes as the version that it was, also where its entry fixes none. */
function sameWay({ way, version }: InstalledVersion): InstalledVersion['way'] {
  return way.kind === 'mcpb' || way.kind === 'remote' ? way : { ...way, version: version || way.version };
}
