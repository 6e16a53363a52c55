// What a sandboxed server sees of this machine: the system, its own program, and the folders that the user named; nothing else of the home.
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { packageFolders } from '../config/package-folders.ts';
import { grantedPlaces, neededPlaces } from './own-names.ts';
import { isWithin, programNeeds } from './program-needs.ts';
import type { RunnerSandbox } from '../../../../contract/schemas/runner.ts';
import type { CommandConfig, ServerConfig, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { NeededPlace } from './own-names.ts';
import type { ProgramNeed } from './program-needs.ts';
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
  /** The folder of its own that it runs in; null where its config names one. */
  readonly workFolder: string | null;
  /** Where installed packages lie: of these it sees its own. */
  readonly packages?: string | null;
  /** As in `RunnerSandbox`. */
  readonly port?: number;
  readonly devices?: readonly string[];
}

/** Homes of people, and where programs keep sockets and scraps of others. */
const alwaysHidden = ['/home', '/root', '/Users', '/tmp', '/private/tmp', '/run', '/var/run', '/var/tmp'];
/** Name resolution, where the whole network is granted. */
const resolvers = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

/** Throws an Error with a sentence for what the server itself could have put in the place of what it was granted, or of what it needs. */
export function sandboxWalls(request: WallsRequest): RunnerSandbox {
  const { tool, options, config, env, ownFolders, workFolder } = request;
  const home = env.HOME ?? '';
  const hidden = real([...alwaysHidden, home, ...ownFolders].filter(path => isAbsolute(path) && path !== sep));
  const network = options.network === 'all' ? real(resolvers) : [];
  const granted = grantedPlaces(
    [
      ...(workFolder === null ? [] : [{ path: workFolder, writable: true }]),
      ...options.folders,
      ...('folders' in config ? config.folders.map(({ path }) => ({ path, writable: true })) : []),
    ].map(({ path, writable }) => ({ path: expandHome(path, home), writable })),
  );
  const isHidden = (path: string) => hidden.some(folder => isWithin(path, folder));
  const found = neededPlaces(neededBy(request), granted, hidden);
  const needed = [...new Set(found.map(({ place }) => place))].filter(isHidden);
  const seen = [...needed, ...granted.map(({ path }) => path)];
  // On macOS nothing is mounted, and links are followed before the walls are asked.
  const aliases = tool.by === 'bubblewrap' ? aliasesOf(found, seen).filter(({ path }) => isHidden(path)) : [];
  return {
    by: tool.by,
    program: tool.program,
    bindsDescriptors: tool.bindsDescriptors,
    network: options.network,
    hosts: options.hosts,
    port: request.port ?? null,
    devices: [...(request.devices ?? [])],
    hidden,
    visible: [
      ...[...needed, ...network].map(path => ({ path, from: path, writable: false })),
      ...aliases.map(({ path, place }) => ({ path, from: place, writable: false })),
      ...granted.map(({ path, writable }) => ({ path, from: path, writable })),
    ],
  };
}

/** What its program needs, our runtime where it has one, the file that it runs, and its folder. */
function neededBy({ config, command, env, runtimeFolders, packages = null }: WallsRequest): ProgramNeed[] {
  const files = 'file' in config ? [config.file] : [];
  const own = programNeeds({ command: command.command, args: 'file' in config ? [] : command.args, env });
  const installed = packages === null ? [] : packageFolders(packages, [command.command, ...command.args]);
  const named = [...runtimeFolders, ...installed, ...files, ...(command.cwd === undefined ? [] : [command.cwd])];
  return [...own, ...named.map(path => ({ path, by: [] }))];
}

/** Programs are started by the way that a PATH or a script names, which may lead over links that are hidden. */
function aliasesOf(found: readonly NeededPlace[], seen: readonly string[]): NeededPlace[] {
  const byPath = new Map(found.filter(({ path, place }) => place !== path).map(needed => [needed.path, needed]));
  return [...byPath.values()].filter(({ path }) => !seen.some(folder => isWithin(path, folder)));
}

/** Without links, because walls stand on the real paths; what does not exist has none. */
function real(paths: readonly string[]): string[] {
  return [...new Set(paths.filter(path => existsSync(path)).map(path => realpathSync(path)))];
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
