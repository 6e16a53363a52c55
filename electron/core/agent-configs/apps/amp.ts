// Amp: https://ampcode.com/manual#mcp and its settings page, and seen with `amp mcp add`: one key with a dot in it, not a table in a table.
// MCP servers of a workspace have to be approved there (`amp mcp approve`).
import { bearer, braced, commandEntry } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const shape: Omit<AgentConfig, 'places'> = {
  format: 'jsonc',
  keys: ['amp.mcpServers'],
  stdio: commandEntry,
  http: ({ url, token }) => ({ url, headers: bearer(token, braced) }),
  takesVariable: true,
  prefers: 'stdio',
};

export const amp: AgentApp = {
  id: 'amp',
  title: 'Amp',
  traces: { places: ['{home}/.config/amp', '{home}/.amp'], programs: ['amp'] },
  processes: ['amp'],
  user: {
    ...shape,
    places: ['{env:AMP_SETTINGS_FILE}', '{home}/.config/amp/settings.json', '{home}/.config/amp/settings.jsonc'],
  },
  project: { ...shape, places: ['{project}/.amp/settings.json', '{project}/.amp/settings.jsonc'] },
  after: 'new-session',
  addCommand: entry =>
    'command' in entry ? ['amp', 'mcp', 'add', entry.name, '--', entry.command, ...entry.args] : null,
};
