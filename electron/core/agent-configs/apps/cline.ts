// Cline, in editors and in the terminal: https://docs.cline.bot/getting-started/config (one folder for all of them since 2026), and
// https://docs.cline.bot/mcp/mcp-overview. Before, the extension kept its list in the folder that its editor gives it.
import { bearer, commandEntry } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

const file = 'settings/cline_mcp_settings.json';
const ofEditors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'].map(
  editor => `{config}/${editor}/User/globalStorage/saoudrizwan.claude-dev`,
);

export const cline: AgentApp = {
  id: 'cline',
  title: 'Cline',
  traces: { places: ['{env:CLINE_DIR}', '{home}/.cline', ...ofEditors], programs: ['cline'] },
  processes: ['cline'],
  user: {
    places: [
      '{env:CLINE_MCP_SETTINGS_PATH}',
      `{env:CLINE_DATA_DIR}/${file}`,
      `{env:CLINE_DIR}/data/${file}`,
      `{home}/.cline/data/${file}`,
      ...ofEditors.map(folder => `${folder}/${file}`),
    ],
    format: 'json',
    keys: ['mcpServers'],
    stdio: commandEntry,
    http: ({ url, token }) => ({ type: 'streamableHttp', url, headers: bearer(token, variable => variable) }),
    takesVariable: false,
    prefers: 'stdio',
  },
  after: 'reads-itself',
};
