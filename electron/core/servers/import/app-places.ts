// Where the servers of each app are read from: the places of its rows in the table of agents, and what older versions had beside them.
import { posix, win32 } from 'node:path';
import { agentApps } from '../../agent-configs/agent-apps.ts';
import { placesOf } from '../../agent-configs/places.ts';
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
  const { rows = [app], title, read, beside = [] } = apps[app];
  const { dirname, join } = machine.platform === 'win32' ? win32 : posix;
  const places = rows.flatMap(id => placesOf(agentApps.find(row => row.id === id)?.user?.places ?? [], machine, null));
  const files = places.flatMap(file => [file, ...beside.map(name => join(dirname(file), name))]);
  return { title, read, files };
}

interface App extends Pick<AppPlaces, 'title' | 'read'> {
  /** In the table of agents, where that is not one row of its own name. */
  readonly rows?: readonly string[];
  /** Files that older versions had in the same folders. */
  readonly beside?: readonly string[];
}

const apps: Readonly<Record<ServerApp, App>> = {
  'claude-desktop': { title: 'Claude Desktop', read: readClaudeDesktopFile },
  'claude-code': { title: 'Claude Code', read: readClaudeCodeFile },
  cursor: { title: 'Cursor', read: readCursorFile },
  vscode: {
    title: 'VS Code',
    read: readVscodeFile,
    rows: ['vscode', 'vscode-insiders', 'vscodium'],
    beside: ['settings.json'],
  },
  windsurf: { title: 'Windsurf', read: readWindsurfFile },
  codex: { title: 'Codex', read: readCodexFile },
};
