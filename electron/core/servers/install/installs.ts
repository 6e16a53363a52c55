// Installing: what the user asks for becomes a server that is installing, its package is fetched in turn, and at its end it waits for approval.
import { refused } from './field-values.ts';
import { foreseenInstall } from './foreseen-install.ts';
import { chosenWay, expectAllowed } from './install-sources.ts';
import { applyToServer, forgetSecrets, plannedServer, takeValues, wallsFor } from './installed-server.ts';
import { copyName, dropBundle, keepBundle } from './kept-bundle.ts';
import { packagesOf } from './kept-installs.ts';
import { cachedBytes, clearCaches } from './package-caches.ts';
import { freeName, planInstall } from './plan-install.ts';
import { expectSoundWay } from './plan-way.ts';
import { tryOut } from './trial.ts';
import { expectShown, unfetched, wantedWay } from './wanted-install.ts';
import type { FieldValues } from '../../../../contract/schemas/catalogue.ts';
import type { InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { PanelParsedParams, PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { InstallRow } from '../../store/installs-table.ts';
import type { ForeseenInstall } from './foreseen-install.ts';
import type { InstallJobs } from './install-jobs.ts';
import type { ChosenWay } from './install-sources.ts';
import type { Filled } from './installed-server.ts';
import type { InstallsOptions } from './installs-options.ts';
import type { NeededCopies } from './package-caches.ts';
import type { UsedPackages } from './package-store.ts';

const nothing: Filled = { values: {}, secrets: {}, ownSecrets: [] };
const waiting: InstallPhase = { kind: 'waiting' };

export class Installs {
  readonly #options: InstallsOptions;
  readonly #jobs: InstallJobs;

  constructor(options: InstallsOptions, jobs: InstallJobs) {
    this.#options = options;
    this.#jobs = jobs;
  }

  async plan({ from }: PanelParsedParams<'installs:plan'>): Promise<PanelResult<'installs:plan'>> {
    const { sources, runtimes, os, servers } = this.#options;
    const chosen = await chosenWay(from, sources);
    expectSoundWay(chosen.way);
    return planInstall(chosen, { runtimes, os, servers: () => servers.list() });
  }

  /** What `begin` comes to with the same params, where its answer's `plan` and `walls` go with them. */
  async foresee(asked: PanelParsedParams<'installs:begin'>): Promise<ForeseenInstall> {
    const chosen = await wantedWay(asked, this.#options.sources);
    const address = asked.from.kind === 'entry' ? this.#options.sources.addressOf(asked.from.sourceId) : null;
    return foreseenInstall(chosen, asked, address, this.#options);
  }

  /** Resolves with the id of its server once that is there; how far it is shows in the install. */
  async begin(asked: PanelParsedParams<'installs:begin'>): Promise<string> {
    const { servers, kept } = this.#options;
    const chosen = await wantedWay(asked, this.#options.sources);
    expectShown(asked, chosen);
    const name = asked.name || freeName(chosen.title, servers.list());
    const filled = await takeValues(name, unfetched(chosen), asked.values, nothing, this.#options);
    const serverId = await this.#add(asked, chosen, { name, filled }).catch(async (error: unknown) => {
      await forgetSecrets(filled, this.#options);
      throw error;
    });
    await kept.change(serverId, {});
    await this.#jobs.held(() => this.#keepBundle(serverId));
    this.#jobs.fetch(serverId);
    return serverId;
  }

  /** Its server, installing and not fetched yet. */
  async #add(
    { from, walls: asked }: PanelParsedParams<'installs:begin'>,
    chosen: ChosenWay,
    { name, filled }: { readonly name: string; readonly filled: Filled },
  ): Promise<string> {
    const { servers, kept } = this.#options;
    const current = unfetched(chosen);
    const part = { current, values: filled.values, secrets: filled.secrets };
    const walls = wallsFor(part, servers);
    let row: InstallRow | null = null;
    const onId = (serverId: string) => {
      row = {
        ...{ serverId, origin: chosen.origin, from, phase: waiting, current, ...filled },
        ...{ walls: walls.proposed, next: null, previous: null },
      };
      kept.announce(row);
    };
    const sandbox = asked === undefined ? walls.held : asked;
    try {
      const [serverId = ''] = await servers.changes.addAll([{ name, ...plannedServer(part), sandbox, onId }]);
      return serverId;
    } catch (error) {
      if (row) await kept.remove((row as InstallRow).serverId);
      throw error;
    }
  }

  fill({ serverId, values }: { serverId: string; values: FieldValues }): Promise<void> {
    return this.#jobs.inTurn(serverId, () => this.#fill(serverId, values));
  }

  async #fill(serverId: string, values: FieldValues): Promise<void> {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    const { name } = servers.configs.of(serverId);
    const filled = await takeValues(name, row.current, values, row, this.#options);
    const next = await kept.change(serverId, filled);
    // While it is fetched it is planned at the end.
    if (next.phase.kind === 'ready') await kept.change(serverId, await applyToServer(next, row.walls, this.#options));
  }

  async stop(serverId: string): Promise<void> {
    this.#options.kept.expect(serverId);
    await this.#jobs.stop(serverId);
  }

  /** Also brings one back whose files were changed since. Throws HubError where there is nothing to go on with. */
  async resume(serverId: string): Promise<void> {
    const { phase } = this.#options.kept.expect(serverId);
    // It is seen that it has ended a moment before it has.
    if (phase.kind === 'failed' || phase.kind === 'stopped') await this.#jobs.over(serverId);
    await this.#jobs.inTurn(serverId, () => this.#resume(serverId));
  }

  async #resume(serverId: string): Promise<void> {
    const { kept, surroundings, servers } = this.#options;
    const row = kept.expect(serverId);
    const config = servers.configs.of(serverId);
    if (row.phase.kind === 'ready' && (await surroundings.packages.faultIn(config.config)) === null)
      throw refused({ kind: 'install-is-ready', server: config.name });
    await servers.stop(serverId);
    this.#jobs.fetch(serverId);
  }

  async cancel(serverId: string): Promise<void> {
    await this.remove(serverId);
  }

  /** With all that is there for it alone. */
  async remove(serverId: string): Promise<void> {
    this.#options.kept.expect(serverId);
    await this.#jobs.stop(serverId);
    await this.#jobs.inTurn(serverId, () => this.#remove(serverId));
  }

  async #remove(serverId: string): Promise<void> {
    const { kept, servers } = this.#options;
    // As it is once nothing else is done about it: its secrets may have become more.
    const row = kept.expect(serverId);
    await servers.changes.remove(serverId);
    await this.#forgetAll(row);
    await this.#clear(new Set(packagesOf([row])));
  }

  /** Of bundles that come again only from there. */
  #neededCopies(): NeededCopies {
    const open = this.#options.kept.all().filter(({ from, phase }) => from.kind === 'bundle' && phase.kind !== 'ready');
    return new Set(open.map(({ serverId }) => copyName(serverId)));
  }

  async tryAgain(serverId: string): Promise<void> {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    expectAllowed(this.#jobs.refusal(row));
    if (row.phase.kind !== 'ready') throw refused({ kind: 'install-under-way', server: serverId });
    this.#jobs.work(serverId, servers.configs.of(serverId).name, async ({ signal }) => {
      const found = await tryOut({ row, version: row.current, signal }, this.#options).catch(() => null);
      const current = kept.find(serverId)?.current;
      // Another version may have been taken meanwhile, whose tools these are not.
      if (!found || current?.version !== row.current.version || current.packageId !== row.current.packageId) return;
      await kept.change(serverId, { current: { ...current, ...found } });
    });
  }

  async unused(): Promise<{ bytes: number; folders: number }> {
    const { packages } = this.#options.surroundings;
    const { ids, bytes } = packages.unused(this.#used());
    // What is being fetched is not to be cleared away.
    const cached = this.#jobs.isIdle ? await cachedBytes(packages.caches, this.#neededCopies()) : 0;
    return { bytes: bytes + cached, folders: ids.length + (cached > 0 ? 1 : 0) };
  }

  /** With what was kept of fetching them, unless something is being fetched. */
  async clearUnused(): Promise<{ bytes: number }> {
    const { packages } = this.#options.surroundings;
    const { bytes } = await this.#clear(null);
    const cached = await this.#jobs.whileIdle(() => clearCaches(packages.caches, this.#neededCopies()));
    return { bytes: bytes + (cached ?? 0) };
  }

  /** Its server is gone by another way. */
  async forget(serverId: string): Promise<void> {
    await this.#jobs.stop(serverId);
    const row = this.#options.kept.find(serverId);
    if (row) await this.#forgetAll(row);
  }

  /** What cannot be kept is not begun. */
  async #keepBundle(serverId: string): Promise<void> {
    const { kept, sources, surroundings } = this.#options;
    try {
      await keepBundle(kept.expect(serverId), sources, surroundings.packages);
    } catch (error) {
      await this.remove(serverId);
      throw error;
    }
  }

  /** What was kept for it beside its server and its package. */
  async #forgetAll(row: InstallRow): Promise<void> {
    const { kept, surroundings } = this.#options;
    await kept.remove(row.serverId);
    await dropBundle(row.serverId, surroundings.packages);
    await forgetSecrets(row, this.#options);
  }

  #used(): UsedPackages {
    const { servers, kept } = this.#options;
    return { configs: servers.configs.all().map(({ config }) => config), ids: kept.packageIds() };
  }

  /** Null stands for all. */
  #clear(among: ReadonlySet<string> | null): Promise<{ bytes: number }> {
    return this.#options.surroundings.packages.clear(() => this.#used(), among);
  }
}
