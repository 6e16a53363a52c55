// The browsers of this machine: how each stands, who answers its extensions, how it is switched and started. Reads the machine anew
// each time; holds nothing but the folders that the user named.
import { spawn } from 'node:child_process';
import { foreign } from '../../../../contract/reason.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { listEveryManifest, uninstallManifest } from '../../../../native-host/manifests/installer.ts';
import { locationOf, plansOf } from '../../../../native-host/manifests/machine-plans.ts';
import { foreignHosts } from '../../../../native-host/manifests/manifest-hosts.ts';
import { profileFacts } from '../../../../native-host/manifests/profiles.ts';
import { readReceipts } from '../../../../native-host/manifests/receipts.ts';
import { browserProcesses } from '../../../../native-host/manifests/running.ts';
import { extensionsPage, opensExtensions, startPlan } from '../../../../native-host/manifests/start-plan.ts';
import { whoAnswers } from '../../../../native-host/manifests/who-answers.ts';
import { exportKeys } from '../../../../native-host/manifests/windows-registry.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { browserRows } from './browser-rows.ts';
import { checkFolder, offeredFolders } from './named-folders.ts';
import { watchedKeys, watchedPlaces } from './watched-places.ts';
import type { MachineBrowser, WhoAnswers } from '../../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { ManifestHostId, ManifestRow } from '../../../../contract/schemas/manifests.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { BrowserLocation } from '../../../../native-host/manifests/locations/location.ts';
import type { ListProcesses, RunningProcess } from '../../../../native-host/manifests/processes.ts';
import type { Receipts } from '../../../../native-host/manifests/receipts.ts';
import type { NamedFolders } from './named-folders.ts';
import type { Sightings } from './sightings.ts';
import type { WatchedPlaces } from './watched-places.ts';

export interface MachineBrowsersOptions {
  readonly manifests: ManifestContext;
  readonly folders: NamedFolders;
  readonly sightings: Pick<Sightings, 'get'>;
  readonly listProcesses: ListProcesses;
  /** Those whose extension is known to the hub. */
  readonly known: () => readonly Browser[];
  /** Version of the companion that comes with this hub. */
  readonly companionVersion: string;
  readonly now: () => number;
}

export interface MachineFacts {
  readonly rows: readonly ManifestRow[];
  /** None on Windows, where each claim costs a program. */
  readonly answers: readonly WhoAnswers[];
  readonly registry: string;
}

export interface StartAsk {
  readonly browserId: string;
  readonly profile?: string | undefined;
}

const everyHost = ['pilothouse' as const, ...foreignHosts.map(({ id }) => id)];

export class MachineBrowsers {
  readonly #options: MachineBrowsersOptions;

  constructor(options: MachineBrowsersOptions) {
    this.#options = options;
  }

