// Where each program keeps its list of servers, on each system: the table of agents, held to paths that are written out.
import { describe, expect, test } from 'vitest';
import { agentApps } from '../../../../electron/core/agent-configs/agent-apps.ts';
import { placesOf } from '../../../../electron/core/agent-configs/places.ts';
import type { AgentMachine } from '../../../../electron/core/agent-configs/places.ts';

type Os = 'linux' | 'darwin' | 'win32';

const homes: Record<Os, string> = { linux: '/home/ana', darwin: '/Users/ana', win32: 'C:\\Users\\ana' };

/** In a home; `*` where a system has it at the same place as Linux. */
const places: Record<string, Record<Os, string>> = {
  'claude-code': same('.claude.json'),
  'claude-desktop': {
    linux: '.config/Claude/claude_desktop_config.json',
    darwin: 'Library/Application Support/Claude/claude_desktop_config.json',
    win32: 'AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
  },
  codex: same('.codex/config.toml'),
  cursor: same('.cursor/mcp.json'),
  vscode: ofEditor('Code/User/mcp.json'),
  'vscode-insiders': ofEditor('Code - Insiders/User/mcp.json'),
  vscodium: ofEditor('VSCodium/User/mcp.json'),
  windsurf: same('.codeium/windsurf/mcp_config.json'),
  zed: {
    linux: '.config/zed/settings.json',
    darwin: '.config/zed/settings.json',
    win32: 'AppData/Roaming/Zed/settings.json',
  },
  'gemini-cli': same('.gemini/settings.json'),
  'qwen-code': same('.qwen/settings.json'),
  cline: same('.cline/data/settings/cline_mcp_settings.json'),
  'roo-code': ofEditor('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  continue: same('.continue/config.yaml'),
  goose: {
    linux: '.config/goose/config.yaml',
    darwin: '.config/goose/config.yaml',
    win32: 'AppData/Roaming/Block/goose/config/config.yaml',
  },
  opencode: same('.config/opencode/opencode.json'),
  'copilot-cli': same('.copilot/mcp-config.json'),
  junie: same('.junie/mcp/mcp.json'),
  amp: same('.config/amp/settings.json'),
  warp: same('.warp/.mcp.json'),
  'lm-studio': same('.lmstudio/mcp.json'),
};

const written = agentApps.filter(({ user }) => user);

test('every row with a file of the user stands in this table', () => {
  expect(Object.keys(places).toSorted()).toEqual(written.map(({ id }) => id).toSorted());
});

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', os => {
  test.each(written.map(app => [app.id, app] as const))('%s is looked for first where it is documented', (id, app) => {
    const [first] = placesOf(app.user?.places ?? [], machine(os), null);
    expect(first).toBe(inHome(os, places[id]?.[os] ?? ''));
  });

  test('the app of the store comes before the other Claude Desktop', () => {
    if (os !== 'win32') return;
    const app = agentApps.find(({ id }) => id === 'claude-desktop');
    expect(placesOf(app?.user?.places ?? [], machine(os), null)[1]).toBe(
      'C:\\Users\\ana\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    );
  });
});

test.each([
  ['claude-code', 'CLAUDE_CONFIG_DIR', '/x/.claude.json'],
  ['codex', 'CODEX_HOME', '/x/config.toml'],
  ['gemini-cli', 'GEMINI_CLI_HOME', '/x/.gemini/settings.json'],
  ['qwen-code', 'QWEN_HOME', '/x/settings.json'],
  ['cline', 'CLINE_DIR', '/x/data/settings/cline_mcp_settings.json'],
  ['cline', 'CLINE_DATA_DIR', '/x/settings/cline_mcp_settings.json'],
  ['cline', 'CLINE_MCP_SETTINGS_PATH', '/x'],
  ['continue', 'CONTINUE_GLOBAL_DIR', '/x/config.yaml'],
  ['goose', 'GOOSE_PATH_ROOT', '/x/config/config.yaml'],
  ['opencode', 'XDG_CONFIG_HOME', '/x/opencode/opencode.json'],
  ['copilot-cli', 'COPILOT_HOME', '/x/mcp-config.json'],
  ['amp', 'AMP_SETTINGS_FILE', '/x'],
])('%s follows %s', (id, variable, place) => {
  const app = agentApps.find(candidate => candidate.id === id);
  const { env, ...rest } = machine('linux');
  expect(placesOf(app?.user?.places ?? [], { ...rest, env: { ...env, [variable]: '/x' } }, null)[0]).toBe(place);
});

