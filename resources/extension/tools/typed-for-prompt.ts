// What was typed for a prompt and not handed to it yet: the browser takes a text and its answer together.
import type { OpenDialog } from './dialogs.ts';
import type { ToolContext } from './tool.ts';

type Caller = Pick<ToolContext, 'keptFor'>;

const typed = new WeakMap<OpenDialog, { readonly by: string; readonly text: string }>();

export function keepTyped(dialog: OpenDialog, { keptFor }: Caller, text: string): void {
  typed.set(dialog, { by: keptFor, text });
}

/** Null where nothing was typed: a tab that has come to another owner hands over nothing from before. */
export function typedFor(dialog: OpenDialog, { keptFor }: Caller): string | null {
  const kept = typed.get(dialog);
  return kept?.by === keptFor ? kept.text : null;
}
