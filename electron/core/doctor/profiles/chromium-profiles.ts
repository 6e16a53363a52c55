// The profiles of a browser of Chromium's family, in one folder of its data.
import { access, readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { runningBy, runningByFile } from './profile.ts';
import type { FoundExtension, Profile } from './profile.ts';

type Browser = Pick<Profile, 'browserId' | 'browser' | 'family' | 'manifestFolders' | 'registryKeys'>;

/** `root` is the folder that `--user-data-dir` names. Empty where it holds no profile. */
export async function chromiumProfiles(browser: Browser, root: string, os: NodeJS.Platform): Promise<Profile[]> {
  const folders = await profileFolders(root);
  return folders.map(({ folder, name }) => ({
    ...browser,
    id: `${browser.browserId}/${folder}`,
    name: folders.length > 1 ? name : null,
    version: async () => (await readFile(join(root, 'Last Version'), 'utf8').catch(() => '')).trim() || null,
    running: () => (os === 'win32' ? runningByFile(join(root, 'lockfile')) : runningBy(root, 'SingletonLock')),
    extension: id => findExtension(join(root, folder), id),
  }));
}

interface Folder {
  readonly folder: string;
  readonly name: string;
}

/** `Local State` names them; where it may not be read, the folders do. */
async function profileFolders(root: string): Promise<Folder[]> {
  const state = recordIn(await readFile(join(root, 'Local State'), 'utf8').catch(() => ''));
  const cache = isRecord(state?.['profile']) ? state['profile']['info_cache'] : undefined;
  const named = isRecord(cache)
    ? Object.entries(cache).map(([folder, info]) => ({ folder, name: nameOf(info) ?? folder }))
    : [];
  if (named.length > 0) return named.filter(({ folder }) => isPlainName(folder));
  const names = await readdir(root).catch(() => []);
  return names.filter(name => name === 'Default' || /^Profile \d+$/.test(name)).map(name => ({ folder: name, name }));
}

function nameOf(info: unknown): string | null {
  return isRecord(info) && typeof info['name'] === 'string' ? info['name'].slice(0, 60) : null;
}

/** It comes from a file, and becomes part of a path. */
function isPlainName(folder: string): boolean {
  return !/[/\\]/.test(folder) && folder !== '..' && folder !== '.' && folder !== '';
}

/** `Secure Preferences` has it where the browser keeps such a file, else `Preferences`. */
async function findExtension(folder: string, id: string): Promise<FoundExtension> {
  for (const name of ['Secure Preferences', 'Preferences']) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch((error: unknown) => ({ code: codeOf(error) }));
    if (typeof text !== 'string') {
      if (text.code === 'ENOENT' || text.code === 'ENOTDIR') continue;
      return { kind: 'unknown', path, code: text.code };
    }
    const preferences = recordIn(text);
    if (!preferences) return { kind: 'broken', path };
    const settings = isRecord(preferences['extensions']) ? preferences['extensions']['settings'] : undefined;
    const entry = isRecord(settings) ? settings[id] : undefined;
    if (isRecord(entry)) return describe(entry, folder);
  }
  return { kind: 'none' };
}

async function describe(entry: Record<string, unknown>, folder: string): Promise<FoundExtension> {
  const reasons = entry['disable_reasons'];
  const isOff =
    entry['state'] === 0 ||
    (Array.isArray(reasons) ? reasons.length > 0 : typeof reasons === 'number' && reasons !== 0);
  if (isOff) return { kind: 'off' };
  const written = typeof entry['path'] === 'string' ? entry['path'] : null;
  // What was uninstalled leaves an entry without a path.
  if (written === null || written === '') return { kind: 'none' };
  const source = isAbsolute(written) ? written : join(folder, 'Extensions', written);
  const isThere = await access(source).then(
    () => true,
    () => false,
  );
  if (!isThere) return { kind: 'folder-gone', folder: source };
  const manifest = recordIn(await readFile(join(source, 'manifest.json'), 'utf8').catch(() => ''));
  if (!manifest) return { kind: 'folder-gone', folder: source };
  const version = typeof manifest['version'] === 'string' ? manifest['version'] : null;
  return { kind: 'there', version, folder: source };
}
