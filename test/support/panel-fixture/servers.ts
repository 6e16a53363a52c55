// The fixture's MCP servers, one in each state that a user meets, and the tools of browser and servers.
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { Server, ServerState } from '../../../contract/schemas/servers.ts';

const minute = 60_000;

const npxPath = '/home/ana/.nvm/versions/node/v24.21.0/bin/npx';

interface Extra {
  readonly package?: Server['package'];
  readonly runtime?: Server['runtime'];
  readonly kind?: Server['kind'];
  readonly options?: Partial<Server['options']>;
  readonly wantsPerAgent?: Reason;
  readonly runs?: number;
  readonly sandbox?: Server['sandbox'];
  readonly toolCount?: number;
  readonly crashes?: number;
  readonly starts?: number;
  readonly startMs?: number;
  readonly restarts?: Server['restarts'];
  readonly warning?: Server['warning'];
  readonly stderr?: readonly string[];
  readonly envNames?: readonly string[];
}

function server(id: string, command: string, args: readonly string[], state: ServerState, extra: Extra = {}): Server {
  const toolCount = extra.toolCount ?? 0;
  return {
    id,
    name: id,
    commandLine: [command, ...args].join(' '),
    package: extra.package ?? null,
    runtime:
      extra.runtime ??
      (command === npxPath
        ? {
            path: command,
            version: '11.6.2',
            why: { kind: 'version-of', program: 'nvm', chosen: 'default', version: 'v24.0.0' },
          }
        : null),
    kind: extra.kind ?? 'stdio',
    program: command.startsWith('https://') ? new URL(command).host : (command.split('/').at(-1) ?? command),
    envNames: [...(extra.envNames ?? [])],
    cwd: null,
    workFolder: command.startsWith('https://') ? null : `/home/ana/.pilothouse/servers/${id}/work`,
    options: ServerOptionsSchema.parse(extra.options ?? {}),
    sandbox: extra.sandbox ?? { available: true, reason: { kind: 'sandbox-by', program: 'bubblewrap' } },
    warning: extra.warning ?? null,
    hash: '9f2b4c61d0a77e35b8c1f40e6d93a25b7714c8e0f3d6a9b21c5e8f70d4a6b3c2',
    state,
    serverInfo: toolCount > 0 ? { name: `${id}-server`, version: '1.4.2' } : null,
    toolCount,
    runs: extra.runs ?? (state.kind === 'running' ? 1 : 0),
    starts: extra.starts ?? 1,
    startMs: extra.startMs ?? (state.kind === 'running' ? 412 : null),
    crashes: extra.crashes ?? 0,
    restartCount: Math.max(0, (extra.starts ?? 1) - 1),
    restarts: extra.restarts ?? null,
    stderr: [...(extra.stderr ?? [])],
    wantsPerAgent: extra.wantsPerAgent ?? null,
  };
}

export function fixtureServers(now: number): Server[] {
  const npx = npxPath;
  const hours = now - 192 * minute;
  const failedLogin = {
    kind: 'exited-saying',
    of: 'server',
    code: 1,
    cause: 'password authentication failed for user “atlas”. Check the secret ATLAS_DB',
  } as const;
  return [
    server(
      'filesystem',
      npx,
      ['-y', '@modelcontextprotocol/server-filesystem', '/home/ana/code'],
      { kind: 'running', since: hours, pid: 47_811 },
      {
        toolCount: 6,
        options: {
          sandbox: { network: 'none', hosts: [], folders: [{ path: '/home/ana/code', writable: true }] },
        },
        stderr: [
          'Secure MCP Filesystem Server running on stdio',
          'Client does not support MCP Roots, using allowed directories set from server args',
        ],
      },
    ),
    server(
      'everything',
      npx,
      ['-y', '@modelcontextprotocol/server-everything'],
      { kind: 'running', since: now - 41 * minute, pid: 51_002 },
      {
        toolCount: 4,
        wantsPerAgent: { kind: 'asked-for-agents', method: 'sampling/createMessage' },
      },
    ),
    server(
      'github',
      '/usr/bin/docker',
      ['run', '-i', '--rm', 'ghcr.io/github/github-mcp-server'],
      {
        kind: 'degraded',
        since: now - 12 * minute,
        pid: 49_120,
        reason: { kind: 'no-answer', pings: 3 },
      },
      {
        toolCount: 4,
        envNames: ['GITHUB_TOKEN'],
      },
    ),
    server(
      'postgres',
      npx,
      ['-y', '@modelcontextprotocol/server-postgres', 'postgresql://atlas@db.atlas.test/atlas'],
      { kind: 'waiting', since: now - 1000, until: now + 3_600_000, reason: failedLogin },
      {
        crashes: 2,
        starts: 3,
        restarts: { used: 2, of: 3 },
        envNames: ['ATLAS_DB'],
        stderr: [
          'pool: connected to db.atlas.test:5432 as atlas',
          'pool: idle client error',
          'FATAL: password authentication failed for user "atlas"',
          'retrying once with PGPASSWORD from the environment',
          'FATAL: password authentication failed for user "atlas"',
          '    at Parser.parseErrorMessage (node_modules/pg-protocol/dist/parser.js:285:98)',
        ],
      },
    ),
    server(
      'puppeteer',
      'npx',
      ['-y', '@modelcontextprotocol/server-puppeteer'],
      {
        kind: 'failed',
        since: now - 22 * minute,
        reason: {
          kind: 'gave-up',
          starts: 3,
          why: { kind: 'exited-saying', of: 'server', code: 127, cause: 'sh: 1: npx: not found' },
        },
      },
      {
        crashes: 3,
        starts: 4,
        stderr: ['sh: 1: npx: not found'],
      },
    ),
    server(
      'fetch',
      '/home/ana/.local/bin/uvx',
      ['mcp-server-fetch', '--user-agent', 'atlas/1.0 (ops@atlas.test)'],
      { kind: 'blocked', since: now - 3 * minute, by: 'approval', reason: { kind: 'not-approved', what: 'command' } },
      { starts: 0 },
    ),
    server('memory', npx, ['-y', '@modelcontextprotocol/server-memory'], { kind: 'stopped', since: now - 80 * minute }),
    server(
      'sentry',
      'https://mcp.sentry.dev/mcp',
      [],
      {
        kind: 'unauthorized',
        since: now - 55 * minute,
        reason: { kind: 'asks-to-sign-in', host: 'mcp.sentry.dev', status: 401 },
      },
      {
        kind: 'http',
        starts: 2,
        envNames: ['X-Team'],
        sandbox: { available: false, reason: { kind: 'sandbox-by', program: 'bubblewrap' } },
      },
    ),
    server(
      'linear',
      npx,
      ['-y', 'linear-mcp@1.5.0', '--workspace', 'atlas\u202e'],
      {
        kind: 'blocked',
        since: now - 9 * minute,
        by: 'approval',
        reason: { kind: 'approval-changed', what: 'command' },
      },
      {
        starts: 6,
        envNames: ['LINEAR_KEY', 'NODE_OPTIONS', 'npm_config_registry'],
        warning: { kind: 'runs-other-code', names: ['NODE_OPTIONS', 'npm_config_registry'] },
      },
    ),
    server(
      'notes',
      '/home/ana/servers/notes.wasm',
      [],
      { kind: 'running', since: hours, pid: 48_230 },
      { kind: 'wasm', toolCount: 2, options: { instances: 'per-agent' }, runs: 3 },
    ),
    server(
      'weather',
      '/home/ana/servers/weather.js',
      [],
      { kind: 'starting', since: now - 2_000, pid: 52_090 },
      { kind: 'javascript', envNames: ['WEATHER_KEY'] },
    ),
  ];
}

