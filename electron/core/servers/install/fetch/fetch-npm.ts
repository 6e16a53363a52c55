// A package of npm: what it comes to is asked first, so that its integrity is known and compared, then it is fetched; no script of it runs.
import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityIn, notOfRegistry, readLock, scriptsIn } from './npm-lock.ts';
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

const usual = 'https://registry.npmjs.org';
/** Of a folder of our own, so that npm takes none above for the project. */
const project = JSON.stringify({ name: 'pilothouse-package', version: '0.0.0', private: true });
/** What breaks off is tried twice more, within seconds: the user sees that it has failed, and can go on. */
const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000'];
const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
/**
 * Whoever clones a repository for npm has it read settings of that repository, which name programs. npm before 11.10
 * cannot forbid it; see `noGit`. `--allow-remote=none` would refuse archives of registries too; the lock tells these apart.
 */
const registryAlone = ['--allow-git=none', '--allow-file=none', '--allow-directory=none'];
const always = [
  '--ignore-scripts',
  ...registryAlone,
  '--omit=dev',
  '--save-exact',
  '--loglevel=http',
  ...quiet,
  ...patience,
];

export async function fetchNpm(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { onPhase } = request;
  // npm writes places into its lock beside the real path, and would lead out of its folder where a link leads to the data home.
  const folder = await realpath(await surroundings.packages.begin('npm'));
  try {
    await writeFile(join(folder, 'package.json'), project);
    onPhase({ kind: 'fetching', unit: 'packages', done: 0, total: null });
    await npm(request, surroundings, folder, ['--package-lock-only']);
    const lock = await readLock(folder, request.way.identifier);
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
    integrityIn(await readLock(folder, request.way.identifier), { ...request, integrity });
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
  // No such program is there; an npm that is started by this one is told the same.
  const noGit = join(cwd, 'no-git');
  const own = [...always, `--git=${noGit}`, ...more, ...places, ...from];
  const args = ['install', ...own, '--', `${way.identifier}@${version}`];
  let refusal: Refusal | null = null;
  const watch = (line: string) => {
    refusal = refusalIn(line, noGit) ?? refusal;
    onLine(line);
  };
  const env = registryVariables(parts.env());
  await runProgram({ serverId, command: 'npm', args, env, cwd, signal, onLine: watch }, parts).catch(
    (error: unknown) => {
      throw refusal && !signal.aborted ? notOfRegistry(way.identifier, refusal.from) : error;
    },
  );
}

interface Refusal {
  /** `name@git+https://…`; null where npm does not say. */
  readonly from: string | null;
}

/** What a line of npm says that it does not fetch, because it is not of a registry; null for another line. */
export function refusalIn(line: string, noGit: string): Refusal | null {
  const [, said = null] = /^npm (?:error|ERR!) Refusing to fetch "([^"\s]{1,300})/.exec(line) ?? [];
  if (said !== null) return { from: said };
  const isForbidden = /^npm (?:error|ERR!) Fetching (?:non-root )?packages of type "\w+" have been disabled/.test(line);
  return isForbidden || (/^npm (?:error|ERR!) /.test(line) && line.includes(noGit)) ? { from: null } : null;
}

/**
 * The archive that npm tells of at `--loglevel=http`, once it came from its registry or its cache; null for another line. A hit that
 * names its package (`cache NAME@https://…`) is told before npm has looked, and it may have to be fetched yet.
 */
export function archiveIn(line: string): string | null {
  return /^npm http (?:fetch GET 200|cache) (https?:\S+\.tgz)(?:[?\s]|$)/.exec(line)?.[1] ?? null;
}

/** The registry and its settings that the user's own npm is told by the environment, which servers do not get. */
function registryVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own = Object.entries(env).filter(([name]) =>
    /^npm_config_(?:registry|userconfig|globalconfig|strict_ssl|cafile)$/i.test(name),
  );
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
