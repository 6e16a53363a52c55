// JetBrains: Junie has files (https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html), the AI Assistant of the IDEs takes a pasted
// JSON in its own dialog only (https://www.jetbrains.com/help/ai-assistant/mcp.html) and keeps it in the IDE's settings.
import { bearer, commandEntry } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const shape: Omit<AgentConfig, 'places'> = {
  format: 'json',
  keys: ['mcpServers'],
  stdio: commandEntry,
  http: ({ url, token }) => ({ url, headers: bearer(token, variable => variable) }),
  takesVariable: false,
  prefers: 'stdio',
};

export const junie: AgentApp = {
  id: 'junie',
  title: 'JetBrains Junie',
  traces: { places: ['{home}/.junie'], programs: ['junie'] },
  processes: ['junie'],
  user: { ...shape, places: ['{home}/.junie/mcp/mcp.json'] },
  project: { ...shape, places: ['{project}/.junie/mcp/mcp.json'] },
  after: 'new-session',
};

export const jetbrainsAi: AgentApp = {
  id: 'jetbrains-ai',
  title: 'JetBrains AI Assistant',
  traces: {
    places: {
      linux: ['{xdg}/JetBrains'],
      darwin: ['{config}/JetBrains'],
      win32: ['{appData}/JetBrains'],
    },
    programs: [],
  },
  processes: [],
  after: 'reads-itself',
  manual: { menu: 'Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add > As JSON' },
};
