// LM Studio: https://lmstudio.ai/docs/app/mcp ("LM Studio currently follows Cursor's mcp.json notation"). Homes that were made before 0.3.6 lie in
// `~/.cache/lm-studio` (issue 1371 of lmstudio-ai/lmstudio-bug-tracker).
import { bearer, commandEntry } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

export const lmStudio: AgentApp = {
  id: 'lm-studio',
  title: 'LM Studio',
  traces: {
    places: ['{home}/.lmstudio', '{home}/.cache/lm-studio', '{config}/LM Studio'],
    programs: ['lms', 'lm-studio'],
  },
  processes: ['LM Studio', 'lm-studio'],
  user: {
    places: ['{home}/.lmstudio/mcp.json', '{home}/.cache/lm-studio/mcp.json'],
    format: 'json',
    keys: ['mcpServers'],
    stdio: commandEntry,
    http: ({ url, token }) => ({ url, headers: bearer(token, variable => variable) }),
    takesVariable: false,
    prefers: 'stdio',
  },
  after: 'restart',
};
