// What an answer tells its caller to do about a dialog, in words of what its caller has.
import type { OpenDialog } from './dialogs.ts';
import type { ToolContext } from './tool.ts';

type Caller = Pick<ToolContext, 'dialogs'>;

/** Without a full stop; `isElsewhere` for the dialog of another tab. */
export function dialogRemedy({ dialogs }: Caller, { kind }: Pick<OpenDialog, 'kind'>, isElsewhere = false): string {
  const there = isElsewhere ? ' there' : '';
  if (dialogs === 'user') return `Ask the user to answer it${there} in the browser`;
  if (dialogs !== 'keys') return `Answer it${there} with handle_dialog`;
  if (kind === 'print') return `Close it${there} with computer key Escape`;
  const other = kind === 'prompt' ? ' (after computer type, with another text)' : '';
  return `Answer it${there} with computer key Enter, which accepts it${other}, or key Escape, which dismisses it`;
}

/** The call by which a caller answers one. */
export function answeringCall({ dialogs }: Caller): string {
  return dialogs === 'keys' ? 'key' : 'handle_dialog';
}
