// The panel's requests about shortcuts; `panel-requests.ts` takes them in. No other way in has any of them.
import { z } from 'zod';
import { SavedShortcutSchema, ShortcutIdSchema, ShortcutSchema } from './shortcuts.ts';

export const shortcutRequests = {
  /** Makes one, or changes the one of that id; one that was removed is there again. A command that another one has is refused. */
  'shortcuts:save': {
    params: z.object({ shortcut: SavedShortcutSchema }),
    result: z.object({ shortcut: ShortcutSchema }),
  },
  /** Nothing happens where it is gone already. */
  'shortcuts:remove': { params: z.object({ id: ShortcutIdSchema }), result: z.object({}).strict() },
} as const;
