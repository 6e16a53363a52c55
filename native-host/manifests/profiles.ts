// The version of a browser and its profiles, from the files that it keeps. What may not be read is unknown, never absent.
import { isAbsolute, join } from 'node:path';
import { isRecord, recordIn } from '../../contract/json.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { dataFolders } from './running.ts';
import type { MachineBrowser } from '../../contract/schemas/browsers.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserFamily, BrowserLocation } from './locations/location.ts';

type Facts = Pick<MachineBrowser, 'version' | 'profiles'>;

/** One profile in a folder of a browser's data. */
export interface ProfileFolder {
  /** By which the browser is started with it: its name below the data folder, or Firefox's whole path. */
  readonly folder: string;
  /** As its user named it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Of the browser that used it last; null where its files do not say. */
  readonly version: string | null;
}

const maxNameChars = 60;
const maxVersionChars = 40;

/** Of the first of its folders that says something. */
export async function profileFacts(context: ManifestContext, location: BrowserLocation): Promise<Facts> {
  let denied: Facts | null = null;
  for (const folder of dataFolders(context, location)) {
    const found = await profilesIn(context, location.family, folder).catch(() => null);
    const [first] = found ?? [];
    if (found && first) {
      const list = found.map(profile => ({ folder: profile.folder, name: profile.name }));
      return { version: first.version, profiles: { kind: 'known', list } };
    }
    if (found) continue;
    const reason = { kind: 'profiles-not-read', path: shownPath(context, folder) } as const;
    denied ??= { version: null, profiles: { kind: 'unknown', reason } };
  }
  return denied ?? { version: null, profiles: { kind: 'known', list: [] } };
}

/** The profiles in one folder of its data, Firefox's default first; none where there is no such folder. Rejects where it may not be read. */
export function profilesIn(context: ManifestContext, family: BrowserFamily, root: string): Promise<ProfileFolder[]> {
  return family === 'chromium' ? chromiumProfiles(context, root) : firefoxProfiles(context, root);
}

/** `Local State` names them; where it does not, or may not be read, the folders themselves do. */
async function chromiumProfiles(context: ManifestContext, root: string): Promise<ProfileFolder[]> {
  const files = context.files ?? nodeFiles;
  const state = await readText(context, join(root, 'Local State')).catch((error: unknown) => ({ error }));
  const named = typeof state === 'string' ? cachedIn(state) : [];
  const list = named.length > 0 ? named : (await files.list(root)).filter(isProfileName).map(asItself);
  if (list.length === 0 && typeof state === 'object' && state !== null) throw state.error;
  const version = (await readText(context, join(root, 'Last Version')).catch(() => null))?.trim();
  return list.map(({ folder, name }) => ({
    folder,
    name: name.slice(0, maxNameChars),
    path: join(root, folder),
    version: version?.slice(0, maxVersionChars) || null,
  }));
}

function cachedIn(text: string): { folder: string; name: string }[] {
  const profile = recordIn(text)?.['profile'];
  const cache = isRecord(profile) ? profile['info_cache'] : null;
  const entries = Object.entries(isRecord(cache) ? cache : {}).filter(([folder]) => isPlainName(folder));
  return entries.map(([folder, info]) => {
    const called = isRecord(info) ? info['name'] : null;
    return { folder, name: typeof called === 'string' && called !== '' ? called : folder };
  });
}

/** It comes from a file, and becomes part of a path. */
function isPlainName(folder: string): boolean {
  return !/[/\\]/.test(folder) && !['', '.', '..'].includes(folder);
}

function isProfileName(name: string): boolean {
  return name === 'Default' || /^Profile \d+$/.test(name);
}

function asItself(folder: string): { folder: string; name: string } {
  return { folder, name: folder };
}

/** Firefox and what is made of it keep `profiles.ini` in their folder, or below: Linux has one folder more, and a Snap three. */
const below = ['', 'firefox', 'common/.mozilla/firefox', '.mozilla/firefox'];

async function firefoxProfiles(context: ManifestContext, data: string): Promise<ProfileFolder[]> {
  for (const root of below.map(name => join(data, name))) {
    const text = await readText(context, join(root, 'profiles.ini'));
    if (text === null) continue;
    const listed = listedIn(text).map(({ path, name }) => ({ path: isAbsolute(path) ? path : join(root, path), name }));
    return Promise.all(
      listed.map(async ({ path, name }) => ({
        folder: path,
        name,
        path,
        version: await firefoxVersion(context, path),
      })),
    );
  }
  return [];
}

/** The sections `[Profile…]` of a profiles.ini, that of the default first. A path that leads out of the folder is none of its own. */
function listedIn(text: string): { readonly path: string; readonly name: string }[] {
  const sections = text.split(/^\[/m).filter(section => /^Profile\d+\]/.test(section));
  const all = sections.flatMap(section => {
    const value = (key: string) => new RegExp(`^${key}=(.*?)\\r?$`, 'm').exec(section)?.[1];
    const path = value('Path') ?? '';
    const isRelative = value('IsRelative') !== '0';
    if (path === '' || path.split(/[/\\]/).includes('..') || isAbsolute(path) === isRelative) return [];
    return [{ path, name: (value('Name') ?? path).slice(0, maxNameChars), isDefault: value('Default') === '1' }];
  });
  return all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

async function firefoxVersion(context: ManifestContext, profile: string): Promise<string | null> {
  const text = await readText(context, join(profile, 'compatibility.ini')).catch(() => null);
  return /^LastVersion=([\w.]+?)_/m.exec(text ?? '')?.[1] ?? null;
}

/** Null where it is not there. */
async function readText(context: ManifestContext, path: string): Promise<string | null> {
  try {
    return (await (context.files ?? nodeFiles).read(path)).toString('utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
}
