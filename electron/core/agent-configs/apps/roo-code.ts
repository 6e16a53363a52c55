// Roo Code: src/services/mcp/McpHub.ts of RooCodeInc/Roo-Code ("createServerTypeSchema": an address needs its type), and
// https://docs.roocode.com/features/mcp/using-mcp-in-roo. It watches both of its files.
import { bearer, commandEntry, envBraced } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const ofEditors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'].map(
  editor => `{config}/${editor}/User/globalStorage/rooveterinaryinc.roo-cline`,
);

const shape: Omit<AgentConfig, 'places'> = {
  format: 'json',
  keys: ['mcpServers'],
  stdio: commandEntry,
  http: ({ url, token }) => ({ type: 'streamable-http', url, headers: bearer(token, envBraced) }),
  takesVariable: true,
  prefers: 'stdio',
};

export const rooCode: AgentApp = {
  id: 'roo-code',
  title: 'Roo Code',
  traces: { places: ofEditors, programs: [] },
  processes: [],
  user: { ...shape, places: ofEditors.map(folder => `${folder}/settings/mcp_settings.json`) },
  project: { ...shape, places: ['{project}/.roo/mcp.json'] },
  after: 'reads-itself',
};
