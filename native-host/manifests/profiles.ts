// The version of a browser and its profiles, from the files that it keeps. What may not be read is unknown, never absent.
import { isAbsolute, join } from 'node:path';
import { isRecord, recordIn } from '../../contract/json.ts';
import { shownPath } from './context.ts';
import { codeOf, nodeFiles } from './files.ts';
import { dataFolders } from './running.ts';
import type { MachineBrowser } from '../../contract/schemas/browsers.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';

type Facts = Pick<MachineBrowser, 'version' | 'profiles'>;

/** Of the first of its folders that says something. */
export async function profileFacts(context: ManifestContext, location: BrowserLocation): Promise<Facts> {
  const read = location.family === 'chromium' ? chromiumFacts : firefoxFacts;
  let denied: Facts | null = null;
  for (const folder of dataFolders(context, location)) {
    const facts = await read(context, folder).catch((error: unknown): Facts | null => {
      if (isMissing(error)) return null;
      return {
        version: null,
        profiles: { kind: 'unknown', reason: { kind: 'profiles-not-read', path: shownPath(context, folder) } },
      };
    });
    if (facts?.profiles.kind === 'known' && facts.profiles.list.length > 0) return facts;
    denied ??= facts;
  }
  return denied ?? { version: null, profiles: { kind: 'known', list: [] } };
}

async function chromiumFacts(context: ManifestContext, folder: string): Promise<Facts> {
  const files = context.files ?? nodeFiles;
  const text = (await files.read(join(folder, 'Local State'))).toString('utf8');
  const version = await files.read(join(folder, 'Last Version')).catch(() => null);
  const profile = recordIn(text)?.['profile'];
  const cache = isRecord(profile) ? profile['info_cache'] : null;
  const list = Object.entries(isRecord(cache) ? cache : {}).map(([name, info]) => {
    const called = isRecord(info) ? info['name'] : null;
    return { folder: name, name: typeof called === 'string' && called !== '' ? called : name };
  });
  return { version: version?.toString('utf8').trim().slice(0, 40) || null, profiles: { kind: 'known', list } };
}

/** Firefox and what is made of it keep `profiles.ini` in their folder, or one folder below. */
async function firefoxFacts(context: ManifestContext, folder: string): Promise<Facts | null> {
  const files = context.files ?? nodeFiles;
  for (const below of ['', 'firefox', 'common/.mozilla/firefox', '.mozilla/firefox']) {
    const root = join(folder, below);
    const text = await files.read(join(root, 'profiles.ini')).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (text === null) continue;
    const list = profilesIn(text.toString('utf8')).map(({ path, name }) => ({
      folder: isAbsolute(path) ? path : join(root, path),
      name,
    }));
    return { version: await firefoxVersion(context, list[0]?.folder), profiles: { kind: 'known', list } };
  }
  return null;
}

/** The sections `[Profile…]` of a profiles.ini, that of the default first. */
function profilesIn(text: string): { readonly path: string; readonly name: string }[] {
  const sections = text.split(/^\[/m).filter(section => /^Profile\d+\]/.test(section));
  const all = sections.flatMap(section => {
    const value = (key: string) => new RegExp(`^${key}=(.*?)\\r?$`, 'm').exec(section)?.[1];
    const path = value('Path');
    return path ? [{ path, name: value('Name') ?? path, isDefault: value('Default') === '1' }] : [];
  });
  return all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

async function firefoxVersion(context: ManifestContext, profile: string | undefined): Promise<string | null> {
  if (profile === undefined) return null;
  const text = await (context.files ?? nodeFiles).read(join(profile, 'compatibility.ini')).catch(() => null);
  return /^LastVersion=([\w.]+?)_/m.exec(text?.toString('utf8') ?? '')?.[1] ?? null;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}
