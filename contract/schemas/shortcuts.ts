// A shortcut: a prompt or a list of actions that the user saved in the panel for agents.
import { z } from 'zod';
import {
  commandOf,
  commandPattern,
  maxActionsChars,
  maxPromptChars,
  maxShortcutActions,
  maxShortcutDescription,
} from '../shortcuts.ts';
import { saying } from './value-fault.ts';

export const ShortcutIdSchema = z.string().refine(id => /^[0-9a-f]{12}$/.test(id), saying({ kind: 'no-shortcut-id' }));

const CommandSchema = z
  .string()
  .transform(commandOf)
  .refine(command => commandPattern.test(command), saying({ kind: 'no-command' }));

/** A call of a tool of the browser, as `browser_batch` takes it. */
const ActionSchema = z.object({ name: z.string().min(1).max(100), input: z.record(z.string(), z.unknown()) }).strict();
export type ShortcutAction = z.infer<typeof ActionSchema>;

const tooLong = saying({ kind: 'value-bound', form: 'text', end: 'most', bound: maxActionsChars });

const ActionsSchema = z
  .array(ActionSchema)
  .min(1)
  .max(maxShortcutActions)
  .refine(actions => JSON.stringify(actions).length <= maxActionsChars, tooLong);

export const ShortcutContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), text: z.string().trim().min(1).max(maxPromptChars) }),
  z.object({ kind: z.literal('actions'), actions: ActionsSchema }),
]);
export type ShortcutContent = z.infer<typeof ShortcutContentSchema>;

export const ShortcutSchema = z.object({
  id: ShortcutIdSchema,
  /** With its slash; no two shortcuts have the same one. */
  command: CommandSchema,
  description: z.string().trim().max(maxShortcutDescription),
  content: ShortcutContentSchema,
});
export type Shortcut = z.infer<typeof ShortcutSchema>;

/** Without an id it is a new one. */
export const SavedShortcutSchema = ShortcutSchema.partial({ id: true });
export type SavedShortcut = z.infer<typeof SavedShortcutSchema>;
