// A package of npm: what it comes to is asked first, so that its integrity is known and compared, then it is fetched; no script of it runs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hubError } from '../../../../../words/hub-error.ts';
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

const LockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});
export type NpmLock = z.infer<typeof LockSchema>;

const usual = 'https://registry.npmjs.org';
/** Of a folder of our own, so that npm takes none above for the project. */
const project = JSON.stringify({ name: 'pilothouse-package', version: '0.0.0', private: true });
/** What breaks off is tried twice more, within seconds: the user sees that it has failed, and can go on. */
const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];
const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
const always = ['--ignore-scripts', '--omit=dev', '--save-exact', '--loglevel=http', ...quiet, ...patience];
const maxLockBytes = 64 * 1024 * 1024;

export async function fetchNpm(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { onPhase } = request;
  const folder = await surroundings.packages.begin('npm');
  try {
    await writeFile(join(folder, 'package.json'), project);
    onPhase({ kind: 'fetching', unit: 'packages', done: 0, total: null });
    await npm(request, surroundings, folder, ['--package-lock-only']);
    const lock = await readLock(folder);
    const integrity = integrityIn(lock, request);
    const total = Object.keys(lock.packages).filter(place => place !== '').length;
    const came = new Set<string>();
    const show = () => onPhase({ kind: 'fetching', unit: 'packages', done: Math.min(came.size, total), total });
    const count = (line: string) => {
      const archive = archiveIn(line);
      if (archive === null || came.has(archive)) return;
      came.add(archive);
      show();
    };
    show();
    await npm(request, surroundings, folder, [], count);
    integrityIn(await readLock(folder), { ...request, integrity });
    onPhase({ kind: 'unpacking', done: total, total });
    return { folder, integrity, scripts: scriptsIn(lock) };
  } catch (error) {
    await surroundings.packages.discard(folder);
    throw error;
  }
}

/** It gets the package as one word behind `--`, and no shell. */
async function npm(
  { serverId, way, version, signal }: FetchRequest,
  parts: FetchSurroundings,
  cwd: string,
  more: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const isOther = way.registry !== null && way.registry.replace(/\/+$/, '') !== usual;
  const places = ['--prefix', cwd, '--cache', parts.packages.cacheOf('npm')];
  const from = isOther ? ['--registry', way.registry ?? usual] : [];
  const args = ['install', ...always, ...more, ...places, ...from, '--', `${way.identifier}@${version}`];
  await runProgram({ serverId, command: 'npm', args, env: registryVariables(parts.env()), cwd, signal, onLine }, parts);
}

/** The archive that npm tells of at `--loglevel=http`, once it came from its registry or its cache; null for another line. */
export function archiveIn(line: string): string | null {
  return /^npm http (?:fetch GET 200|cache) (?:\S+?@)?(https?:\S+\.tgz)(?:[?\s]|$)/.exec(line)?.[1] ?? null;
}

/** The registry and its settings that the user's own npm is told by the environment, which servers do not get. */
function registryVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own = Object.entries(env).filter(([name]) =>
    /^npm_config_(?:registry|userconfig|globalconfig|strict_ssl|cafile)$/i.test(name),
  );
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function readLock(folder: string): Promise<NpmLock> {
  const text = await readFile(join(folder, 'package-lock.json'), 'utf8');
  if (text.length > maxLockBytes) throw new Error('The package-lock.json of a package is larger than 64 MiB.');
  return LockSchema.parse(JSON.parse(text));
}

/** The integrity that the registry names (`dist.integrity`), by which npm checks what comes. Throws HubError where it is another than before. */
export function integrityIn(
  lock: NpmLock,
  { way, version, integrity: before }: Pick<FetchRequest, 'way' | 'version' | 'integrity'>,
): string | null {
  const name = way.identifier;
  const found = lock.packages[`node_modules/${name}`];
  const integrity = found?.integrity ?? null;
  if (found?.version !== version.replace(/^v/, ''))
    throw hubError('ERR_SERVER_UNAVAILABLE', {
      kind: 'install-other-version',
      name,
      version,
      found: found?.version ?? '',
    });
  if (before !== null && integrity !== before)
    throw hubError('ERR_PERMISSION_DENIED', {
      kind: 'install-other-integrity',
      name,
      version,
      before,
      now: integrity ?? '-',
    });
  return integrity;
}

/** Names of the packages that have install scripts. */
export function scriptsIn(lock: NpmLock): string[] {
  const found = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  return [...new Set(found.map(([place]) => place.split('node_modules/').at(-1) ?? place))].sort();
}
