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
  const { homeDir: home, env, platform } = machine;
  const { join } = platform === 'win32' ? win32 : posix;
  const config = configFolder(machine);
  switch (app) {
    case 'claude-desktop':
      return {
        title: 'Claude Desktop',
        read: readClaudeDesktopFile,
        files: [join(config, 'Claude', 'claude_desktop_config.json'), ...packagedClaude(machine)],
      };
    case 'claude-code':
      return {
        title: 'Claude Code',
        read: readClaudeCodeFile,
        files: [join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
      };
    case 'cursor':
      return { title: 'Cursor', read: readCursorFile, files: [join(home, '.cursor', 'mcp.json')] };
    case 'vscode':
      return {
        title: 'VS Code',
        read: readVscodeFile,
        files: ['Code', 'Code - Insiders', 'VSCodium'].flatMap(name =>
          ['mcp.json', 'settings.json'].map(file => join(config, name, 'User', file)),
        ),
      };
    case 'windsurf':
      return {
        title: 'Windsurf',
        read: readWindsurfFile,
        files: [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
      };
    case 'codex':
      return {
        title: 'Codex',
        read: readCodexFile,
        files: [join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml')],
      };
  }
}

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
