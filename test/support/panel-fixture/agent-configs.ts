// The agents of the fixture's machine: one in each state that its file can have, and the answers about them.
import { HubError } from '../../../contract/errors.ts';
import type { agentConfigRequests } from '../../../contract/schemas/agent-config-requests.ts';
import type { AgentConfig, AgentConfigState, ConfigPreview } from '../../../contract/schemas/agent-configs.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

const minute = 60_000;

export function fixtureAgentConfigs(now: number): AgentConfig[] {
  const row = (
    agent: string,
    title: string,
    file: string,
    state: AgentConfigState,
    more: Partial<AgentConfig> = {},
  ) => ({
    id: agent,
    agent,
    title,
    project: null,
    file: `/home/ana/${file}`,
    shownFile: `~/${file}`,
    hash: 'ab'.repeat(32),
    state,
    hows: ['stdio' as const, 'http' as const],
    prefers: 'stdio' as const,
    takesVariable: false,
    hasProjects: false,
    after: 'restart' as const,
    how: null,
    byVariable: false,
    clientId: null,
    otherServers: 0,
    restart: null,
    versions: 0,
    ...more,
  });
  const connected = (since: number, clientId: string): Partial<AgentConfig> => ({
    how: 'stdio',
    clientId,
    versions: 2 + since,
  });
  const absent = [
    ['claude-desktop', 'Claude Desktop'],
    ['cline', 'Cline'],
    ['roo-code', 'Roo Code'],
    ['continue', 'Continue'],
    ['opencode', 'opencode'],
    ['jetbrains-ai', 'JetBrains AI'],
    ['amp', 'Amp'],
    ['warp', 'Warp'],
  ] as const;
  return [
    row(
      'claude-code',
      'Claude Code',
      '.claude.json',
      { kind: 'connected', since: now - 72 * minute, emptied: null },
      {
        ...connected(1, 'client-claude'),
        hasProjects: true,
        after: 'new-session',
      },
    ),
    row(
      'codex',
      'Codex CLI',
      '.codex/config.toml',
      { kind: 'connected', since: now - 8 * minute, emptied: null },
      {
        ...connected(0, 'client-goose'),
        takesVariable: true,
        restart: { pid: 51_012, startedAt: now - 40 * minute },
      },
    ),
    row(
      'cursor',
      'Cursor',
      '.cursor/mcp.json',
      { kind: 'gone', since: now - 25 * minute, lost: ['github'], version: 6 },
      {
        ...connected(4, 'client-cursor'),
        hasProjects: true,
        after: 'reads-itself',
        otherServers: 3,
      },
    ),
    row(
      'vscode',
      'VS Code',
      '.config/Code/User/mcp.json',
      { kind: 'not-connected' },
      { hasProjects: true, otherServers: 2 },
    ),
    row('zed', 'Zed', '.config/zed/settings.json', { kind: 'not-connected' }),
    row(
      'lm-studio',
      'LM Studio',
      '.lmstudio/mcp.json',
      { kind: 'manual', menu: 'Program › Install › Edit mcp.json' },
      { hows: [] },
    ),
    row(
      'goose',
      'Goose',
      '.config/goose/config.yaml',
      {
        kind: 'broken',
        line: 14,
        column: 3,
        why: { kind: 'config-syntax', cause: 'Nested mappings are not allowed in compact mappings' },
      },
      { versions: 3 },
    ),
    row(
      'windsurf',
      'Windsurf',
      '.codeium/windsurf/mcp_config.json',
      {
        kind: 'connected',
        since: now - 300 * minute,
        emptied: { since: now - 12 * minute, lost: ['github', 'postgres', 'linear'], version: 6 },
      },
      connected(2, 'client-windsurf'),
    ),
    row('gemini', 'Gemini CLI', '.gemini/settings.json', {
      kind: 'unreadable',
      why: { kind: 'config-of-other', file: '/home/ana/.gemini', owner: 0 },
    }),
    ...absent.map(([agent, title]) => row(agent, title, `.${agent}/mcp.json`, { kind: 'absent' })),
  ];
}

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

