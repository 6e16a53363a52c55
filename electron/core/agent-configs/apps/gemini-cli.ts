// Gemini CLI: docs/tools/mcp-server.md and docs/cli/configuration.md of google-gemini/gemini-cli, and seen with its 0.61.0: it strips comments, fills
// in `$NAME` and `${NAME}`, and starts no server in a folder that it does not trust. GEMINI_CLI_HOME stands for the home.
import { bearer, braced, commandEntry } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

/** Qwen Code began as a copy of it and kept the form. */
export const geminiShape: Omit<AgentConfig, 'places'> = {
  format: 'jsonc',
  keys: ['mcpServers'],
  stdio: commandEntry,
  // A bare `url` was Server-Sent Events in all versions before 0.21.
  http: ({ url, token }) => ({ httpUrl: url, headers: bearer(token, braced) }),
  takesVariable: true,
  prefers: 'stdio',
};

export const geminiCli: AgentApp = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  traces: {
    places: ['{env:GEMINI_CLI_HOME}/.gemini/settings.json', '{home}/.gemini/settings.json'],
    programs: ['gemini'],
  },
  processes: ['gemini'],
  user: {
    ...geminiShape,
    places: ['{env:GEMINI_CLI_HOME}/.gemini/settings.json', '{home}/.gemini/settings.json'],
  },
  project: { ...geminiShape, places: ['{project}/.gemini/settings.json'] },
  after: 'new-session',
  // Options behind the bare `--` are the server's.
  addCommand: entry =>
    'command' in entry
      ? ['gemini', 'mcp', 'add', '--scope', 'user', entry.name, entry.command, '--', ...entry.args]
      : null,
};
