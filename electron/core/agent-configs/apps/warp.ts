// Warp: https://docs.warp.dev/agents/capabilities/mcp and the skill agent-add-mcp of warpdotdev/warp: versions since 2026 read these files and
// start the servers of the user's own by themselves. Older ones keep theirs in the account, where only their own dialog puts them.
import { bearer, braced, commandEntry } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const shape: Omit<AgentConfig, 'places'> = {
  format: 'json',
  keys: ['mcpServers'],
  stdio: commandEntry,
  http: ({ url, token }) => ({ url, headers: bearer(token, braced) }),
  takesVariable: true,
  prefers: 'stdio',
};

export const warp: AgentApp = {
  id: 'warp',
  title: 'Warp',
  traces: {
    places: {
      linux: ['{home}/.warp', '{xdg}/warp-terminal', '{home}/.local/share/warp-terminal'],
      darwin: ['{home}/.warp'],
      win32: ['{home}/.warp', '{localAppData}/warp', '{localAppData}/Programs/Warp'],
    },
    programs: ['warp-terminal', 'warp'],
  },
  processes: ['warp', 'warp-terminal', 'Warp'],
  user: { ...shape, places: ['{home}/.warp/.mcp.json'] },
  project: { ...shape, places: ['{project}/.warp/.mcp.json'] },
  after: 'reads-itself',
  manual: { menu: 'Settings > Agents > MCP servers > Add' },
};
