// The profiles of all browsers that are on this machine, each with where its browser looks for manifests.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersOf, locationsOf } from '../../../../native-host/manifests/browser-locations.ts';
import { resolveMarkers } from '../../../../native-host/manifests/context.ts';
import { hostOf } from '../../../../native-host/manifests/manifest-hosts.ts';
import { chromiumProfiles } from './chromium-profiles.ts';
import { firefoxProfiles } from './firefox-profiles.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { BrowserLocation } from '../../../../native-host/manifests/locations/location.ts';
import type { Profile } from './profile.ts';

/** More tabs than this nobody reads. */
const maxProfiles = 24;

/** Those of one browser when it is named. A browser that was never opened has one profile without a folder. */
export async function findProfiles(context: ManifestContext, browserId?: string): Promise<Profile[]> {
  const locations = locationsOf(context).filter(({ id }) => browserId === undefined || id === browserId);
  const found = await Promise.all(locations.map(location => profilesOf(context, location)));
  return found.flat().slice(0, maxProfiles);
}

async function profilesOf(context: ManifestContext, location: BrowserLocation): Promise<Profile[]> {
  const roots = rootsOf(context, location);
  const profiles: Profile[] = [];
  for (const { folder, browser } of roots) {
    if (!(await isThere(folder))) continue;
    const inRoot =
      location.family === 'chromium'
        ? await chromiumProfiles(browser, folder, context.platform)
        : await firefoxProfiles(browser, folder);
    profiles.push(...inRoot.filter(({ id }) => !profiles.some(known => known.id === id)));
  }
  const [first] = roots;
  if (profiles.length > 0 || !first || !(await isInstalled(context, location))) return profiles;
  return [neverOpened(first.browser)];
}

type Browser = Pick<Profile, 'browserId' | 'browser' | 'family' | 'manifestFolders' | 'registryKeys'>;

function neverOpened(browser: Browser): Profile {
  return {
    ...browser,
    id: browser.browserId,
    name: null,
    version: async () => null,
    running: async () => ({ kind: 'closed' }),
    extension: async () => ({ kind: 'none' }),
  };
}

function rootsOf(context: ManifestContext, location: BrowserLocation): { folder: string; browser: Browser }[] {
  const { id, name, family } = location;
  const common = { browserId: id, browser: name, family };
  const resolve = (pattern: string) => resolveMarkers(context, pattern) ?? [];
  if (context.platform === 'win32') {
    const host = hostOf(context).name;
    const registryKeys = location.win32.keys.map(key => `HKCU\\Software\\${key}\\${host}`);
    const browser = { ...common, manifestFolders: [], registryKeys };
    return location.win32.data.flatMap(resolve).map(folder => ({ folder, browser }));
  }
  const { places } = foldersOf(context, location);
  return places.flatMap(({ data, manifests }) => {
    const browser = { ...common, manifestFolders: [resolve(manifests)].flat(), registryKeys: [] };
    return data.flatMap(resolve).map(folder => ({ folder, browser }));
  });
}

async function isInstalled(context: ManifestContext, location: BrowserLocation): Promise<boolean> {
  const { apps } = context.platform === 'win32' ? location.win32 : foldersOf(context, location);
  const found = await Promise.all(
    apps.map(app => isThere(resolveMarkers(context, app) ?? join('/', 'dev', 'null', 'x'))),
  );
  return found.includes(true);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
