// What a sandboxed server sees of this machine: the system, its own program, and the folders that the user named; nothing else of the home.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { RunnerSandbox } from '../../../contract/runner.ts';
import type { CommandConfig, ServerConfig, ServerOptions } from '../../../contract/servers.ts';
import type { SandboxTool } from './sandbox-support.ts';

export interface WallsRequest {
  readonly tool: SandboxTool;
  readonly options: NonNullable<ServerOptions['sandbox']>;
  /** What the user configured, and the command that it comes down to. */
  readonly config: ServerConfig;
  readonly command: CommandConfig;
  /** All of the server's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders of Pilothouse that no server may see, and those that its own runtimes lie in. */
  readonly ownFolders: readonly string[];
  readonly runtimeFolders: readonly string[];
}

/** Homes of people, and where programs keep sockets and scraps of others. */
const alwaysHidden = ['/home', '/root', '/Users', '/tmp', '/private/tmp', '/run', '/var/run', '/var/tmp'];
/** Name resolution, where the whole network is granted. */
const resolvers = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

export function sandboxWalls(request: WallsRequest): RunnerSandbox {
  const { tool, options, config, env, ownFolders } = request;
  const home = env.HOME ?? '';
  const hidden = real([...alwaysHidden, home, ...ownFolders].filter(path => isAbsolute(path) && path !== sep));
  const needed = real(neededBy(request)).filter(path => hidden.some(folder => isWithin(path, folder)));
  const network = options.network === 'all' ? real(resolvers) : [];
  const granted = [
    ...options.folders,
    ...('folders' in config ? config.folders.map(({ path }) => ({ path, writable: true })) : []),
  ].flatMap(({ path, writable }) => real([expandHome(path, home)]).map(found => ({ path: found, writable })));
  return {
    by: tool.by,
    program: tool.program,
    network: options.network,
    hosts: options.hosts,
    hidden,
    visible: [...[...needed, ...network].map(path => ({ path, writable: false })), ...granted],
  };
}

/** Its program with the libraries beside it, our runtime where it has one, the file that it runs, and its folder. */
function neededBy({ config, command, env, runtimeFolders }: WallsRequest): string[] {
  const program = findProgram(command.command, env.PATH ?? '');
  const folders = program ? [dirname(program), dirname(realpathSync(program))] : [];
  const libraries = folders.filter(folder => folder.endsWith(`${sep}bin`)).map(folder => join(dirname(folder), 'lib'));
  const files = 'file' in config ? [config.file] : command.args.filter(arg => isAbsolute(arg) && isFile(arg));
  return [...folders, ...libraries, ...runtimeFolders, ...files, ...(command.cwd === undefined ? [] : [command.cwd])];
}

function findProgram(command: string, path: string): string | null {
  if (command.includes(sep)) return existsSync(command) ? resolve(command) : null;
  const found = path.split(delimiter).find(folder => isAbsolute(folder) && isFile(join(folder, command)));
  return found === undefined ? null : join(found, command);
}

/** Without links, because walls stand on the real paths; what does not exist has none. */
function real(paths: readonly string[]): string[] {
  return [...new Set(paths.filter(path => existsSync(path)).map(path => realpathSync(path)))];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
