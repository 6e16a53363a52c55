// opencode: https://opencode.ai/docs/config ("Locations") and https://opencode.ai/docs/mcp-servers, and seen with its 1.18.33. Its version 2 still
// takes this form (https://opencode.ai/docs/migrate-v1). It has one list for a command with its arguments.
import { bearer } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const shape: Omit<AgentConfig, 'places'> = {
  format: 'jsonc',
  keys: ['mcp'],
  stdio: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  http: ({ url, token }) => ({
    type: 'remote',
    url,
    headers: bearer(token, variable => `{env:${variable}}`),
    // Asked for a token, it would look for a sign-in of the server otherwise.
    oauth: false,
    enabled: true,
  }),
  takesVariable: true,
  prefers: 'stdio',
};

export const opencode: AgentApp = {
  id: 'opencode',
  title: 'opencode',
  traces: { places: ['{env:OPENCODE_CONFIG_DIR}', '{xdg}/opencode', '{home}/.opencode'], programs: ['opencode'] },
  processes: ['opencode'],
  user: {
    ...shape,
    places: ['{env:OPENCODE_CONFIG}', '{xdg}/opencode/opencode.json', '{xdg}/opencode/opencode.jsonc'],
  },
  project: {
    ...shape,
    places: [
      '{project}/opencode.json',
      '{project}/opencode.jsonc',
      '{project}/.opencode/opencode.json',
      '{project}/.opencode/opencode.jsonc',
    ],
  },
  after: 'new-session',
};
