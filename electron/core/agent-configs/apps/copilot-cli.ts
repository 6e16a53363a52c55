// GitHub Copilot CLI: `copilot mcp --help` and `copilot mcp add` of its 1.0.102. COPILOT_HOME stands for `~/.copilot`.
import { bearer, braced } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

export const copilotCli: AgentApp = {
  id: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  traces: { places: ['{env:COPILOT_HOME}', '{home}/.copilot'], programs: ['copilot'] },
  processes: ['copilot'],
  user: {
    places: ['{env:COPILOT_HOME}/mcp-config.json', '{home}/.copilot/mcp-config.json'],
    format: 'json',
    keys: ['mcpServers'],
    stdio: ({ command, args }) => ({ tools: ['*'], type: 'local', command, args }),
    http: ({ url, token }) => ({ tools: ['*'], type: 'http', url, headers: bearer(token, braced) }),
    takesVariable: true,
    prefers: 'stdio',
  },
  after: 'new-session',
  addCommand: entry =>
    'command' in entry ? ['copilot', 'mcp', 'add', entry.name, '--', entry.command, ...entry.args] : null,
};
