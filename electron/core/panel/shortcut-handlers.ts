// What the panel changes of the user's shortcuts. Nobody else can: neither an agent nor the command line has these requests.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

export function createShortcutHandlers({ shortcuts }: Pick<PanelServices, 'shortcuts'>) {
  return {
    'shortcuts:save': async ({ shortcut }) => ({ shortcut: await shortcuts.save(shortcut) }),
    'shortcuts:remove': ({ id }) => done(shortcuts.remove(id)),
  } satisfies Partial<PanelHandlers>;
}
