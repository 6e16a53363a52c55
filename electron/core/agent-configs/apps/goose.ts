// Goose: crates/goose/src/agents/extension.rs of block/goose (an address needs its description) and config/paths.rs, and documentation/docs/guides/config-files.md.
// Nothing is known to fill in a variable in its headers, so that a token has to stand in the file.
import { bearer } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

const common = {
  name: 'pilothouse',
  description: 'Browsers and MCP servers, by Pilothouse',
  enabled: true,
  timeout: 300,
};

export const goose: AgentApp = {
  id: 'goose',
  title: 'Goose',
  traces: {
    places: {
      linux: ['{env:GOOSE_PATH_ROOT}', '{xdg}/goose'],
      darwin: ['{env:GOOSE_PATH_ROOT}', '{xdg}/goose'],
      win32: ['{env:GOOSE_PATH_ROOT}', '{appData}/Block/goose'],
    },
    programs: ['goose'],
  },
  processes: ['goose', 'goosed'],
  user: {
    places: {
      linux: ['{env:GOOSE_PATH_ROOT}/config/config.yaml', '{xdg}/goose/config.yaml'],
      darwin: ['{env:GOOSE_PATH_ROOT}/config/config.yaml', '{xdg}/goose/config.yaml'],
      win32: ['{env:GOOSE_PATH_ROOT}/config/config.yaml', '{appData}/Block/goose/config/config.yaml'],
    },
    format: 'yaml',
    keys: ['extensions'],
    stdio: ({ command, args }) => ({ type: 'stdio', ...common, cmd: command, args }),
    http: ({ url, token }) => ({
      type: 'streamable_http',
      ...common,
      uri: url,
      headers: bearer(token, variable => variable),
    }),
    takesVariable: false,
    prefers: 'stdio',
  },
  after: 'new-session',
};
