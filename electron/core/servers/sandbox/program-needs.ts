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

export interface ProgramNeed {
  /** Absolute, as it is written, so with links in it. It need not exist. */
  readonly path: string;
  /** Files and folders that decided on it: by what is in them, or by being what they are. */
  readonly by: readonly string[];
}

export function programNeeds({ command, args, env }: StartedProgram): ProgramNeed[] {
  const programs = withInterpreter(findProgram(command, env.PATH ?? ''), env.PATH ?? '');
  const folders = programs.flatMap(({ path, by }) =>
    [dirname(path), dirname(realpathSync(path))].map(folder => ({ path: folder, by: [path, ...by] })),
  );
  const managers = managerFolders(env).flatMap(root => {
    const inside = folders.find(folder => liesIn(folder.path, root));
    return inside ? [{ path: root, by: inside.by }] : [];
  });
  const named = args.filter(arg => isAbsolute(arg));
  const files = named.filter(isFile).map(file => ({ path: file, by: [] }));
  // Whether it is there does not decide which one it is: the server may be able to remove it.
  const [script] = isInterpreter(programs[0]?.path ?? '') ? named : [];
  return [
    ...folders.flatMap(folder => [folder, ...beside(folder)]),
    ...managers,
    ...files,
    ...(script === undefined || !isFile(script) ? [] : projectOf(script, env.HOME ?? '')),
  ];
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

/** A script is read by the program that its first line names. */
function withInterpreter(program: string | null, path: string): ProgramNeed[] {
  if (program === null) return [];
  const started = { path: program, by: [] };
  const [, first = '', rest = ''] = /^#!\s*(\S+)[ \t]*([^\n]*)/.exec(beginningOf(program)) ?? [];
  const named = basename(first) === 'env' ? (rest.split(/\s+/).find(word => /^[^-=]+$/.test(word)) ?? '') : first;
  const interpreter = named === '' ? null : findProgram(named, path);
  if (interpreter === null) return [started];
  // A well-known name is looked for on the PATH alone, so it leads nowhere that the script could choose.
  const isOrdinary = !named.includes(sep) && isInterpreter(named);
  return [started, { path: interpreter, by: isOrdinary ? [] : [program] }];
}

/** The libraries of a `bin`, and the whole of a virtual environment with the Python that it was made from. */
function beside({ path, by }: ProgramNeed): ProgramNeed[] {
  if (basename(path) !== 'bin') return [];
  const root = dirname(path);
  const config = join(root, 'pyvenv.cfg');
  if (!isFile(config)) return [{ path: join(root, 'lib'), by }];
  const [, base] = /^home\s*=\s*(\/.+?)\s*$/m.exec(readFileSync(config, 'utf8')) ?? [];
  const bases = base === undefined ? [] : [base, join(dirname(base), 'lib')];
  const named = bases.map(folder => ({ path: folder, by: [...by, config] }));
  return [{ path: root, by }, ...named];
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
function projectOf(script: string, home: string): ProgramNeed[] {
  const marks = ['package.json', 'node_modules', 'pyproject.toml', 'deno.json'];
  const passed: string[] = [];
  for (let folder = dirname(script); ; folder = dirname(folder)) {
    // A home or the top of the machine may carry such a file by chance.
    if (folder === home || folder.split(sep).filter(Boolean).length < 2) return [];
    if (marks.some(mark => existsSync(join(folder, mark)))) return [{ path: folder, by: [script, ...passed] }];
    passed.push(folder);
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
