// Installing: what the user asks for becomes a server that is installing, its package is fetched in turn, and at its end it waits for approval.
import { hubError } from '../../../../words/hub-error.ts';
import { failureOf } from './disk-room.ts';
import { refused } from './field-values.ts';
import { foreseenInstall, planMark } from './foreseen-install.ts';
import { bringPackage, warningsOf } from './install-package.ts';
import { InstallQueue } from './install-queue.ts';
import { chosenWay, expectAllowed, judged } from './install-sources.ts';
import { applyToServer, forgetSecrets, plannedServer, takeValues, wallsFor } from './installed-server.ts';
import { bundleOf, dropBundle, keepBundle } from './kept-bundle.ts';
import { installingOf } from './kept-installs.ts';
import { freeName, missingProgram, planInstall } from './plan-install.ts';
import { expectSoundWay } from './plan-way.ts';
import { expectWalls } from './proposed-walls.ts';
import { tryOut } from './trial.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FieldValues } from '../../../../contract/schemas/catalogue.ts';
import type { InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { PanelParsedParams, PanelResult } from '../../../../contract/schemas/panel-requests.ts';
import type { ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { InstalledVersion, InstallRow } from '../../store/installs-table.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';
import type { ForeseenInstall } from './foreseen-install.ts';
import type { PackageSurroundings } from './install-package.ts';
import type { InstallJob } from './install-queue.ts';
import type { ChosenWay, InstallSources } from './install-sources.ts';
import type { Filled, InstalledServerParts } from './installed-server.ts';
import type { KeptInstalls } from './kept-installs.ts';
import type { PlanSurroundings } from './plan-install.ts';
import type { TrialSurroundings } from './trial.ts';

export interface InstallsOptions extends InstalledServerParts, TrialSurroundings {
  readonly servers: ServerSupervisor;
  readonly kept: KeptInstalls;
  readonly sources: InstallSources;
  readonly surroundings: PackageSurroundings;
  readonly runtimes: PlanSurroundings['runtimes'];
  readonly os: NodeJS.Platform;
  /** Hears what did not work of that for which nobody waits. */
  readonly failed: (error: unknown) => void;
}

const maxAtOnce = 2;
const nothing: Filled = { values: {}, secrets: {}, ownSecrets: [] };
const waiting: InstallPhase = { kind: 'waiting' };

export class Installs {
  readonly #options: InstallsOptions;
  readonly #queue: InstallQueue;

  constructor(options: InstallsOptions) {
    this.#options = options;
    this.#queue = new InstallQueue(maxAtOnce, options.failed);
  }

  async plan({ from }: PanelParsedParams<'installs:plan'>): Promise<PanelResult<'installs:plan'>> {
    const { sources, runtimes, os, servers } = this.#options;
    const chosen = await chosenWay(from, sources);
    expectSoundWay(chosen.way);
    return planInstall(chosen, { runtimes, os, servers: () => servers.list() });
  }

  /** What `begin` comes to with the same params, where its answer's `plan` and `walls` go with them. */
  async foresee(asked: PanelParsedParams<'installs:begin'>): Promise<ForeseenInstall> {
    const chosen = await this.#chosen(asked);
    const address = asked.from.kind === 'entry' ? this.#options.sources.addressOf(asked.from.sourceId) : null;
    return foreseenInstall(chosen, asked, address, this.#options);
  }

  /** Resolves with the id of its server once that is there; how far it is shows in the install. */
  async begin(asked: PanelParsedParams<'installs:begin'>): Promise<string> {
    const { servers, kept } = this.#options;
    const chosen = await this.#chosen(asked);
    if (asked.plan !== undefined && asked.plan !== planMark(chosen)) throw changed(asked, chosen);
    const name = asked.name || freeName(chosen.title, servers.list());
    const filled = await takeValues(name, chosen.way.fields, asked.values, nothing, this.#options);
    const serverId = await this.#add(asked, chosen, { name, filled }).catch(async (error: unknown) => {
      await forgetSecrets(filled, this.#options);
      throw error;
    });
    await kept.change(serverId, {});
    await this.#keepBundle(serverId);
    this.#fetch(serverId);
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

  async fill({ serverId, values }: { serverId: string; values: FieldValues }): Promise<void> {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    const { name } = servers.configs.of(serverId);
    const filled = await takeValues(name, row.current.way.fields, values, row, this.#options);
    // It has to fit before it is kept.
    plannedServer({ ...row, ...filled });
    const next = await kept.change(serverId, filled);
    // While it is fetched it is planned at the end.
    if (next.phase.kind === 'ready') await kept.change(serverId, await applyToServer(next, row.walls, this.#options));
  }

  async stop(serverId: string): Promise<void> {
    this.#options.kept.expect(serverId);
    await this.#queue.stop(serverId);
  }

  /** Also brings one back whose files were changed since. Throws HubError where there is nothing to go on with. */
  async resume(serverId: string): Promise<void> {
    const { kept, surroundings, servers } = this.#options;
    const row = kept.expect(serverId);
    const config = servers.configs.of(serverId);
    if (row.phase.kind === 'ready' && (await surroundings.packages.faultIn(config.config)) === null)
      throw refused({ kind: 'install-is-ready', server: config.name });
    // It is seen that it has ended a moment before it has.
    if (row.phase.kind === 'failed' || row.phase.kind === 'stopped') await this.#queue.over(serverId);
    await servers.stop(serverId);
    this.#fetch(serverId);
  }

  async cancel(serverId: string): Promise<void> {
    await this.remove(serverId);
  }

  /** With all that is there for it alone. */
  async remove(serverId: string): Promise<void> {
    const { kept, servers, surroundings } = this.#options;
    const row = kept.expect(serverId);
    await this.#queue.stop(serverId);
    await servers.changes.remove(serverId);
    await this.#forgetAll(row);
    const own = new Set([row.current, row.previous, row.next?.prepared].flatMap(version => version?.packageId ?? []));
    const { ids } = await this.#unused();
    await surroundings.packages.remove(ids.filter(id => own.has(id)));
  }

  async tryAgain(serverId: string): Promise<void> {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    expectAllowed(this.refusal(row));
    if (row.phase.kind !== 'ready') throw refused({ kind: 'install-under-way', server: serverId });
    this.#queue.begin(serverId, servers.configs.of(serverId).name, async ({ signal }) => {
      const found = await tryOut({ row, version: row.current, signal }, this.#options).catch(() => null);
      if (found) await kept.change(serverId, { current: { ...kept.expect(serverId).current, ...found } });
    });
  }

  async unused(): Promise<{ bytes: number; folders: number }> {
    const { ids, bytes } = await this.#unused();
    return { bytes, folders: ids.length };
  }

  async clearUnused(): Promise<{ bytes: number }> {
    const { ids, bytes } = await this.#unused();
    await this.#options.surroundings.packages.remove(ids);
    return { bytes };
  }

  /** Its server is gone by another way. */
  async forget(serverId: string): Promise<void> {
    await this.#queue.stop(serverId);
    const row = this.#options.kept.find(serverId);
    if (row) await this.#forgetAll(row);
  }

  /** Why the policy forbids what it is; null where it does not. */
  refusal({ origin, current }: InstallRow, version: InstalledVersion = current): Reason | null {
    return judged(origin, version.way, version.version || version.way.version, this.#options.sources);
  }

  /** Asked before each start of its server. */
  mayStart(serverId: string, config: ServerConfig): Promise<Reason | null> | null {
    const { kept, surroundings } = this.#options;
    const row = kept.find(serverId);
    if (!row && surroundings.packages.foldersIn(config).length === 0) return null;
    const refusal = row && this.refusal(row);
    return refusal ? Promise.resolve(refusal) : surroundings.packages.faultIn(config);
  }

  /** What is under way stops, and shows as stopped at the next start. */
  async stopAll(): Promise<void> {
    await this.#queue.stopAll();
  }

  get queue(): InstallQueue {
    return this.#queue;
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
    const missing = await missingProgram(way.kind, { runtimes, os });
    if (missing) throw hubError('ERR_SERVER_UNAVAILABLE', missing);
    const bundle = await bundleOf(row, sources, surroundings.packages);
    const { serverId } = row;
    const brought = await bringPackage({ serverId, way, integrity, bundle, signal: job.signal, onPhase }, surroundings);
    job.signal.throwIfAborted();
    const version = { ...brought, tools: null, noTrial: null };
    // Only now it is known which version it is.
    expectAllowed(this.refusal(row, version));
    onPhase({ kind: 'trying' });
    return { ...version, ...(await tryOut({ row, version, signal: job.signal }, this.#options)) };
  }

  /** Stopped, or failed and why. */
  async phaseAfter(error: unknown, { signal }: InstallJob): Promise<InstallPhase> {
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', reason: await failureOf(error, this.#options.surroundings.packages.folder) };
  }

  /** Rejects with HubError for what is not begun. */
  async #chosen({ from, walls, resembles }: PanelParsedParams<'installs:begin'>): Promise<ChosenWay> {
    const chosen = await chosenWay(from, this.#options.sources);
    expectSoundWay(chosen.way);
    expectAllowed(chosen.forbidden);
    if (chosen.resembles !== null && resembles !== chosen.resembles) throw lookAlike(chosen);
    expectWalls(walls ?? null);
    return chosen;
  }

  #fetch(serverId: string): void {
    const { kept, servers } = this.#options;
    const row = kept.expect(serverId);
    expectAllowed(this.refusal(row));
    this.#queue.begin(serverId, servers.configs.of(serverId).name, job => this.#install(row, job));
  }

  async #install(row: InstallRow, job: InstallJob): Promise<void> {
    const { kept, servers } = this.#options;
    const { serverId, current } = row;
    try {
      await kept.change(serverId, { phase: waiting });
      const show = (phase: InstallPhase) => this.#show(serverId, phase);
      const version = await this.bring(row, sameWay(current), current.integrity, job, show);
      const before = await kept.change(serverId, { current: version });
      const applied = await applyToServer(before, before.walls, this.#options);
      // Whoever sees that it is ready can approve it.
      kept.announce({ ...before, ...applied, phase: { kind: 'ready' } });
      servers.installing(serverId, null);
      await kept.change(serverId, {});
      await dropBundle(serverId, this.#options.surroundings.packages);
    } catch (error) {
      if (!kept.find(serverId)) return;
      const phase = await this.phaseAfter(error, job);
      kept.announce({ ...kept.expect(serverId), phase });
      servers.installing(serverId, installingOf(phase));
      await kept.change(serverId, {}).catch(() => {});
    }
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

  #show(serverId: string, phase: InstallPhase): void {
    this.#options.kept.progress(serverId, { phase });
    this.#options.servers.installing(serverId, installingOf(phase));
  }

  #unused(): Promise<{ ids: string[]; bytes: number }> {
    const { servers, kept, surroundings } = this.#options;
    return surroundings.packages.unused(
      servers.configs.all().map(({ config }) => config),
      kept.packageIds(),
    );
  }
}

/** What was here once comes as the version that it was, also where its entry fixes none. */
function sameWay({ way, version }: InstalledVersion): InstalledVersion['way'] {
  return way.kind === 'mcpb' || way.kind === 'remote' ? way : { ...way, version: version || way.version };
}

/** What is known of it before it is here. */
function unfetched({ way, warnings }: ChosenWay): InstalledVersion {
  const known = { way, version: way.version ?? '', integrity: null, unpacked: null, packageId: null };
  return { ...known, warnings: [...warningsOf(way, 'asked', []), ...warnings], tools: null, noTrial: null };
}

/** Its entry says something else than what was shown to whoever wanted it. */
function changed({ name }: PanelParsedParams<'installs:begin'>, { origin, way }: ChosenWay) {
  const entry = origin.kind === 'entry' ? `${origin.name} ${way.version ?? ''}`.trimEnd() : null;
  return hubError('ERR_PERMISSION_DENIED', {
    kind: 'change-other',
    what: { kind: 'install-begun', server: name, entry },
  });
}

function lookAlike({ origin, resembles }: ChosenWay) {
  return hubError('ERR_PERMISSION_DENIED', { kind: 'entry-look-alike', name: origin.name, other: resembles ?? '' });
}
