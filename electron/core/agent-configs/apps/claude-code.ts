// Claude Code: https://code.claude.com/docs/en/mcp ("MCP installation scopes", "Environment variable expansion in .mcp.json").
import type { AgentApp, AgentConfig, HttpEntry, StdioEntry } from '../agent-app.ts';

const shape: Pick<AgentConfig, 'format' | 'keys' | 'stdio' | 'http' | 'takesVariable' | 'prefers'> = {
  format: 'json',
  keys: ['mcpServers'],
  stdio: ({ command, args }) => ({ type: 'stdio', command, args }),
  http: ({ url, token }) => ({ type: 'http', url, headers: { Authorization: `Bearer ${textOf(token)}` } }),
  takesVariable: true,
  prefers: 'stdio',
};

export const claudeCode: AgentApp = {
  id: 'claude-code',
  title: 'Claude Code',
  traces: { places: ['{env:CLAUDE_CONFIG_DIR}', '{home}/.claude', '{home}/.claude.json'], programs: ['claude'] },
  processes: ['claude'],
  user: { ...shape, places: ['{env:CLAUDE_CONFIG_DIR}/.claude.json', '{home}/.claude.json'] },
  project: { ...shape, places: ['{project}/.mcp.json'] },
  after: 'new-session',
  addCommand: entry => ['claude', 'mcp', 'add', '--scope', 'user', ...added(entry)],
};

function textOf(token: HttpEntry['token']): string {
  return token.kind === 'value' ? token.text : `\${${token.name}}`;
}

function added(entry: { readonly name: string } & (StdioEntry | HttpEntry)): string[] {
  if ('command' in entry) return [entry.name, '--', entry.command, ...entry.args];
  return ['--transport', 'http', entry.name, entry.url, '--header', `Authorization: Bearer ${textOf(entry.token)}`];
}
