// The profiles of all browsers that are on this machine, each with where its browser looks for manifests.
import { basename, dirname } from 'node:path';
import { foldersOf, locationsOf } from '../../../../native-host/manifests/browser-locations.ts';
import { codeOf, nodeFiles } from '../../../../native-host/manifests/files.ts';
import { lookAt } from '../../../../native-host/manifests/machine-plans.ts';
import { resolveAll } from '../../../../native-host/manifests/plan.ts';
import { profilesIn } from '../../../../native-host/manifests/profiles.ts';
import { browserProcesses, dataFolders, runningAs } from '../../../../native-host/manifests/running.ts';
import { chromiumExtension } from './chromium-extension.ts';
import { firefoxExtension } from './firefox-extension.ts';
import { runningOf } from './running.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { BrowserLocation } from '../../../../native-host/manifests/locations/location.ts';
import type { BrowserPlan } from '../../../../native-host/manifests/plan.ts';
import type { RunningProcess } from '../../../../native-host/manifests/processes.ts';
import type { ProfileFolder } from '../../../../native-host/manifests/profiles.ts';
import type { Profile } from './profile.ts';

/** More tabs than this nobody reads. */
const maxProfiles = 24;

/** Those of one browser when it is named. A browser that was never opened has one profile without a folder. */
export async function findProfiles(
  context: ManifestContext,
  processes: readonly RunningProcess[] | null,
  browserId?: string,
): Promise<Profile[]> {
  const locations = locationsOf(context).filter(({ id }) => browserId === undefined || id === browserId);
  const found = await Promise.all(locations.map(location => profilesOf(context, location, processes)));
  return found.flat().slice(0, maxProfiles);
}

async function profilesOf(
  context: ManifestContext,
  location: BrowserLocation,
  processes: readonly RunningProcess[] | null,
): Promise<Profile[]> {
  const plan = await lookAt(context, location);
  if (plan.found === 'no') return [];
  const pids = processes && runningAs(context, location, browserProcesses(processes)).map(({ pid }) => pid);
  const profiles: Profile[] = [];
  for (const root of new Set(dataFolders(context, location))) {
    const inRoot = await profilesIn(context, location.family, root).catch((error: unknown) => codeOf(error));
    if (typeof inRoot === 'string') {
      profiles.push(unreadable(plan, root, inRoot, pids));
      continue;
    }
    for (const folder of inRoot) {
      const profile = await profileAt({ context, plan, root, pids, isOnly: inRoot.length === 1 }, folder);
      const isTaken = profiles.some(({ id }) => id === profile.id);
      // Several channels of a browser have a `Default` each.
      profiles.push(
        isTaken ? { ...profile, id: `${location.id}/${basename(root)}/${basename(folder.path)}` } : profile,
      );
    }
  }
  if (profiles.length > 0 || !(await isInstalled(context, location))) return profiles;
  return [withoutFolder(plan, pids, 'closed')];
}

interface Root {
  readonly context: ManifestContext;
  readonly plan: BrowserPlan;
  readonly root: string;
  readonly pids: readonly number[] | null;
  readonly isOnly: boolean;
}

async function profileAt(
  { context, plan, root, pids, isOnly }: Root,
  { path, name, version }: ProfileFolder,
): Promise<Profile> {
  const { location } = plan;
  const isChromium = location.family === 'chromium';
  const folder = isChromium ? root : path;
  return {
    ...commonOf(plan),
    id: `${location.id}/${basename(path)}`,
    name: isOnly ? null : name,
    plan: planIn(context, plan, root),
    version,
    running: await runningOf({ os: context.platform, location, folder, pids, isOnly }),
    extension: id => (isChromium ? chromiumExtension(path, id) : firefoxExtension(path, id)),
  };
}

/** The places in which the browser looks that keeps its data there: each channel has its own. */
function planIn(context: ManifestContext, plan: BrowserPlan, root: string): BrowserPlan {
  if (context.platform === 'win32') return plan;
  const places = foldersOf(context, plan.location).places.filter(({ data }) =>
    resolveAll(context, data).includes(root),
  );
  const folders = resolveAll(
    context,
    places.map(({ manifests }) => manifests),
  );
  return { ...plan, targets: plan.targets.filter(({ place }) => folders.includes(dirname(place))) };
}

function commonOf({ location: { id, name, family } }: BrowserPlan) {
  return { browserId: id, browser: name, family };
}

/** Of a browser that was never opened, or whose folder may not be read. */
function withoutFolder(plan: BrowserPlan, pids: readonly number[] | null, otherwise: 'closed' | 'unknown'): Profile {
  const [pid] = pids ?? [];
  return {
    ...commonOf(plan),
    id: plan.location.id,
    name: null,
    plan,
    version: null,
    running: pid === undefined ? { kind: otherwise } : { kind: 'running', pid },
    extension: async () => ({ kind: 'none' }),
  };
}

function unreadable(plan: BrowserPlan, root: string, code: string, pids: readonly number[] | null): Profile {
  return {
    ...withoutFolder(plan, pids, 'unknown'),
    id: `${plan.location.id}/${basename(root)}`,
    extension: async () => ({ kind: 'unknown', path: root, code }),
  };
}

/** A folder that the user named counts as it is. */
async function isInstalled(context: ManifestContext, location: BrowserLocation): Promise<boolean> {
  if (location.packaging === 'folder') return true;
  const { apps } = context.platform === 'win32' ? location.win32 : foldersOf(context, location);
  const files = context.files ?? nodeFiles;
  const found = await Promise.all(resolveAll(context, apps).map(path => files.exists(path).catch(() => false)));
  return found.includes(true);
}
