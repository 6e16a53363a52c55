// Cursor: https://cursor.com/docs/mcp ("Using mcp.json", "Config interpolation"). It takes an address from `url` alone.
import { bearer, commandEntry, envBraced } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const shape: Omit<AgentConfig, 'places'> = {
  format: 'jsonc',
  keys: ['mcpServers'],
  stdio: commandEntry,
  http: ({ url, token }) => ({ url, headers: bearer(token, envBraced) }),
  takesVariable: true,
  prefers: 'stdio',
};

export const cursor: AgentApp = {
  id: 'cursor',
  title: 'Cursor',
  traces: { places: ['{home}/.cursor', '{config}/Cursor'], programs: ['cursor', 'cursor-agent'] },
  processes: ['Cursor', 'cursor', 'cursor-agent'],
  user: { ...shape, places: ['{home}/.cursor/mcp.json'] },
  project: { ...shape, places: ['{project}/.cursor/mcp.json'] },
  after: 'reads-itself',
};
