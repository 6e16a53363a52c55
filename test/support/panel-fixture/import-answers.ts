// What the fixture hub says to import and export: a preview with what a user meets in one, and a file to take along.
import { hubError } from '../../../words/hub-error.ts';
import type { ImportEntry } from '../../../contract/schemas/imports.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

type Answers = Pick<PanelHandlers, 'servers:import-preview' | 'servers:import' | 'servers:export'>;

const readable = { from: null, envNames: [], secrets: [], warning: null, problem: null, exists: null };

const entries: ImportEntry[] = [
  {
    ...readable,
    key: 's1',
    name: 'linear',
    config: { kind: 'http', url: 'https://mcp.linear.test/mcp', headers: { Authorization: 'Bearer ${secret:LINEAR}' } },
    commandLine: 'https://mcp.linear.test/mcp',
    envNames: ['Authorization'],
    secrets: [{ name: 'LINEAR', found: true }],
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
    warning: { kind: 'version-not-fixed', runner: 'uvx', name: 'mcp-server-time', version: null },
  },
  {
    ...readable,
    key: 's3',
    name: 'memory',
    config: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'], env: {} },
    commandLine: 'npx -y @modelcontextprotocol/server-memory',
    exists: 'memory',
  },
  {
    ...readable,
    key: 's4',
    name: 'notes',
    config: null,
    commandLine: null,
    problem: { kind: 'entry-app-fills', name: 'notes', placeholder: '${workspaceFolder}' },
  },
];

export function importAnswers(): Answers {
  return {
    'servers:import-preview': ({ source }) => {
      if (source.kind === 'app' && source.app === 'windsurf')
        throw hubError('ERR_INVALID_ARGUMENTS', {
          kind: 'app-without-list',
          app: 'Windsurf',
          places: ['/home/ana/.codeium/windsurf/mcp_config.json'],
        });
      return { previewId: 'p1', files: ['/home/ana/.claude.json'], entries, problems: [] };
    },
    'servers:import': () => ({ serverIds: ['memory'] }),
    'servers:export': ({ format }) => ({
      text: '{\n  "mcpServers": {\n    "memory": { "command": "npx" }\n  }\n}\n',
      fileName: format === 'codex' ? 'config.toml' : 'mcp.json',
      skipped: format === 'codex' ? [{ serverId: 'sentry', reason: { kind: 'codex-no-sse' } }] : [],
    }),
  };
}
