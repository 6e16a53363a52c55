// Where each app keeps its list of MCP servers, on each family of operating systems.
import { posix, win32 } from 'node:path';
import { readClaudeCodeFile } from './claude-code-file.ts';
import { readCodexFile } from './codex-file.ts';
import { readClaudeDesktopFile, readCursorFile, readWindsurfFile } from './mcp-servers-file.ts';
import { readVscodeFile } from './vscode-file.ts';
import type { ServerApp } from '../../../../contract/imports.ts';
import type { Machine } from '../../../../native-host/manifests/machine.ts';
import type { ServersReader } from './read-server.ts';

export type AppMachine = Pick<Machine, 'platform' | 'homeDir' | 'env'>;

export interface AppPlaces {
  /** As people call it. */
  readonly title: string;
  readonly read: ServersReader;
  /** Every file that may hold servers, absolute. A `*` stands for the rest of one folder's name. */
  readonly files: readonly string[];
}

/** The places of an app on this machine. */
export function appPlaces(app: ServerApp, machine: AppMachine): AppPlaces {
  const { title, read, files } = apps[app];
  const { join } = machine.platform === 'win32' ? win32 : posix;
  return { title, read, files: files(machine, join) };
}

interface App extends Pick<AppPlaces, 'title' | 'read'> {
  files(machine: AppMachine, join: typeof posix.join): string[];
}

const apps: Readonly<Record<ServerApp, App>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    read: readClaudeDesktopFile,
    files: (machine, join) => [
      join(configFolder(machine), 'Claude', 'claude_desktop_config.json'),
      ...packagedClaude(machine),
    ],
  },
  'claude-code': {
    title: 'Claude Code',
    read: readClaudeCodeFile,
    files: ({ homeDir, env }, join) => [join(env['CLAUDE_CONFIG_DIR'] || homeDir, '.claude.json')],
  },
  cursor: {
    title: 'Cursor',
    read: readCursorFile,
    files: ({ homeDir }, join) => [join(homeDir, '.cursor', 'mcp.json')],
  },
  vscode: {
    title: 'VS Code',
    read: readVscodeFile,
    files: (machine, join) =>
      ['Code', 'Code - Insiders', 'VSCodium'].flatMap(name =>
        ['mcp.json', 'settings.json'].map(file => join(configFolder(machine), name, 'User', file)),
      ),
  },
  windsurf: {
    title: 'Windsurf',
    read: readWindsurfFile,
    files: ({ homeDir }, join) => [join(homeDir, '.codeium', 'windsurf', 'mcp_config.json')],
  },
  codex: {
    title: 'Codex',
    read: readCodexFile,
    files: ({ homeDir, env }, join) => [join(env['CODEX_HOME'] || join(homeDir, '.codex'), 'config.toml')],
  },
};

function configFolder({ platform, homeDir, env }: AppMachine): string {
  if (platform === 'darwin') return posix.join(homeDir, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || win32.join(homeDir, 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] || posix.join(homeDir, '.config');
}

/** The store's Claude Desktop sees a folder of its own as its %APPDATA%. */
function packagedClaude({ platform, homeDir, env }: AppMachine): string[] {
  if (platform !== 'win32') return [];
  const local = env['LOCALAPPDATA'] || win32.join(homeDir, 'AppData', 'Local');
  return [win32.join(local, 'Packages', 'Claude_*', 'LocalCache', 'Roaming', 'Claude', 'claude_desktop_config.json')];
}
