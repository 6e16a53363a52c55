// The profiles of Firefox and its kin, as `profiles.ini` lists them.
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import { runningBy } from './profile.ts';
import type { FoundExtension, Profile } from './profile.ts';

type Browser = Pick<Profile, 'browserId' | 'browser' | 'family' | 'manifestFolders' | 'registryKeys'>;

/** Below a folder of its data, in which `profiles.ini` may lie: Linux has one folder more, and a Snap three. */
const below = ['.', 'firefox', join('common', '.mozilla', 'firefox')];

export async function firefoxProfiles(browser: Browser, root: string): Promise<Profile[]> {
  for (const folder of below.map(name => join(root, name))) {
    const text = await readFile(join(folder, 'profiles.ini'), 'utf8').catch(() => null);
    if (text === null) continue;
    const listed = profilesIn(text).map(({ name, path, isRelative }) => ({
      name,
      folder: isRelative ? join(folder, path) : path,
      key: path,
    }));
    return listed.map(({ name, folder: own, key }) => ({
      ...browser,
      id: `${browser.browserId}/${key}`,
      name: listed.length > 1 ? name : null,
      version: () => versionOf(own),
      running: () => runningBy(own, 'lock'),
      extension: id => findExtension(own, id),
    }));
  }
  return [];
}

interface Listed {
  readonly name: string;
  readonly path: string;
  readonly isRelative: boolean;
}

function profilesIn(text: string): Listed[] {
  const sections = text.split(/^\[/m).filter(section => /^Profile\d+\]/.test(section));
  return sections.flatMap(section => {
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(section)?.[1]?.trim() ?? '';
    const [path, isRelative] = [value('Path'), value('IsRelative') !== '0'];
    if (path === '' || path.split(/[/\\]/).includes('..') || isAbsolute(path) === isRelative) return [];
    return [{ name: value('Name').slice(0, 60), path, isRelative }];
  });
}

async function versionOf(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'compatibility.ini'), 'utf8').catch(() => '');
  return /^LastVersion=([^_\s]+)/m.exec(text)?.[1] ?? null;
}

async function findExtension(folder: string, id: string): Promise<FoundExtension> {
  const path = join(folder, 'extensions.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => ({ code: codeOf(error) }));
  if (typeof text !== 'string')
    return text.code === 'ENOENT' ? loadedForNow(folder, id) : { kind: 'unknown', path, code: text.code };
  const list = recordIn(text)?.['addons'];
  if (!Array.isArray(list)) return { kind: 'broken', path };
  const addOn = list.filter(isRecord).find(one => one['id'] === id);
  if (!addOn) return loadedForNow(folder, id);
  if (addOn['active'] === false || addOn['userDisabled'] === true) return { kind: 'off' };
  return { kind: 'there', version: typeof addOn['version'] === 'string' ? addOn['version'] : null, folder: null };
}

/** A temporary add-on is in no list, but its name among those that were given an address of their own. */
async function loadedForNow(folder: string, id: string): Promise<FoundExtension> {
  const text = await readFile(join(folder, 'prefs.js'), 'utf8').catch(() => '');
  const names = /^user_pref\("extensions\.webextensions\.uuids", (".*")\);$/m.exec(text)?.[1] ?? '';
  return { kind: names.includes(`\\"${id}\\"`) ? 'for-now' : 'none' };
}
