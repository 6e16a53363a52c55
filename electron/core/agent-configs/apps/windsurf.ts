// Windsurf: https://docs.windsurf.com/windsurf/cascade/mcp ("mcp_config.json", "Config interpolation"). An address stands under `serverUrl`;
// the file is read again by the refresh button of the MCP panel, or at the next start.
import { bearer, commandEntry, envBraced } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

export const windsurf: AgentApp = {
  id: 'windsurf',
  title: 'Windsurf',
  traces: { places: ['{home}/.codeium/windsurf', '{config}/Windsurf'], programs: ['windsurf'] },
  processes: ['Windsurf', 'windsurf'],
  user: {
    places: ['{home}/.codeium/windsurf/mcp_config.json'],
    format: 'json',
    keys: ['mcpServers'],
    stdio: commandEntry,
    http: ({ url, token }) => ({ serverUrl: url, headers: bearer(token, envBraced) }),
    takesVariable: true,
    prefers: 'stdio',
  },
  after: 'restart',
};
