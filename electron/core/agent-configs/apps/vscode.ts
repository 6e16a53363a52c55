// VS Code, its Insiders and VSCodium: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration. Each has a user folder of its own; a
// workspace's file is the same for all. A new server is asked about once ("trust"), in the editor.
import { bearer, envBraced } from './shapes.ts';
import type { AgentApp, AgentConfig } from '../agent-app.ts';

const shape: Omit<AgentConfig, 'places'> = {
  format: 'jsonc',
  keys: ['servers'],
  stdio: ({ command, args }) => ({ type: 'stdio', command, args }),
  http: ({ url, token }) => ({ type: 'http', url, headers: bearer(token, envBraced) }),
  takesVariable: true,
  prefers: 'stdio',
};

export const vscode: AgentApp = {
  ...edition({ id: 'vscode', title: 'VS Code', folder: 'Code', dotFolder: '.vscode', program: 'code' }),
  project: { ...shape, places: ['{project}/.vscode/mcp.json'] },
};

export const vscodeInsiders = edition({
  id: 'vscode-insiders',
  title: 'VS Code Insiders',
  folder: 'Code - Insiders',
  dotFolder: '.vscode-insiders',
  program: 'code-insiders',
});

export const vscodium = edition({
  id: 'vscodium',
  title: 'VSCodium',
  folder: 'VSCodium',
  dotFolder: '.vscode-oss',
  program: 'codium',
});

interface Edition extends Pick<AgentApp, 'id' | 'title'> {
  readonly folder: string;
  readonly dotFolder: string;
  readonly program: string;
}

function edition({ id, title, folder, dotFolder, program }: Edition): AgentApp {
  return {
    id,
    title,
    traces: { places: [`{config}/${folder}`, `{home}/${dotFolder}`], programs: [program] },
    processes: [folder, program],
    user: { ...shape, places: [`{config}/${folder}/User/mcp.json`] },
    after: 'reads-itself',
    addCommand: ({ name, ...entry }) =>
      'command' in entry
        ? [program, '--add-mcp', JSON.stringify({ name, command: entry.command, args: entry.args })]
        : null,
  };
}
