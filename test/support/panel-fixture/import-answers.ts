// What the fixture hub says to import and export: a preview with what a user meets in one, and a file to take along.
import { hubError } from '../../../words/hub-error.ts';
import type { ImportEntry } from '../../../contract/schemas/imports.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type Answers = Pick<PanelHandlers, 'servers:found' | 'servers:import-preview' | 'servers:import' | 'servers:export'>;

const readable = {
  app: 'claude-code' as const,
  from: null,
  envNames: [],
  secrets: [],
  offers: [],
  warning: null,
  problem: null,
  own: null,
  exists: null,
  taken: null,
  same: null,
  placeholders: [],
};

const entries: ImportEntry[] = [
  {
    ...readable,
    key: 's1',
    name: 'linear',
    config: { kind: 'http', url: 'https://mcp.linear.test/mcp', headers: { Authorization: 'Bearer ${secret:LINEAR}' } },
    commandLine: 'https://mcp.linear.test/mcp',
    envNames: ['Authorization'],
    secrets: [{ name: 'LINEAR', found: true }],
    offers: [{ key: 'o1', place: 'header', name: 'Authorization', label: '', secret: 'LINEAR' }],
  },
  {
    ...readable,
    key: 's2',
    name: 'time',
    from: '/home/ana/code/atlas',
    config: { kind: 'stdio', command: 'uvx', args: ['mcp-server-time'], env: { TZ_KEY: '${secret:TZ_KEY}' } },
    commandLine: 'uvx mcp-server-time',
    envNames: ['TZ_KEY'],
    secrets: [{ name: 'TZ_KEY', found: false }],
    placeholders: [
      {
        key: 'secret/TZ_KEY',
        place: 'variable',
        name: 'TZ_KEY',
        text: '${secret:TZ_KEY}',
        asks: 'TZ_KEY',
        secret: true,
      },
    ],
    warning: { kind: 'version-not-fixed', runner: 'uvx', name: 'mcp-server-time', version: null },
  },
  {
    ...readable,
    key: 's3',
    name: 'memory',
    config: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'], env: {} },
    commandLine: 'npx -y @modelcontextprotocol/server-memory',
    exists: 'memory',
    taken: 'memory',
  },
  {
    ...readable,
    key: 's4',
    name: 'notes',
    config: null,
    commandLine: null,
    problem: { kind: 'entry-app-fills', name: 'notes', placeholder: '${workspaceFolder}' },
  },
  {
    ...readable,
    key: 's5',
    name: 'pilothouse',
    config: { kind: 'http', url: 'http://127.0.0.1:8765/mcp', headers: {} },
    commandLine: 'http://127.0.0.1:8765/mcp',
    own: { kind: 'own-hub-address', host: '127.0.0.1:8765' },
  },
];

export function importAnswers(): Answers {
  return {
    'servers:found': () => ({
      apps: [
        {
          app: 'claude-code',
          files: ['/home/ana/.claude.json'],
          servers: ['linear', 'time', 'memory', 'notes'],
          problems: [],
          things: 0,
        },
        { app: 'cursor', files: ['/home/ana/.cursor/mcp.json'], servers: ['memory'], problems: [], things: 0 },
      ],
    }),
    'servers:import-preview': ({ source }) => {
      if (source.kind === 'app' && source.app === 'windsurf')
        throw hubError('ERR_INVALID_ARGUMENTS', {
          kind: 'app-without-list',
          app: 'Windsurf',
          places: ['/home/ana/.codeium/windsurf/mcp_config.json'],
        });
      return { previewId: 'p1', files: ['/home/ana/.claude.json'], entries, things: [], problems: [] };
    },
    'servers:import': () => ({ serverIds: ['memory'] }),
    'servers:export': ({ format }) => ({
      text: '{\n  "mcpServers": {\n    "memory": { "command": "npx" }\n  }\n}\n',
      fileName: format === 'codex' ? 'config.toml' : 'mcp.json',
      skipped: format === 'codex' ? [{ serverId: 'sentry', reason: { kind: 'codex-no-sse' } }] : [],
    }),
  };
}
