// Qwen Code: docs/users/features/mcp.md of QwenLM/qwen-code, and seen with its 0.24.4. QWEN_HOME stands for `~/.qwen`.
import { geminiShape } from './gemini-cli.ts';
import type { AgentApp } from '../agent-app.ts';

export const qwenCode: AgentApp = {
  id: 'qwen-code',
  title: 'Qwen Code',
  traces: { places: ['{env:QWEN_HOME}', '{home}/.qwen'], programs: ['qwen'] },
  processes: ['qwen'],
  user: { ...geminiShape, places: ['{env:QWEN_HOME}/settings.json', '{home}/.qwen/settings.json'] },
  project: { ...geminiShape, places: ['{project}/.qwen/settings.json'] },
  after: 'new-session',
  addCommand: entry =>
    'command' in entry
      ? ['qwen', 'mcp', 'add', '--scope', 'user', entry.name, entry.command, '--', ...entry.args]
      : null,
};
