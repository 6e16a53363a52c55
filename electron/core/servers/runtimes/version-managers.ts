// Where version managers keep the programs that they give out: nvm, fnm, volta, asdf, mise, pyenv.
import { foreign } from '../../../../contract/reason.ts';
import { pathsOf, variableOf } from './path-facts.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';

/** Each that is there, with the version where it has chosen one. */
export async function versionManagerFolders(facts: PathFacts): Promise<PathFolder[]> {
  const found = await Promise.all([nvm(facts), fnm(facts), shims(facts)]);
  return found.flat();
}

/** The version that `nvm alias default` names, else the newest that is installed. */
async function nvm(facts: PathFacts): Promise<PathFolder[]> {
  const { join } = pathsOf(facts.os);
  if (facts.os === 'win32') {
    const link = variableOf(facts, 'NVM_SYMLINK');
    return link ? [{ folder: link, why: foreign('nvm') }] : [];
  }
  const config = variableOf(facts, 'XDG_CONFIG_HOME') ?? join(facts.home, '.config');
  const roots = [variableOf(facts, 'NVM_DIR'), join(facts.home, '.nvm'), join(config, 'nvm')];
  for (const root of roots) {
    if (root === undefined) continue;
    const versions = await facts.look.list(join(root, 'versions', 'node'));
    if (versions.length === 0) continue;
    const wanted = await nvmDefault(facts, root, 'default', 0);
    const chosen = wanted === null ? undefined : newest(versions.filter(version => matches(version, wanted)));
    const version = chosen ?? newest(versions);
    if (version === undefined) continue;
    const why = { kind: 'version-of', program: 'nvm', chosen: chosen ? 'default' : 'newest', version } as const;
    return [{ folder: join(root, 'versions', 'node', version, 'bin'), why }];
  }
  return [];
}

/** An alias may name another: `default` holds `lts/*`, and that `lts/jod`, and that `v22.11.0`. */
async function nvmDefault(facts: PathFacts, root: string, alias: string, depth: number): Promise<string | null> {
  // A name with dots would lead out of the folder of aliases.
  if (depth > 5 || !/^[\w*-]+(?:\/[\w*-]+)?$/.test(alias)) return null;
  const { join } = pathsOf(facts.os);
  const text = (await facts.look.read(join(root, 'alias', ...alias.split('/'))))?.trim() ?? '';
  if (text === '') return null;
  if (/^v?\d/.test(text)) return text;
  if (text === 'node' || text === 'stable') return '';
  return nvmDefault(facts, root, text, depth + 1);
}

async function fnm(facts: PathFacts): Promise<PathFolder[]> {
  const { os, home, look } = facts;
  const { join } = pathsOf(os);
  const data = variableOf(facts, 'XDG_DATA_HOME') ?? join(home, '.local', 'share');
  const roots = [
    variableOf(facts, 'FNM_DIR'),
    join(data, 'fnm'),
    ...(os === 'darwin' ? [join(home, 'Library', 'Application Support', 'fnm')] : []),
    ...(os === 'win32' ? [join(variableOf(facts, 'APPDATA') ?? join(home, 'AppData', 'Roaming'), 'fnm')] : []),
    join(home, '.fnm'),
  ];
  const bin = os === 'win32' ? [] : ['bin'];
  for (const root of roots) {
    if (root === undefined) continue;
    const chosen = join(root, 'aliases', 'default', ...bin);
    if (await look.isFolder(chosen))
      return [{ folder: chosen, why: { kind: 'version-of', program: 'fnm', chosen: 'default', version: null } }];
    const version = newest(await look.list(join(root, 'node-versions')));
    if (version === undefined) continue;
    const folder = join(root, 'node-versions', version, 'installation', ...bin);
    return [{ folder, why: { kind: 'version-of', program: 'fnm', chosen: 'newest', version } }];
  }
  return [];
}

/** Those that put one folder of small programs on the PATH, which choose the version themselves. */
async function shims(facts: PathFacts): Promise<PathFolder[]> {
  const { os, home } = facts;
  const { join } = pathsOf(os);
  const windows = os === 'win32';
  const local = variableOf(facts, 'LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const data = windows ? local : (variableOf(facts, 'XDG_DATA_HOME') ?? join(home, '.local', 'share'));
  const volta = variableOf(facts, 'VOLTA_HOME') ?? (windows ? join(local, 'Volta') : join(home, '.volta'));
  const asdf = variableOf(facts, 'ASDF_DATA_DIR') ?? join(home, '.asdf');
  const mise = variableOf(facts, 'MISE_DATA_DIR') ?? join(data, 'mise');
  const pyenv = variableOf(facts, 'PYENV_ROOT') ?? join(home, '.pyenv', ...(windows ? ['pyenv-win'] : []));
  const candidates = [
    { folder: join(volta, 'bin'), why: foreign('Volta') },
    { folder: join(mise, 'shims'), why: foreign('mise') },
    { folder: join(asdf, 'shims'), why: foreign('asdf') },
    { folder: join(pyenv, 'shims'), why: foreign('pyenv') },
  ];
  return keepFolders(facts, candidates);
}

/** Those that are there, in their order. */
export async function keepFolders({ look }: PathFacts, folders: readonly PathFolder[]): Promise<PathFolder[]> {
  const are = await Promise.all(folders.map(({ folder }) => look.isFolder(folder)));
  return folders.filter((_, index) => are[index]);
}

/** `22` and `v22.1` stand for every version that begins so; nothing stands for all. */
function matches(version: string, wanted: string): boolean {
  const plain = wanted.replace(/^v/, '');
  return plain === '' || version === `v${plain}` || version.startsWith(`v${plain}.`);
}

function newest(versions: readonly string[]): string | undefined {
  const numbers = (version: string) => version.slice(1).split('.').map(Number);
  return versions
    .filter(version => /^v\d+\.\d+\.\d+$/.test(version))
    .toSorted((a, b) => {
      const [one, other] = [numbers(a), numbers(b)];
      const at = one.findIndex((number, index) => number !== other[index]);
      return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
    })[0];
}
