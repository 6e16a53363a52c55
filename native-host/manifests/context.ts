// What the installer must be told about the machine, and how the table's markers become paths on it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Reason } from '../../contract/reasons.ts';
import type { ManifestHostId } from '../../contract/schemas/manifests.ts';
import type { ManifestFiles } from './files.ts';

/** Runs reg.exe with these arguments and gives its exit code; rejects with a `RegistryError` when it cannot be run. */
export type RunReg = (args: readonly string[]) => Promise<{ readonly exitCode: number; readonly stderr: string }>;

export interface ExtensionIds {
  /** 32 letters a to p. */
  readonly chromium: string;
  /** The gecko id. */
  readonly firefox: string;
}

export interface ManifestContext {
  readonly platform: NodeJS.Platform;
  /** The user's home, in which browsers keep their data. */
  readonly homeDir: string;
  /** The data home of Pilothouse, with the receipts and (on Windows) the manifest files. */
  readonly dataHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the relay's launcher, as `writeLaunchers` returns it. */
  readonly launcherPath: string;
  /** Why there is no launcher of the relay; null or absent where there is one. */
  readonly relayProblem?: Reason | null;
  /** Writes the launcher again where it is gone; absent where nobody can. Throws a `HubError`. */
  readonly restoreLauncher?: () => Promise<void>;
  readonly extensionIds: ExtensionIds;
  readonly userName: string;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  readonly runReg: RunReg;
  /** Stands before paths such as /opt/google/chrome; `/` when absent. */
  readonly systemRoot?: string;
  /** Whose native messaging host is meant; ours when absent. */
  readonly host?: ManifestHostId;
  /** Profile folders of Chromium browsers that the user named, absolute. */
  readonly folders?: readonly string[];
  /** The file system, when it is not Node's. */
  readonly files?: ManifestFiles;
}

/** Turns a path of the table into an absolute one; undefined when the machine has no such root. */
export function resolveMarkers(context: ManifestContext, pattern: string): string | undefined {
  const [first = '', ...rest] = pattern.split('/');
  if (first === '') return join(context.systemRoot ?? '/', ...rest);
  const root = rootOf(context, first);
  return root === undefined ? undefined : join(root, ...rest);
}

function rootOf({ env, homeDir }: ManifestContext, marker: string): string | undefined {
  const xdg = env['XDG_CONFIG_HOME'] || join(homeDir, '.config');
  switch (marker) {
    case '{exact}':
      return '/';
    case '{home}':
      return homeDir;
    case '{xdg}':
      return xdg;
    case '{config}':
      return env['CHROME_CONFIG_HOME'] || xdg;
    case '{support}':
      return join(homeDir, 'Library', 'Application Support');
    case '{localAppData}':
      return env['LOCALAPPDATA'] || join(homeDir, 'AppData', 'Local');
    case '{appData}':
      return env['APPDATA'] || join(homeDir, 'AppData', 'Roaming');
    case '{programFiles}':
      return env['ProgramFiles'] || undefined;
    case '{programFilesX86}':
      return env['ProgramFiles(x86)'] || undefined;
    default:
      throw new Error(`The table of browser locations uses the unknown marker ${marker}; add it to rootOf.`);
  }
}

/** A path as people read it: the user's home is written as `~`, except on Windows. */
export function shownPath({ homeDir, platform }: Pick<ManifestContext, 'homeDir' | 'platform'>, path: string): string {
  if (platform === 'win32' || !path.startsWith(`${homeDir}/`)) return path;
  return `~${path.slice(homeDir.length)}`;
}

/** Names the temporary files of this data home, so that another hub's are left to it. */
export function tagOf({ dataHome }: ManifestContext): string {
  return createHash('sha256').update(dataHome).digest('hex').slice(0, 12);
}
