// Goose: https://block.github.io/goose/docs/getting-started/using-extensions ("Config Entry"), crates/goose/src/agents/extension.rs.
import type { AgentApp } from '../agent-app.ts';

export const goose: AgentApp = {
  id: 'goose',
  title: 'Goose',
  traces: {
    places: {
      linux: ['{xdg}/goose'],
      darwin: ['{xdg}/goose'],
      win32: ['{appData}/Block/goose'],
    },
    programs: ['goose'],
  },
  processes: ['goose', 'goosed'],
  user: {
    places: {
      linux: ['{xdg}/goose/config.yaml'],
      darwin: ['{xdg}/goose/config.yaml'],
      win32: ['{appData}/Block/goose/config/config.yaml'],
    },
    format: 'yaml',
    keys: ['extensions'],
    stdio: ({ command, args }) => ({
      type: 'stdio',
      name: 'pilothouse',
      enabled: true,
      cmd: command,
      args,
      timeout: 300,
    }),
    takesVariable: false,
    prefers: 'stdio',
  },
  after: 'new-session',
};
