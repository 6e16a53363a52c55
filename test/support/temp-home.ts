// A folder of its own for one test: the data home, the user's home and the runtime folder lie in it, and it tells what is left over.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface TempHome {
  /** The data home; not made before the hub does. */
  readonly home: string;
  /** HOME of everything that is started here. */
  readonly folder: string;
  /** An environment without what the tester's own shell and screen would change. */
  readonly env: Readonly<Record<string, string>>;
  /** Ids of the processes that were started in this environment and live. Linux only; elsewhere empty. */
  processes(): number[];
  /** Sockets, endpoint records and half written files that a hub which has ended must not leave. */
  leftovers(): string[];
  remove(): void;
}

export function createTempHome(): TempHome {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-hub-'));
  const home = path.join(folder, 'data');
  const shell = { HOME: folder, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', TMPDIR: os.tmpdir() };
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  const shared: Record<string, string> = compiled ? { NODE_COMPILE_CACHE: compiled } : {};
  const env = { ...shell, ...shared, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${path.join(folder, 'no-system-bus')}` };
  return {
    home,
    folder,
    env,
    processes: () => processesOf(folder),
    leftovers: () => filesBelow(home).filter(file => !isOfPackage(file) && isLeftover(file)),
    remove: () => {
      if (isFolder(home)) openFolders(path.join(home, 'packages'));
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Packages are read-only, and only root takes away what lies in such a folder. */
function openFolders(folder: string): void {
  if (!isFolder(folder)) return;
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) openFolders(path.join(folder, entry.name));
}

function isFolder(place: string): boolean {
  return fs.lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What npm and others write belongs to the packages that they unpack. */
function isOfPackage(file: string): boolean {
  return file.startsWith(`packages${path.sep}`);
}

/** Every file below `folder`, relative to it. */
export function filesBelow(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter(entry => !entry.isDirectory())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** What the ordinary files below `folder` hold, but for those that are gone when they are read. */
export function textsBelow(folder: string, encoding: BufferEncoding): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of filesBelow(folder)) {
    const file = path.join(folder, name);
    try {
      if (fs.lstatSync(file).isFile()) texts[name] = fs.readFileSync(file, encoding);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return texts;
}

function isLeftover(file: string): boolean {
  const name = path.basename(file);
  // A backup is called as the file that it is of, which may begin with a dot.
  if (file.startsWith(`backups${path.sep}`)) return name.endsWith('.tmp');
  return /\.sock$|\.tmp$|-journal$|-wal$|-shm$|^endpoint\.json|^\.|^panel-.*\.html$/.test(name);
}

/** Ids of the processes that live in this home. It passes to every child, also to the servers, whose environment is otherwise an allow-list. */
export function processesOf(userHome: string): number[] {
  if (process.platform !== 'linux') return [];
  const variable = `HOME=${userHome}`;
  const pids = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.filter(pid => environmentOf(pid).split('\0').includes(variable)).map(Number);
}

function environmentOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}
