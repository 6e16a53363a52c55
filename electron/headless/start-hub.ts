// Starting a hub for an agent: as the user would have it, with nothing of the folder that the agent works in.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, isAbsolute, relative, sep } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { portOptions } from '../../native-host/relay/home-files.ts';
import { hubFlags } from '../core/platform/lean-heap.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What belongs to the user's session. Ports, tokens, options of Node and of package managers are the agent's own affair. So are proxies,
 * certificates and Docker: a project's config may set them for an agent, and all servers would get them. The login shell tells the user's own.
 */
const kept: readonly RegExp[] = [
  /^(HOME|USER|LOGNAME|SHELL|PATH|TZ|TERM|LANG|LANGUAGE|TMPDIR|TMP|TEMP|SSH_AUTH_SOCK|PILOTHOUSE_LOG)$/,
  /^(LC|XDG|DBUS)_[A-Z_]+$/,
  /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DESKTOP_SESSION)$/,
  /^(VOLTA_HOME|ASDF_DATA_DIR|MISE_DATA_DIR|PYENV_ROOT|HOMEBREW_PREFIX)$/,
  /^(SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|OS|PUBLIC|USERNAME|USERDOMAIN|COMPUTERNAME|NUMBER_OF_PROCESSORS)$/,
  /^(APPDATA|LOCALAPPDATA|PROGRAMDATA|ALLUSERSPROFILE|USERPROFILE|HOMEDRIVE|HOMEPATH)$/,
  /^(COMMON)?PROGRAM(FILES|W6432)(\(X86\))?$|^PROCESSOR_[A-Z]+$/,
];

/** glibc keeps apart what each thread has freed, for speed that a hub has no use for: 5 MB of it at rest. It reads this as a process starts. */
const fewArenas = ['MALLOC_ARENA_MAX', '2'] as const;

/** Detached, so that the hub outlives the client that needed it first. */
export function startHub(home: string, hubArguments: readonly string[]): void {
  const cli = fileURLToPath(new URL('../headless/pilothouse.js', import.meta.url));
  // The single executable reads no options for Node, and starts the desktop app.
  const [flags, arenas] = isSea() ? [[], {}] : [hubFlags, { [fewArenas[0]]: fewArenas[1] }];
  const args = [...flags, cli, '--home', home, 'serve', '--any-port', ...portOptions(home), ...hubArguments];
  const userHome = homedir();
  const child = spawn(process.execPath, args, {
    cwd: existsSync(userHome) ? userHome : home,
    env: { ...hubEnvironment(process.env, process.cwd(), userHome), ...arenas },
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
}

/** What was meant for the hub alone is given to nothing that it starts. */
export function forgetArenas(env: NodeJS.ProcessEnv): void {
  const [name, value] = fewArenas;
  if (env[name] === value) delete env[name];
}

/** The environment of a hub: the user's session, without what lies in `folder`, unless that holds the user's home or is the machine's own. */
export function hubEnvironment(env: Env, folder: string, userHome: string): Record<string, string> {
  const isProject = !isIn(userHome, folder) && !isOfSystem(folder, env);
  const isOfAgent = (path: string) => isProject && isIn(path, folder);
  const entries = Object.entries(env).flatMap(([name, value = '']): [string, string][] => {
    const known = name.toUpperCase();
    if (!kept.some(names => names.test(known))) return [];
    if (known !== 'PATH') return isOfAgent(value) ? [] : [[name, value]];
    const folders = value.split(delimiter).filter(entry => isAbsolute(entry) && !isOfAgent(entry));
    return [[name, folders.join(delimiter)]];
  });
  return Object.fromEntries(entries);
}

/** Where programs start servers that have no project, such as System32: what lies there is the machine's. */
function isOfSystem(folder: string, { SystemRoot, TMPDIR }: Env): boolean {
  if ([tmpdir(), TMPDIR].includes(folder)) return true;
  return ['/usr', '/bin', '/sbin', SystemRoot].some(system => system !== undefined && isIn(folder, system));
}

/** Whether an absolute path is this folder or lies in it. */
function isIn(path: string, folder: string): boolean {
  if (!isAbsolute(path)) return false;
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
