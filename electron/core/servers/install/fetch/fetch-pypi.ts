// A package of PyPI, by uv: into an environment of its own that works wherever it lies. Wheels alone are taken, so that no script of a package runs.
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Fetched, FetchRequest, FetchSurroundings } from './fetched.ts';

const usual = /^https:\/\/pypi\.org(?:\/simple)?\/?$/;

/**
 * What the user's own settings say of compiling is not followed: uv would start the environment's Python for that, which
 * runs each line of a `.pth` file that begins with `import`, and any package may bring such a file along.
 */
const always = ['--only-binary', ':all:', '--no-compile-bytecode'];
/** Neither variables, nor `.pth` files, nor what lies beside it: nothing but Python itself. */
const alone = ['-I', '-S'];

export async function fetchPypi(request: FetchRequest, surroundings: FetchSurroundings): Promise<Fetched> {
  const { way, version, onPhase } = request;
  const folder = await surroundings.packages.begin('pypi');
  try {
    onPhase({ kind: 'building' });
    await uv(request, surroundings, folder, ['venv', '--relocatable', '--no-project', '--allow-existing', folder]);
    const python = process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
    const base = await baseOf(python, request, surroundings);
    let done = 0;
    let total: number | null = null;
    const count = (line: string) => {
      const [, resolved] = /^Resolved (\d+) packages?/.exec(line) ?? [];
      if (resolved !== undefined) total = Number(resolved);
      else if (/^\s*(?:Downloaded|Prepared) /.test(line)) done += 1;
      else return;
      onPhase({ kind: 'fetching', unit: 'packages', done: total === null ? done : Math.min(done, total), total });
    };
    onPhase({ kind: 'fetching', unit: 'packages', done, total });
    const isOther = way.registry !== null && !usual.test(way.registry);
    const from = isOther ? ['--default-index', way.registry ?? ''] : [];
    const options = [...always, '--python', python, ...from];
    const spec = `${way.identifier}==${version}`;
    await uv(request, surroundings, folder, ['pip', 'install', ...options, '--', spec], count);
    await compile(base, request, surroundings, folder);
    return { folder, integrity: null, scripts: [] };
  } catch (error) {
    await surroundings.packages.discard(folder);
    throw error;
  }
}

/** The Python that the environment is made of, asked before packages are in it: one of these may take the place of its own. */
async function baseOf(
  python: string,
  { serverId, signal }: FetchRequest,
  parts: FetchSurroundings,
): Promise<string | null> {
  const args = [...alone, '-c', 'import sys; print(sys._base_executable)'];
  const run = { serverId, command: python, args, env: {}, cwd: parts.packages.folder, signal };
  const said = await runProgram(run, parts).catch((error: unknown) => unlessStopped(error, signal));
  return said?.at(-1)?.trim() || null;
}

/** Its starts may not write anything beside its files, so each would compile all of them again. Nothing of a package runs here. */
async function compile(
  python: string | null,
  { serverId, signal, onPhase }: FetchRequest,
  parts: FetchSurroundings,
  folder: string,
): Promise<void> {
  if (python === null) return;
  onPhase({ kind: 'building' });
  const libraries = join(folder, process.platform === 'win32' ? 'Lib' : 'lib');
  const args = [...alone, '-m', 'compileall', '-q', libraries];
  const run = { serverId, command: python, args, env: {}, cwd: parts.packages.folder, signal };
  // Many packages bring files along that are no Python of this version; they work without.
  await runProgram(run, parts).catch((error: unknown) => unlessStopped(error, signal));
}

function unlessStopped(error: unknown, { aborted }: AbortSignal): null {
  if (aborted) throw error;
  return null;
}

async function uv(
  { serverId, signal }: FetchRequest,
  parts: FetchSurroundings,
  cwd: string,
  words: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const env = { UV_CACHE_DIR: parts.packages.cacheOf('pypi'), UV_NO_PROGRESS: '1', ...ownSettings(parts.env()) };
  await runProgram({ serverId, command: 'uv', args: words, env, cwd, signal, onLine }, parts);
}

/** The index that the user's own uv is told by the environment, which servers do not get. */
function ownSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own = Object.entries(env).filter(([name]) =>
    /^UV_(?:DEFAULT_INDEX|INDEX_URL|INDEX|EXTRA_INDEX_URL|NATIVE_TLS|SYSTEM_CERTS)$/.test(name),
  );
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
