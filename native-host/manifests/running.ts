// Which processes are this browser, by its program and the folder of profiles that it was started with. Pure.
import { isAbsolute } from 'node:path';
import { foldersOf } from './browser-locations.ts';
import { resolveAll } from './plan.ts';
import type { ManifestContext } from './context.ts';
import type { BrowserLocation } from './locations/location.ts';
import type { RunningProcess } from './processes.ts';

/** The first processes of browsers, not those that these start for pages. */
export function browserProcesses(all: readonly RunningProcess[]): RunningProcess[] {
  return all.filter(({ args }) => !args.some(arg => /(^|\s)(--type=|-contentproc(\s|$))/.test(arg)));
}

/** Those of this browser that keep their profiles where the row says. */
export function runningAs(
  context: ManifestContext,
  location: BrowserLocation,
  processes: readonly RunningProcess[],
): RunningProcess[] {
  const folders = dataFolders(context, location);
  return processes.filter(process => {
    const named = userDataDir(process);
    if (location.packaging === 'folder') return named !== null && folders.includes(named);
    return (
      isProgramOf(context, location, process.program) &&
      (named === null ? isOfHome(context, process) : folders.includes(named))
    );
  });
}

/** A Snap has a home of its own below the user's. */
function isOfHome({ homeDir }: ManifestContext, { home = homeDir }: RunningProcess): boolean {
  return home === homeDir || home.startsWith(`${homeDir}/snap/`);
}

/** A folder of profiles that this Chromium was started with; null where it keeps them where it does by itself. */
export function userDataDir({ args }: RunningProcess): string | null {
  for (const arg of args) {
    const [, quoted, plain] = /(?:^|\s|")--user-data-dir=(?:"([^"]+)"|(.+?))(?="?(?:\s--|$))/.exec(arg) ?? [];
    const folder = (quoted ?? plain)?.replace(/["/]+$/, '');
    if (folder !== undefined && isAbsolute(folder)) return folder;
  }
  return null;
}

/** Whether a path is that of this browser's program. */
export function isProgramOf(context: ManifestContext, location: BrowserLocation, program: string | null): boolean {
  if (program === null) return false;
  switch (context.platform) {
    case 'win32': {
      const apps = resolveAll(context, location.win32.apps).map(path => path.replaceAll('/', '\\').toLowerCase());
      return apps.includes(program.replaceAll('/', '\\').toLowerCase());
    }
    case 'darwin':
      return resolveAll(context, location.darwin.apps).some(app => program.startsWith(`${app}/Contents/MacOS/`));
    default:
      return isOfPackaging(location, program) && location.linux.programs.some(ending => program.endsWith(ending));
  }
}

/** Programs of Snaps lie below /snap, and a Flatpak's are seen from within its own tree. */
function isOfPackaging({ packaging, linux }: BrowserLocation, program: string): boolean {
  if (packaging === 'snap') return program.startsWith('/snap/');
  if (packaging === 'flatpak') return program.startsWith('/app/');
  return linux.programs.length > 0 && !/^\/(snap|app)\//.test(program);
}

export function dataFolders(context: ManifestContext, location: BrowserLocation): readonly string[] {
  if (context.platform === 'win32') return resolveAll(context, location.win32.data);
  return resolveAll(
    context,
    foldersOf(context, location).places.flatMap(({ data }) => data),
  );
}
