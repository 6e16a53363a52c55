// Continue, in editors and in the terminal: https://docs.continue.dev/customize/deep-dives/mcp and https://docs.continue.dev/reference ("mcpServers": a list, each
// with its name). CONTINUE_GLOBAL_DIR stands for `~/.continue`. A value of its own can be `${{ secrets.NAME }}`, from a `.env` beside the file.
import { bearer } from './shapes.ts';
import type { AgentApp } from '../agent-app.ts';

export const continueDev: AgentApp = {
  id: 'continue',
  title: 'Continue',
  traces: { places: ['{env:CONTINUE_GLOBAL_DIR}', '{home}/.continue'], programs: ['cn'] },
  processes: ['cn'],
  user: {
    places: ['{env:CONTINUE_GLOBAL_DIR}/config.yaml', '{home}/.continue/config.yaml'],
    format: 'yaml',
    keys: ['mcpServers'],
    listedBy: 'name',
    stdio: ({ command, args }) => ({ command, args }),
    http: ({ url, token }) => ({
      type: 'streamable-http',
      url,
      requestOptions: { headers: bearer(token, variable => `\${{ secrets.${variable} }}`) },
    }),
    takesVariable: true,
    prefers: 'stdio',
  },
  after: 'reads-itself',
};