export function agentConfigAnswers({
  snapshot,
  change,
}: Inside): Pick<PanelHandlers, keyof typeof agentConfigRequests> {
  const find = ({ agent, project }: { agent: string; project?: string | undefined }) => {
    const found = Object.values(snapshot().agentConfigs).find(row => row.agent === agent);
    if (!found) throw new HubError('ERR_INVALID_ARGUMENTS', `There is no agent “${agent}”.`);
    return { ...found, project: project ?? found.project };
  };
  const set = (row: AgentConfig, fields: Partial<AgentConfig>) => {
    const next = { ...row, ...fields, versions: row.versions + 1 };
    change('agentConfigs', row.id, next);
    return { row: next, undo: next.versions, token: null, isNewClient: false };
  };
  return {
    'agent-configs:list': () => ({ rows: Object.values(snapshot().agentConfigs) }),
    'agent-configs:preview': change => fixturePreview(find(change)),
    'agent-configs:connect': ({ how, ...of }) =>
      set(find(of), {
        state: { kind: 'connected', since: Date.now(), emptied: null },
        how: how ?? 'stdio',
        clientId: 'client-script',
      }),
    'agent-configs:disconnect': of => set(find(of), { state: { kind: 'not-connected' }, how: null, clientId: null }),
    'agent-configs:restore': of => set(find(of), { state: { kind: 'not-connected' }, how: null, clientId: null }),
    'agent-configs:snippets': of => {
      const row = 'clientId' in of ? null : find(of);
      const id = 'clientId' in of ? of.clientId : (row?.clientId ?? null);
      const command = '/home/ana/.pilothouse/launcher/pilothouse';
      const line = `${command} mcp --client ${id ?? 'CLIENT_ID'}`;
      return {
        clientId: id,
        createdAt: (id && snapshot().clients[id]?.createdAt) || null,
        ways: [
          {
            how: 'stdio',
            line,
            add: row?.agent === 'codex' ? `codex mcp add pilothouse -- ${line}` : null,
            files: [
              {
                name: row?.shownFile?.split('/').at(-1) ?? 'mcp.json',
                text: `[mcp_servers.pilothouse]\ncommand = "${command}"\nargs = ["mcp", "--client", "${id}"]`,
              },
            ],
          },
          { how: 'http', line: 'http://127.0.0.1:3456/mcp', add: null, files: [] },
        ],
        menu: row?.state.kind === 'manual' ? row.state.menu : null,
      };
    },
    'clients:new-token': ({ clientId }) => {
      const client = snapshot().clients[clientId];
      if (!client) throw new HubError('ERR_INVALID_ARGUMENTS', `There is no client “${clientId}”.`);
      return { client, token: 'ph_7KxW2rT9bQ4mYc1ZsE8uHnV5jLpA3dGf' };
    },
  };
}

function fixturePreview(row: AgentConfig): ConfigPreview {
  const at = Date.UTC(2026, 10, 23, 13, 5);
  return {
    file: row.file ?? '',
    shownFile: row.shownFile ?? '',
    target: null,
    hash: 'ab'.repeat(32),
    bytes: 412,
    bytesAfter: 561,
    lines: [
      { kind: 'same', old: 1, new: 1, text: '{' },
      { kind: 'same', old: 2, new: 2, text: '  // servers for this laptop, see wiki' },
      { kind: 'same', old: 3, new: 3, text: '  "mcpServers": {' },
      { kind: 'skipped', lines: 12 },
      { kind: 'removed', old: 16, text: '    "postgres": { "command": "npx", "args": ["-y", "server-postgres"] }' },
      { kind: 'added', new: 16, text: '    "postgres": { "command": "npx", "args": ["-y", "server-postgres"] },' },
      { kind: 'added', new: 17, text: '    "pilothouse": {' },
      { kind: 'added', new: 18, text: '      "command": "/home/ana/.pilothouse/launcher/pilothouse",' },
      { kind: 'added', new: 19, text: `      "args": ["mcp", "--client", "${row.agent}-4f1c9a"]` },
      { kind: 'added', new: 20, text: '    }' },
      { kind: 'same', old: 17, new: 21, text: '  }' },
      { kind: 'same', old: 18, new: 22, text: '}' },
    ],
    added: 5,
    removed: 1,
    backup: `~/.pilothouse/backups/${row.agent}/mcp.json.7`,
    notes: [],
    after: row.after,
    running: { pid: 8122, startedAt: at },
    versions: [
      { version: 6, at, why: { kind: 'kept-before-loss' }, bytes: 561, isDamaged: false },
      { version: 5, at: at - 100 * minute, why: { kind: 'kept-before-connect' }, bytes: 412, isDamaged: false },
      { version: 4, at: at - 5_000 * minute, why: { kind: 'kept-before-connect' }, bytes: null, isDamaged: false },
    ],
  };
}