type Row = readonly [name: string, description: string, scope: string, readOnly: boolean, bytes: number];

const browserTools: readonly Row[] = [
  ['tabs_context', 'Lists the tabs this agent may use: number, title, address.', 'browser:tabs.read', true, 412],
  ['tabs_create', 'Opens a new tab and makes this agent its owner.', 'browser:tabs.create', false, 520],
  ['navigate', 'Opens an address in a tab, or goes back and forward in its history.', 'browser:navigate', false, 1_104],
  [
    'computer',
    'Mouse, keyboard and screenshots on one tab. Coordinates are CSS pixels of the last screenshot.',
    'browser:activeTab.interact',
    false,
    4_812,
  ],
  [
    'read_page',
    'The accessibility tree of a page, with a reference for each element.',
    'browser:activeTab.read',
    true,
    1_622,
  ],
  ['get_page_text', 'The readable text of a page.', 'browser:activeTab.read', true, 488],
];

const serverTools: Readonly<Record<string, readonly Row[]>> = {
  filesystem: [
    ['read_file', 'Reads a file as text.', 'servers:call', true, 702],
    ['write_file', 'Creates a file or replaces its whole content.', 'servers:call', false, 611],
    ['edit_file', 'Replaces exact parts of a file and returns the difference.', 'servers:call', false, 1_930],
    ['list_directory', 'Lists the files and folders in a folder.', 'servers:call', true, 515],
    ['search_files', 'Finds files whose path matches a pattern.', 'servers:call', true, 688],
    ['move_file', 'Moves or renames a file or folder.', 'servers:call', false, 540],
  ],
  everything: [
    ['echo', 'Echoes back the input.', 'servers:call', true, 231],
    ['add', 'Adds two numbers.', 'servers:call', true, 244],
    ['longRunningOperation', 'Demonstrates a long running operation with progress updates.', 'servers:call', true, 398],
    ['printEnv', 'Prints all environment variables.', 'servers:call', true, 190],
  ],
  github: [
    ['search_code', 'Searches code in all repositories that the token may see.', 'servers:call', true, 1_204],
    ['create_issue', 'Opens an issue in a repository.', 'servers:call', false, 1_412],
    ['merge_pull_request', 'Merges a pull request.', 'servers:call', false, 1_031],
    ['list_issues', 'Lists issues of a repository.', 'servers:call', true, 2_402],
  ],
  notes: [
    ['append', 'Adds a line to a note.', 'servers:call', false, 312],
    ['search', 'Finds notes that hold a text.', 'servers:call', true, 356],
  ],
};

const heldOf: Readonly<Record<string, Tool['held']>> = {
  'github/create_issue': 'changed',
  'github/merge_pull_request': 'new',
  'github/list_issues': 'refused',
};

export function fixtureTools(): Tool[] {
  const make = ([name, description, scope, readOnly, bytes]: Row, source: Tool['source']): Tool => ({
    id: source.kind === 'server' ? `${source.serverId}/${name}` : name,
    name: source.kind === 'server' ? `${source.serverId}__${name}` : name,
    source,
    title: name.replaceAll('_', ' '),
    description,
    scope,
    readOnly,
    bytes,
    held: heldOf[`${source.kind === 'server' ? source.serverId : ''}/${name}`] ?? null,
    on: name !== 'printEnv',
    offFor: name === 'write_file' ? ['client-codex'] : [],
  });
  const ofServers = Object.entries(serverTools).flatMap(([serverId, rows]) =>
    rows.map(row => make(row, { kind: 'server', serverId })),
  );
  return [...browserTools.map(row => make(row, { kind: 'browser' })), ...ofServers];
}
