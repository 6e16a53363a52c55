// Runs inside a page: what Escape closes in every browser.

type Closable = HTMLDialogElement & { requestClose?(): void; closedBy?: string };

/** The topmost of what lies above the page: a popover, a dialog, or what fills the screen. False where nothing does. */
export function pressEscape(): boolean {
  const popover = [...document.querySelectorAll<HTMLElement>(':popover-open')].findLast(
    each => each.popover !== 'manual',
  );
  if (popover) popover.hidePopover();
  else if (!closeDialog()) return leaveFullscreen();
  return true;
}

/** Its page hears of that first and may keep it open. */
function closeDialog(): boolean {
  const dialogs = [...document.querySelectorAll<Closable>('dialog[open]')];
  const dialog = dialogs.findLast(
    each => each.closedBy !== 'none' && (each.matches(':modal') || /^(any|closerequest)$/.test(each.closedBy ?? '')),
  );
  if (!dialog) return false;
  if (dialog.requestClose) dialog.requestClose();
  else if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  return true;
}

function leaveFullscreen(): boolean {
  if (!document.fullscreenElement) return false;
  document.exitFullscreen().catch(() => {});
  return true;
}
