// What the panel does with the command in the user's PATH.
import { commandState, installCommand, removeCommand } from '../platform/path-command.ts';
import type { commandRequests } from '../../../contract/schemas/command-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type Handled = keyof typeof commandRequests;

export function createCommandHandlers({
  commandPlace,
}: Pick<PanelServices, 'commandPlace'>): Pick<PanelHandlers, Handled> {
  return {
    'command:state': async () => ({ command: await commandState(commandPlace()) }),
    'command:install': async () => ({ command: await installCommand(commandPlace()) }),
    'command:remove': async () => ({ command: await removeCommand(commandPlace()) }),
  };
}
