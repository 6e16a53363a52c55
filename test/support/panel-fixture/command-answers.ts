// What the fixture answers about the command in the PATH.
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';

/** The command is not in the PATH yet; a press puts it there or takes it out. */
export function commandAnswers(): Pick<PanelHandlers, 'command:state' | 'command:install' | 'command:remove'> {
  const answer = (kind: 'none' | 'installed') => ({
    command: {
      file: '/home/ana/.local/bin/pilothouse',
      target: '/home/ana/.pilothouse/launcher/pilothouse',
      state: { kind },
      toAdd: null,
    },
  });
  return {
    'command:state': () => answer('none'),
    'command:install': () => answer('installed'),
    'command:remove': () => answer('none'),
  };
}