  /** What the installer is told, with the folders that the user named. */
  context(host: ManifestHostId = 'pilothouse'): ManifestContext {
    return { ...this.#options.manifests, host, folders: this.#options.folders.all };
  }

  /** For every native messaging host. */
  manifestRows(): Promise<ManifestRow[]> {
    return listEveryManifest(this.context());
  }

  /** What is seen of the machine apart from the receipts: it answers the same until something changes. */
  async facts(): Promise<MachineFacts> {
    const rows = await this.manifestRows();
    if (this.#options.manifests.platform === 'win32') return { rows, answers: [], registry: await this.registry() };
    return { rows, answers: await this.#answers(undefined, null), registry: '' };
  }

  /** All that the keys hold in which the browsers of this machine look, as text. Empty elsewhere than on Windows. */
  async registry(): Promise<string> {
    return exportKeys(this.context(), await watchedKeys(everyHost.map(host => this.context(host))));
  }

  watchedPlaces(): Promise<WatchedPlaces> {
    return watchedPlaces(everyHost.map(host => this.context(host)));
  }

  async list(): Promise<{ browsers: MachineBrowser[]; offered: { folder: string; program: string; pid: number }[] }> {
    const { known, companionVersion, sightings, now } = this.#options;
    const context = this.context();
    const { receipts, processes } = await this.#now();
    const facts = { receipts, processes, known: known(), companionVersion, sightings, now: now() };
    return {
      browsers: await browserRows(context, facts),
      offered: processes === null ? [] : await offeredFolders(context, browserProcesses(processes)),
    };
  }

  async whoAnswers(browserId: string | undefined): Promise<WhoAnswers[]> {
    if (browserId !== undefined) locationOf(this.context(), browserId);
    return this.#answers(browserId, (await this.#now()).processes);
  }

  async #answers(browserId: string | undefined, processes: readonly RunningProcess[] | null): Promise<WhoAnswers[]> {
    const beside = { receipts: await this.#receipts(), processes };
    const answers = everyHost.map(async host => {
      const context = this.context(host);
      const plans = await plansOf(context);
      const meant = plans.filter(({ location, found }) =>
        browserId === undefined ? found !== 'no' : location.id === browserId,
      );
      return Promise.all(meant.map(plan => whoAnswers(context, plan, beside)));
    });
    return (await Promise.all(answers)).flat();
  }

  /** Rejects with a `HubError` when it cannot be started. */
  async start({ browserId, profile }: StartAsk): Promise<void> {
    await this.#start(locationOf(this.context(), browserId), profile, undefined);
  }

  /** The browser opens the page by itself, or is started for its user to type the address. */
  async openExtensions({ browserId, profile }: StartAsk): Promise<{ isOpen: boolean; address: string }> {
    const context = this.context();
    const location = locationOf(context, browserId);
    const address = extensionsPage(location);
    const isOpen = opensExtensions(context, location);
    await this.#start(location, profile, isOpen ? address : undefined);
    return { isOpen, address };
  }

  /** Gives the id of its row. Rejects with a `HubError` when it is none that holds profiles. */
  async addFolder(folder: string): Promise<string> {
    const wanted = await checkFolder(this.context(), folder);
    return this.#options.folders.add(wanted);
  }

  async removeFolder(browserId: string): Promise<void> {
    const folder = this.#options.folders.of(browserId);
    if (folder === undefined) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-named-folder', browser: browserId });
    for (const host of everyHost) {
      const context = this.context(host);
      const served = (await plansOf(context)).some(({ location }) => location.id === browserId);
      if (served) await uninstallManifest(context, browserId);
    }
    await this.#options.folders.remove(folder);
  }

  async #now(): Promise<{ receipts: Receipts; processes: readonly RunningProcess[] | null }> {
    return { receipts: await this.#receipts(), processes: await this.#options.listProcesses().catch(() => null) };
  }

  #receipts(): Promise<Receipts> {
    return readReceipts(this.context()).catch((): Receipts => []);
  }

  async #start(location: BrowserLocation, profile: string | undefined, page: string | undefined): Promise<void> {
    const context = this.context();
    const { name: browser } = location;
    if (profile !== undefined) await this.#expectProfile(location, profile);
    const plan = await startPlan(context, location, { profile, page });
    if (plan === null) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'browser-no-program', browser });
    const child = spawn(plan.program, [...plan.args], {
      shell: false,
      detached: true,
      stdio: 'ignore',
      env: desktopEnv(context.env),
      cwd: context.homeDir,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => {
        const why = foreign(codeOf(error) || error.message);
        reject(hubError('ERR_INTERNAL', { kind: 'browser-not-started', browser, why }));
      });
    });
    child.unref();
  }

  /** Only one that the browser itself lists: it becomes an argument. */
  async #expectProfile(location: BrowserLocation, profile: string): Promise<void> {
    const { profiles } = await profileFacts(this.context(), location);
    if (profiles.kind === 'known' && profiles.list.some(({ folder }) => folder === profile)) return;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-such-profile', browser: location.name, profile });
  }
}

/** As a desktop would have it: what is meant for the hub or for Node would reach the browser and all that it starts. */
export function desktopEnv(env: ManifestContext['env']): Record<string, string> {
  const isMeant = (name: string) => !/^(NODE_|ELECTRON_|PILOTHOUSE_|npm_)|TOKEN|SECRET|PASSWORD|_KEY$/i.test(name);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isMeant(name) ? [[name, value]] : [])),
  );
}
