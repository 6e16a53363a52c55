// An extension in a profile of Firefox and its kin.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, recordIn } from '../../../../contract/json.ts';
import { codeOf } from '../../../../native-host/manifests/files.ts';
import type { FoundExtension } from './profile.ts';

export async function firefoxExtension(folder: string, id: string): Promise<FoundExtension> {
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