// Where a program looks elsewhere too: older versions, other editors, another form of the file. Only what exists there is written.
test.each([
  ['claude-desktop', 'win32', ['AppData/Roaming/Claude/claude_desktop_config.json']],
  ['cline', 'linux', editors('.config', 'saoudrizwan.claude-dev/settings/cline_mcp_settings.json')],
  [
    'cline',
    'darwin',
    editors('Library/Application Support', 'saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
  ],
  ['cline', 'win32', editors('AppData/Roaming', 'saoudrizwan.claude-dev/settings/cline_mcp_settings.json')],
  ['roo-code', 'linux', editors('.config', 'rooveterinaryinc.roo-cline/settings/mcp_settings.json').slice(1)],
  ['roo-code', 'win32', editors('AppData/Roaming', 'rooveterinaryinc.roo-cline/settings/mcp_settings.json').slice(1)],
  ['opencode', 'win32', ['.config/opencode/opencode.jsonc']],
  ['amp', 'win32', ['.config/amp/settings.jsonc']],
  ['lm-studio', 'darwin', ['.cache/lm-studio/mcp.json']],
] as const)('%s on %s has its other places after the first', (id, os, others) => {
  const found = placesOf(appOf(id).user?.places ?? [], machine(os), null);
  expect(found.slice(1)).toEqual(others.map(path => inHome(os, path)));
});

/** Folders of the programs themselves, by which they are found; those of JetBrains are all that it has. */
const traces: Record<string, Record<Os, string>> = {
  'claude-code': same('.claude'),
  'claude-desktop': ofEditor('Claude'),
  codex: same('.codex'),
  cursor: same('.cursor'),
  vscode: ofEditor('Code'),
  'vscode-insiders': ofEditor('Code - Insiders'),
  vscodium: ofEditor('VSCodium'),
  windsurf: same('.codeium/windsurf'),
  zed: { linux: '.config/zed', darwin: '.config/zed', win32: 'AppData/Roaming/Zed' },
  'gemini-cli': same('.gemini/settings.json'),
  'qwen-code': same('.qwen'),
  cline: same('.cline'),
  'roo-code': ofEditor('Code/User/globalStorage/rooveterinaryinc.roo-cline'),
  continue: same('.continue'),
  goose: { linux: '.config/goose', darwin: '.config/goose', win32: 'AppData/Roaming/Block/goose' },
  opencode: same('.config/opencode'),
  'copilot-cli': same('.copilot'),
  junie: same('.junie'),
  'jetbrains-ai': ofEditor('JetBrains'),
  amp: same('.config/amp'),
  warp: same('.warp'),
  'lm-studio': same('.lmstudio'),
};

test('every row has its trace in this table', () => {
  expect(Object.keys(traces).toSorted()).toEqual(agentApps.map(({ id }) => id).toSorted());
});

describe.each(['linux', 'darwin', 'win32'] as const)('found on %s', os => {
  test.each(agentApps.map(app => [app.id, app] as const))('%s, by its own folder', (id, app) => {
    const [first] = placesOf(app.traces.places, machine(os), null);
    expect(first).toBe(inHome(os, traces[id]?.[os] ?? ''));
  });

  test('no place leads out of the home', () => {
    const all = agentApps.flatMap(({ user, traces: found }) => [
      ...placesOf(found.places, machine(os), null),
      ...placesOf(user?.places ?? [], machine(os), null),
    ]);
    const home = homes[os] + (os === 'win32' ? '\\' : '/');
    expect(all.filter(place => !place.startsWith(home))).toEqual([]);
  });
});

test.each([
  ['claude-desktop', 'APPDATA', 'D:\\Roaming\\Claude\\claude_desktop_config.json', 1],
  ['vscode', 'APPDATA', 'D:\\Roaming\\Code\\User\\mcp.json', 0],
  ['zed', 'APPDATA', 'D:\\Roaming\\Zed\\settings.json', 0],
  ['goose', 'APPDATA', 'D:\\Roaming\\Block\\goose\\config\\config.yaml', 0],
] as const)('%s follows a %s that was moved', (id, variable, place, at) => {
  const moved = { ...machine('win32'), env: { [variable]: 'D:\\Roaming' } };
  expect(placesOf(appOf(id).user?.places ?? [], moved, null)[at]).toBe(place);
});

test('a project has its file in its own folder', () => {
  const files = agentApps.flatMap(({ id, project }) =>
    project ? [[id, placesOf(project.places, machine('linux'), '/work/atlas')[0]]] : [],
  );
  expect(Object.fromEntries(files)).toEqual({
    'claude-code': '/work/atlas/.mcp.json',
    cursor: '/work/atlas/.cursor/mcp.json',
    vscode: '/work/atlas/.vscode/mcp.json',
    'gemini-cli': '/work/atlas/.gemini/settings.json',
    'qwen-code': '/work/atlas/.qwen/settings.json',
    'roo-code': '/work/atlas/.roo/mcp.json',
    opencode: '/work/atlas/opencode.json',
    junie: '/work/atlas/.junie/mcp/mcp.json',
    amp: '/work/atlas/.amp/settings.json',
    warp: '/work/atlas/.warp/.mcp.json',
  });
});

function machine(platform: Os): AgentMachine {
  return { platform, homeDir: homes[platform], env: {}, userName: 'ana', uid: 1000 };
}

function appOf(id: string) {
  const app = agentApps.find(candidate => candidate.id === id);
  if (!app) throw new Error(`There is no row ${id}.`);
  return app;
}

/** In the folder that each editor gives an extension. */
function editors(config: string, file: string): string[] {
  const names = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];
  return names.map(name => `${config}/${name}/User/globalStorage/${file}`);
}

function same(path: string): Record<Os, string> {
  return { linux: path, darwin: path, win32: path };
}

function ofEditor(path: string): Record<Os, string> {
  return {
    linux: `.config/${path}`,
    darwin: `Library/Application Support/${path}`,
    win32: `AppData/Roaming/${path}`,
  };
}

function inHome(os: Os, path: string): string {
  return os === 'win32' ? `${homes.win32}\\${path.replaceAll('/', '\\')}` : `${homes[os]}/${path}`;
}
