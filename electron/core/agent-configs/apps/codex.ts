// Codex CLI: https://developers.openai.com/codex/mcp, and docs/config.md of openai/codex ("mcp_servers").
import type { AgentApp, EntryTable } from '../agent-app.ts';

export const codex: AgentApp = {
  id: 'codex',
  title: 'Codex CLI',
  traces: { places: ['{env:CODEX_HOME}', '{home}/.codex'], programs: ['codex'] },
  processes: ['codex'],
  user: {
    places: ['{env:CODEX_HOME}/config.toml', '{home}/.codex/config.toml'],
    format: 'toml',
    keys: ['mcp_servers'],
    stdio: ({ command, args }) => ({ command, args }),
    http: ({ url, token }): EntryTable =>
      token.kind === 'variable'
        ? { url, bearer_token_env_var: token.name }
        : { url, http_headers: { Authorization: `Bearer ${token.text}` } },
    takesVariable: true,
    prefers: 'stdio',
  },
  after: 'new-session',
  addCommand: entry =>
    'command' in entry ? ['codex', 'mcp', 'add', entry.name, '--', entry.command, ...entry.args] : null,
};
