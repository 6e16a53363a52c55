// Claude Desktop: https://modelcontextprotocol.io/quickstart/user, https://support.claude.com/en/articles/10949351 (remote servers are connectors
// of the account, never of this file). The app of the Windows store sees a folder of its own as its %APPDATA%.
import { commandEntry } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

export const claudeDesktop: AgentApp = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  traces: {
    places: {
      linux: ['{config}/Claude'],
      darwin: ['{config}/Claude'],
      win32: ['{config}/Claude', '{localAppData}/AnthropicClaude', '{localAppData}/Packages/Claude_*'],
    },
    programs: ['claude-desktop'],
  },
  processes: ['Claude', 'claude-desktop'],
  user: {
    places: {
      linux: ['{config}/Claude/claude_desktop_config.json'],
      darwin: ['{config}/Claude/claude_desktop_config.json'],
      win32: [
        '{localAppData}/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
        '{config}/Claude/claude_desktop_config.json',
      ],
    },
    format: 'json',
    keys: ['mcpServers'],
    stdio: commandEntry,
    takesVariable: false,
    prefers: 'stdio',
  },
  after: 'restart',
};
