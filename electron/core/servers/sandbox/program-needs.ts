// What a program needs of the machine to start, which may lie in a home: its own folder, its interpreter, the version manager it came from.
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';

type Env = Readonly<Record<string, string>>;

export interface StartedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment that it will have. */
  readonly env: Env;
}

/** Absolute paths as they are written, so with links in them. They need not exist. */
export function programNeeds({ command, args, env }: StartedProgram): string[] {
  const programs = withInterpreter(findProgram(command, env.PATH ?? ''), env.PATH ?? '');
  const folders = programs.flatMap(program => [dirname(program), dirname(realpathSync(program))]);
  const managers = managerFolders(env).filter(root => folders.some(folder => liesIn(folder, root)));
  const files = args.filter(arg => isAbsolute(arg) && isFile(arg));
  const [started = ''] = programs;
  const [script] = isInterpreter(started) ? files : [];
  return [
    ...folders.flatMap(folder => [folder, ...beside(folder)]),
    ...managers,
    ...files,
    ...(script === undefined ? [] : projectOf(script, env.HOME ?? '')),
  ];
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

/** A script is read by the program that its first line names. */
function withInterpreter(program: string | null, path: string): string[] {
  if (program === null) return [];
  const [, first = '', rest = ''] = /^#!\s*(\S+)[ \t]*([^\n]*)/.exec(beginningOf(program)) ?? [];
  const named = basename(first) === 'env' ? (rest.split(/\s+/).find(word => /^[^-=]+$/.test(word)) ?? '') : first;
  const interpreter = named === '' ? null : findProgram(named, path);
  return interpreter === null ? [program] : [program, interpreter];
}

/** The libraries of a `bin`, and the whole of a virtual environment with the Python that it was made from. */
function beside(folder: string): string[] {
  if (basename(folder) !== 'bin') return [];
  const root = dirname(folder);
  const config = join(root, 'pyvenv.cfg');
  if (!isFile(config)) return [join(root, 'lib')];
  const [, base] = /^home\s*=\s*(\/.+?)\s*$/m.exec(readFileSync(config, 'utf8')) ?? [];
  return base === undefined ? [root] : [root, base, join(dirname(base), 'lib')];
}

/** Those whose programs are links or small scripts that find the real one elsewhere below. */
function managerFolders(env: Env): string[] {
  const home = env.HOME ?? '';
  const data = env.XDG_DATA_HOME ?? join(home, '.local', 'share');
  return [
    env.VOLTA_HOME ?? join(home, '.volta'),
    env.ASDF_DATA_DIR ?? join(home, '.asdf'),
    env.MISE_DATA_DIR ?? join(data, 'mise'),
    env.PYENV_ROOT ?? join(home, '.pyenv'),
    join(data, 'uv', 'python'),
    env.HOMEBREW_PREFIX ?? '/home/linuxbrew/.linuxbrew',
    join(home, '.linuxbrew'),
  ].filter(folder => isAbsolute(folder) && folder !== home && existsSync(folder));
}

/** The nearest folder above a script that is a project of its own: what it imports lies there. */
function projectOf(script: string, home: string): string[] {
  const marks = ['package.json', 'node_modules', 'pyproject.toml', 'deno.json'];
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    // A home or the top of the machine may carry such a file by chance.
    if (folder === home || folder.split(sep).filter(Boolean).length < 2) return [];
    if (marks.some(mark => existsSync(join(folder, mark)))) return [folder];
  }
}

function isInterpreter(program: string): boolean {
  return /^(?:node|nodejs|bun|deno|tsx|python[\d.]*)$/.test(basename(program));
}

function findProgram(command: string, path: string): string | null {
  if (command.includes(sep)) return existsSync(command) ? resolve(command) : null;
  const found = path.split(delimiter).find(folder => isAbsolute(folder) && isFile(join(folder, command)));
  return found === undefined ? null : join(found, command);
}

function liesIn(folder: string, root: string): boolean {
  return isWithin(folder, root) || isWithin(folder, realpathSync(root));
}

function beginningOf(file: string): string {
  const bytes = Buffer.alloc(256);
  try {
    const handle = openSync(file, 'r');
    const length = readSync(handle, bytes);
    closeSync(handle);
    return bytes.toString('latin1', 0, length);
  } catch {
    return '';
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
