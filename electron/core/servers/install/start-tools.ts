// How an unpacked tool of PyPI or NuGet is started: by the program that was installed beside it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hubError } from '../../../../words/hub-error.ts';
import type { UnpackedPackage } from './plan-way.ts';

/** Python writes what it has compiled beside its files, which are not to change. */
export const pythonEnv = { PYTHONDONTWRITEBYTECODE: '1' };

/** The script of its entry points that is called as the package, or the only one. Rejects with HubError where there is none. */
export async function startOfPypi(
  folder: string,
  name: string,
  windows = process.platform === 'win32',
): Promise<UnpackedPackage> {
  const libraries = windows ? [join(folder, 'Lib', 'site-packages')] : await sitePackages(join(folder, 'lib'));
  for (const library of libraries) {
    const info = (await namesIn(library)).find(entry => isInfoOf(entry, name));
    if (info === undefined) continue;
    const scripts = consoleScripts(await readFile(join(library, info, 'entry_points.txt'), 'utf8').catch(() => ''));
    const script = scripts.find(one => plain(one) === plain(name)) ?? (scripts.length === 1 ? scripts[0] : undefined);
    if (script === undefined) break;
    const command = windows ? join(folder, 'Scripts', `${script}.exe`) : join(folder, 'bin', script);
    return { folder, command, args: [], env: pythonEnv };
  }
  throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'package-no-program', name });
}

/** The only program in its folder. */
export async function startOfNuget(folder: string, name: string): Promise<UnpackedPackage> {
  const programs = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.isFile());
  const [program] = programs;
  if (!program || programs.length > 1) throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'package-no-program', name });
  return { folder, command: join(folder, program.name), args: [], env: {} };
}

/** The names under `[console_scripts]`. */
export function consoleScripts(text: string): string[] {
  const [, section = ''] = /^\s*\[console_scripts\]\s*$([^[]*)/m.exec(text) ?? [];
  return section.split(/\r?\n/).flatMap(line => /^\s*([\w.-]+)\s*=/.exec(line)?.[1] ?? []);
}

async function sitePackages(lib: string): Promise<string[]> {
  const pythons = (await namesIn(lib)).filter(entry => entry.startsWith('python'));
  return pythons.map(python => join(lib, python, 'site-packages'));
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

function isInfoOf(entry: string, name: string): boolean {
  const [, found = ''] = /^(.+?)-[^-]+\.dist-info$/.exec(entry) ?? [];
  return plain(found) === plain(name);
}

/** As PEP 503 has names. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
