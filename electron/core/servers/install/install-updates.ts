// Newer versions of what is installed: looked for when the user says so, fetched beside what runs, taken when the user says so, and given back.
import { hubError } from '../../../../words/hub-error.ts';
import { withoutMountDefaults } from './container-options.ts';
import { refused } from './field-values.ts';
import { newestVersion } from './install-package.ts';
import { expectAllowed, judged } from './install-sources.ts';
import { applyToServer, plannedServer } from './installed-server.ts';
import { expectSoundWay } from './plan-way.ts';
import { isNewer } from './version-order.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';
import type { InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { InstalledVersion, InstallRow } from '../../store/installs-table.ts';
import type { InstallJobs } from './install-jobs.ts';
import type { InstallJob } from './install-queue.ts';
import type { InstallsOptions } from './installs-options.ts';

type Next = NonNullable<InstallRow['next']>;
type Offer = Pick<Next, 'version' | 'way' | 'publishedAt'>;

export class InstallUpdates {
  readonly #jobs: InstallJobs;
  readonly #options: InstallsOptions;

  constructor(jobs: InstallJobs, options: InstallsOptions) {
    this.#jobs = jobs;
    this.#options = options;
  }

  /** The version that is newer than what runs; null where there is none. Rejects with HubError where its source cannot be asked. */
  async look(serverId: string): Promise<string | null> {
    const { kept } = this.#options;
    const row = this.#ready(serverId);
    const offers = await this.#offers(row);
    const newest = offers.reduce<Offer | null>(
      (best, one) => (isNewer(one.version, best?.version ?? row.current.version) ? one : best),
      null,
    );
    if (newest?.version === row.next?.version) return newest?.version ?? null;
    await kept.change(serverId, { next: newest && { ...newest, prepared: null, phase: null } });
    return newest?.version ?? null;
  }

  /** Begins to fetch it beside what runs. */
  prepare(serverId: string): void {
    const { kept, servers, sources } = this.#options;
    const row = this.#ready(serverId);
    const { next } = row;
    const { name } = servers.configs.of(serverId);
    if (!next) throw refused({ kind: 'install-no-newer', server: name });
    expectSoundWay(next.way);
    expectAllowed(judged(row.origin, next.way, next.version, sources));
    this.#jobs.work(serverId, name, job => this.#prepare(row, next, job));
    kept.progress(serverId, { next: { ...next, phase: { kind: 'waiting' } } });
  }

  /** Takes what was prepared; its server waits for approval of it. */
  update(serverId: string, version: string): Promise<void> {
    return this.#jobs.change(serverId, () => this.#update(serverId, version));
  }

  back(serverId: string): Promise<void> {
    return this.#jobs.change(serverId, () => this.#back(serverId));
  }

  async #update(serverId: string, version: string): Promise<void> {
    const { kept, servers } = this.#options;
    const row = this.#ready(serverId);
    const prepared = row.next?.version === version ? row.next.prepared : null;
    if (!prepared) throw refused({ kind: 'install-not-prepared', server: servers.configs.of(serverId).name, version });
    const approvedHash = servers.configs.approvedHash(serverId);
    await this.#take(row, prepared, { ...row.current, approvedHash });
    // A newer one may have been found meanwhile.
    if (kept.expect(serverId).next?.version === version) await kept.change(serverId, { next: null });
  }

  async #back(serverId: string): Promise<void> {
    const { servers } = this.#options;
    const row = this.#ready(serverId);
    if (!row.previous) throw refused({ kind: 'install-no-previous', server: servers.configs.of(serverId).name });
    const { approvedHash, ...version } = row.previous;
    await this.#take(row, version, null);
    // It is what the user has approved before, in every part of it.
    if (approvedHash && servers.configs.shapes(serverId).hash === approvedHash)
      await servers.changes.approveAgain(serverId, approvedHash);
  }

  async #take(row: InstallRow, version: InstalledVersion, previous: InstallRow['previous']): Promise<void> {
    const { kept } = this.#options;
    expectAllowed(this.#jobs.refusal(row, version));
    const next = { ...row, current: version, previous };
    // It has to fit before it is kept.
    plannedServer(next);
    const applied = await applyToServer(next, row.walls, this.#options);
    await kept.change(row.serverId, { current: version, previous, ...applied });
  }

  async #prepare(row: InstallRow, next: Next, job: InstallJob): Promise<void> {
    const { kept } = this.#options;
    const { serverId } = row;
    const change = (more: Partial<Next>) => {
      const now = kept.find(serverId)?.next;
      return now?.version === next.version ? { next: { ...now, ...more } } : null;
    };
    try {
      const show = (phase: InstallPhase) => {
        const changed = change({ phase });
        if (changed) kept.progress(serverId, changed);
      };
      const way = { ...next.way, version: next.way.version ?? next.version };
      const prepared = await this.#jobs.bring(row, way, null, job, show);
      job.ends();
      await kept.change(serverId, change({ prepared, phase: { kind: 'ready' } }) ?? {});
    } catch (error) {
      if (!kept.find(serverId)) return;
      const phase = await this.#jobs.phaseAfter(error, job);
      job.ends();
      await kept.change(serverId, change({ phase }) ?? {}).catch(() => {});
    }
  }

  /** What its entry has now, and what its registry has. */
  async #offers({ origin, current }: InstallRow): Promise<Offer[]> {
    const { sources, surroundings } = this.#options;
    if (origin.kind !== 'entry') return [];
    const entry = await sources.newestOf(origin.sourceId, origin.name);
    const isSame = (way: Way) => way.kind === current.way.kind && way.identifier === current.way.identifier;
    const same = entry.ways.find(isSame) ?? entry.ways.find(({ kind }) => kind === current.way.kind);
    const way = same && withoutMountDefaults(same);
    const { publishedAt } = entry;
    const ofEntry =
      way && !isSameBundle(way, current.way) ? [{ version: way.version ?? entry.version, way, publishedAt }] : [];
    if (current.way.kind !== 'npm' && current.way.kind !== 'pypi') return ofEntry;
    // An entry lags behind its package; what the package has become is asked of the registry that it came from.
    const version = await newestVersion({ ...current.way, version: null }, surroundings).catch(() => null);
    if (version === null) return ofEntry;
    return [...ofEntry, { version, way: { ...(way ?? current.way), version }, publishedAt: null }];
  }

  #ready(serverId: string): InstallRow {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    if (row.phase.kind === 'ready') return row;
    throw hubError('ERR_INVALID_ARGUMENTS', {
      kind: 'install-under-way',
      server: servers.configs.of(serverId).name,
    });
  }
}

/** Entries and bundles count their versions each by themselves; the same file is no newer one. */
function isSameBundle(one: Way, { identifier, sha256 }: Way): boolean {
  return one.kind === 'mcpb' && one.version === null && one.identifier === identifier && one.sha256 === sha256;
}
