// Folders of profiles that the user named, or that a running browser was started with.
import { isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod';
import { locationsOf } from '../../../../native-host/manifests/browser-locations.ts';
import { nodeFiles } from '../../../../native-host/manifests/files.ts';
import { folderId } from '../../../../native-host/manifests/locations/custom.ts';
import { dataFolders, userDataDir } from '../../../../native-host/manifests/running.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { RunningProcess } from '../../../../native-host/manifests/processes.ts';
import type { SettingsTable } from '../../store/settings-table.ts';

const key = 'browserFolders';
const FoldersSchema = z.array(z.string()).max(100);

export class NamedFolders {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  #all: readonly string[];

  private constructor(settings: Pick<SettingsTable, 'get' | 'set'>, all: readonly string[]) {
    this.#settings = settings;
    this.#all = all;
  }

  static async load(settings: Pick<SettingsTable, 'get' | 'set'>): Promise<NamedFolders> {
    return new NamedFolders(settings, await keptFolders(settings));
  }

  get all(): readonly string[] {
    return this.#all;
  }

  of(browserId: string): string | undefined {
    return this.#all.find(folder => folderId(folder) === browserId);
  }

  async add(folder: string): Promise<string> {
    if (!this.#all.includes(folder)) await this.#keep([...this.#all, folder]);
    return folderId(folder);
  }

  remove(folder: string): Promise<void> {
    return this.#keep(this.#all.filter(one => one !== folder));
  }

  async #keep(folders: readonly string[]): Promise<void> {
    await this.#settings.set(key, folders);
    this.#all = folders;
  }
}

/** As they were kept. */
export async function keptFolders(settings: Pick<SettingsTable, 'get'>): Promise<readonly string[]> {
  return (await settings.get(key, FoldersSchema)) ?? [];
}

/** The folder as it is kept. Rejects with a `HubError` when it holds no profiles, or has a row already. */
export async function checkFolder(context: ManifestContext, typed: string): Promise<string> {
  if (context.platform === 'win32') throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'folder-by-registry' });
  if (!isAbsolute(typed)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'folder-not-absolute', folder: typed });
  const folder = normalize(typed).replace(/(.)\/+$/, '$1');
  const files = context.files ?? nodeFiles;
  if (!(await files.exists(folder))) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'folder-not-there', folder });
  const owner = rowOf(context, folder);
  if (owner) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'folder-of-browser', folder, browser: owner.name });
  const signs = await Promise.all(['Local State', 'Default/Preferences'].map(path => files.exists(join(folder, path))));
  if (!signs.includes(true)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'folder-no-profiles', folder });
  return folder;
}

/** Of running browsers, where no row is about them. */
export async function offeredFolders(
  context: ManifestContext,
  processes: readonly RunningProcess[],
): Promise<{ folder: string; program: string; pid: number }[]> {
  if (context.platform === 'win32') return [];
  const offered = new Map<string, { folder: string; program: string; pid: number }>();
  for (const process of processes) {
    const folder = userDataDir(process);
    if (folder === null || process.program === null || offered.has(folder)) continue;
    if (await checkFolder(context, folder).catch(() => null))
      offered.set(folder, { folder, program: process.program, pid: process.pid });
  }
  return [...offered.values()];
}

function rowOf(context: ManifestContext, folder: string) {
  return locationsOf(context).find(location => dataFolders(context, location).includes(folder));
}
