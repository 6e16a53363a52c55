// The dialog that the user is asked about before an agent may answer it: what it says, and that it is still the one.
import { changedError } from '../page-problem.ts';
import { dialogIn } from './dialogs.ts';
import type { CompanionDescribed } from '../../../contract/schemas/companion.ts';
import type { ShownPage } from '../shown-page.ts';
import type { Arguments } from './tool.ts';

type Described = NonNullable<CompanionDescribed['elements'][number]>;

export const dialogTool = 'handle_dialog';

/** Null where none is open. Its page is held up, so nothing is asked of that. */
export function describeDialog({ tabId, origin }: Pick<ShownPage, 'tabId' | 'origin'>): Described | null {
  const dialog = dialogIn(tabId);
  if (!dialog) return null;
  const role = dialog.kind === 'print' ? 'print preview' : `${dialog.kind} dialog`;
  const frame = dialog.origin === origin ? null : dialog.origin;
  return { key: dialog.key, role, name: dialog.message, frame, isInView: true };
}

/** Whether keys go to the dialog of that tab and not to an element of its page. */
export function meansDialog(tool: string, { action, ref, selector, coordinate }: Arguments, tabId: number): boolean {
  const isForKeyboard = tool === 'computer' && (action === 'key' || action === 'type');
  return isForKeyboard && !ref && !selector && !coordinate && dialogIn(tabId) !== undefined;
}

/** Throws ERR_TOOL_FAILED for another dialog than the user was told of; `key` is null where they were told of none. */
export function expectDialog(tabId: number, key: string | null): void {
  const dialog = dialogIn(tabId);
  // The tool itself says that none is open, and answers none that its caller does not know.
  if (!dialog || dialog.key === key) return;
  throw changedError(
    `Tab ${tabId} shows another dialog by now than the user was asked about; it was not answered. Call again.`,
  );
}
