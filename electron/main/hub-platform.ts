// What Electron's main process supplies to the hub.
import fs from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { nodePlatform } from '../core/platform/node-platform.ts';
import { logOnTerminal } from '../core/platform/terminal.ts';
import { executableName } from './own-files.ts';
import { startUtility } from './start-utility.ts';
import type { HubPlatform, Vault } from '../core/platform/platform.ts';
import type { AppOptions } from './app-options.ts';
import type { OwnFiles } from './own-files.ts';

/** Electron tells of the lock on these systems only. */
export const reportsLock = process.platform === 'darwin' || process.platform === 'win32';

export interface ShellParts {
  readonly version: string;
  readonly distDir: string;
  /** Of an installed app: its executable and what other programs read; null runs from the sources. */
  readonly ownFiles: OwnFiles | null;
  /** Brings the window to the front. */
  open(): void;
  quit(): void;
  readonly vault: Vault;
  /** Opens a web address in the user's browser. */
  openLink(url: string): Promise<void>;
  readonly desktop: NonNullable<HubPlatform['desktop']>;
}

export function createHubPlatform(
  { home, runtimeDir, mcpPort, wellKnownRoot }: AppOptions,
  shell: ShellParts,
): HubPlatform {
  return {
    ...nodePlatform(),
    version: shell.version,
    shell: 'electron',
    reportsLock,
    home,
    runtimeDir,
    appDir: path.dirname(shell.distDir),
    distDir: shell.ownFiles?.folder ?? shell.distDir,
    relayProblem: shell.ownFiles?.problem ?? null,
    runnerProblem: shell.ownFiles?.runnerProblem ?? null,
    workersDir: path.join(shell.distDir, 'core'),
    startSide: startUtility,
    nodePath: shell.ownFiles
      ? path.join(shell.ownFiles.folder, executableName)
      : process.env['PILOTHOUSE_NODE'] || findNode(process.env['PATH'] ?? ''),
    mcpPort,
    wellKnownRoot,
    log: pino({ name: 'pilothouse', level: process.env['PILOTHOUSE_LOG'] || 'warn' }, logOnTerminal),
    open: () => {
      shell.open();
      return { url: null, page: null };
    },
    quit: shell.quit,
    vault: shell.vault,
    openLink: url => shell.openLink(url),
    desktop: shell.desktop,
  };
}

/** Electron's own binary cannot stand in: the relay must start in milliseconds, and a hardened build refuses to be a Node. */
function findNode(searchPath: string): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const folder of searchPath.split(path.delimiter)) {
    const file = path.join(folder, name);
    if (path.isAbsolute(folder) && fs.existsSync(file)) return file;
  }
  throw new Error(`No ${name} is on PATH, and browsers need one to reach Pilothouse; install Node 20.19 or newer.`);
}
