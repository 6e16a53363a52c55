// Zed: docs/src/ai/mcp.md of zed-industries/zed ("As Custom Servers"), and crates/paths for the folders. `source` was asked for by the
// versions of 2025; newer ones leave it alone. Its settings have comments from the first start on.
import type { AgentApp } from '../agent-app.ts';

export const zed: AgentApp = {
  id: 'zed',
  title: 'Zed',
  traces: {
    places: {
      linux: ['{xdg}/zed'],
      darwin: ['{home}/.config/zed'],
      win32: ['{appData}/Zed'],
    },
    programs: ['zed', 'zeditor'],
  },
  processes: ['zed', 'zed-editor', 'zeditor', 'Zed'],
  user: {
    places: {
      linux: ['{xdg}/zed/settings.json'],
      darwin: ['{home}/.config/zed/settings.json'],
      win32: ['{appData}/Zed/settings.json'],
    },
    format: 'jsonc',
    keys: ['context_servers'],
    stdio: ({ command, args }) => ({ source: 'custom', command, args }),
    // Nothing is filled in for a variable there, so that the token itself has to stand in the file.
    http: ({ url, token }) => ({
      source: 'custom',
      url,
      headers: { Authorization: `Bearer ${token.kind === 'value' ? token.text : ''}` },
    }),
    takesVariable: false,
    prefers: 'stdio',
  },
  after: 'reads-itself',
};
