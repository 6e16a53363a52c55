// The browsers of this machine, joined to the panels that show them, to the companions that are known, and to the watch over their places.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordIn } from '../../../contract/json.ts';
import { locationsOf } from '../../../native-host/manifests/browser-locations.ts';
import { profileFacts } from '../../../native-host/manifests/profiles.ts';
import { browserProcesses, runningAs } from '../../../native-host/manifests/running.ts';
import { MachineBrowsers } from '../browsers/machine/machine-browsers.ts';
import { ManifestWatch } from '../browsers/machine/manifest-watch.ts';
import { NamedFolders } from '../browsers/machine/named-folders.ts';
import { watchProcesses } from '../browsers/machine/process-watch.ts';
import { Sightings } from '../browsers/machine/sightings.ts';
import type { RunningProcess } from '../../../native-host/manifests/processes.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Launchers } from './launchers.ts';

export interface MachineBrowserParts {
  readonly machineBrowsers: MachineBrowsers;
  readonly manifestWatch: ManifestWatch;
}

/** Panels are told at most so often. */
const tellMs = 500;

export async function createMachineBrowsers(
  { platform, closers, panels }: Boot,
  { state, store, problems }: BaseParts,
  { manifests }: Launchers,
): Promise<MachineBrowserParts> {
  const { listProcesses } = platform;
  const folders = await NamedFolders.load(store.settings);
  const onChange = tellSometimes(() => panels.tell({ event: 'browsers:changed', data: {} }));
  const startedBy = async (relayPid: number) => browserOf(machineBrowsers, (await listProcesses()) ?? [], relayPid);
  const now = () => platform.now();
  const sightings = new Sightings({ state, settings: store.settings, now, startedBy, onChange: onChange.tell });
  await sightings.load();
  const machineBrowsers = new MachineBrowsers({
    manifests,
    folders,
    sightings,
    listProcesses,
    known: () => Object.values(state.snapshot().browsers),
    companionVersion: await companionVersion(platform),
    now,
  });
  const manifestWatch = new ManifestWatch({
    context: () => machineBrowsers.context(),
    machine: machineBrowsers,
    problems,
    onChange: onChange.tell,
  });
  const stopProcesses = watchProcesses({
    listProcesses,
    isWanted: () => panels.any,
    everyMs: platform.os === 'win32' ? 30_000 : 4_000,
    isBrowser: process => isBrowser(machineBrowsers, process),
    onChange: onChange.tell,
  });
  for (const end of [onChange.stop, () => manifestWatch.stop(), sightings.follow(), stopProcesses]) closers.add(end);
  return { machineBrowsers, manifestWatch };
}

function isBrowser(machineBrowsers: MachineBrowsers, process: RunningProcess): boolean {
  const context = machineBrowsers.context();
  return locationsOf(context).some(location => runningAs(context, location, [process]).length > 0);
}

/** A shell may stand between the browser and the relay. */
const mostBetween = 3;

async function browserOf(machineBrowsers: MachineBrowsers, all: readonly RunningProcess[], relayPid: number) {
  const context = machineBrowsers.context();
  const browsers = browserProcesses(all);
  let pid: number | undefined = relayPid;
  for (let step = 0; step <= mostBetween && pid !== undefined; step += 1) {
    const here = browsers.filter(process => process.pid === pid);
    const location = locationsOf(context).find(one => runningAs(context, one, here).length > 0);
    if (location) {
      const { profiles } = await profileFacts(context, location);
      const only = profiles.kind === 'known' && profiles.list.length === 1 ? profiles.list[0]?.folder : undefined;
      return { id: location.id, profile: only ?? null };
    }
    pid = all.find(process => process.pid === pid)?.parent;
  }
  return null;
}

/** Its own manifest says it; the hub's is the same where it cannot be read. */
async function companionVersion({ distDir, version }: HubPlatform): Promise<string> {
  const text = await readFile(join(distDir, 'extension/chromium/manifest.json'), 'utf8').catch(() => '');
  const said = recordIn(text)?.['version'];
  return typeof said === 'string' ? said : version;
}

/** What comes within the time of the one before is told together at its end. */
function tellSometimes(tell: () => void): { tell(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let isDue = false;
  const next = () => {
    timer = null;
    if (!isDue) return;
    isDue = false;
    tell();
    timer = setTimeout(next, tellMs);
  };
  return {
    tell: () => {
      isDue = true;
      if (timer === null) next();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
