// A press in a tab gives its window the focus where the tab is in front there, whoever presses. The user may be elsewhere, and stays there.

/** Runs `press`; a window that had no focus before has none afterwards, and a minimised one is minimised again. */
export async function keepingFocus<T>(tabId: number, press: () => Promise<T>): Promise<T> {
  const giveBack = await whoHadFocus(tabId);
  if (!giveBack) return press();
  try {
    return await press();
  } finally {
    // The window may have been closed by the press.
    await giveBack().catch(() => {});
  }
}

/** Null where a press takes the focus from nobody: the window has it, or the tab is behind another one. */
async function whoHadFocus(tabId: number): Promise<(() => Promise<unknown>) | null> {
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (!active) return null;
  const { focused, state } = await chrome.windows.get(windowId);
  // Headless Chromium says of every window that it has the focus; there is nobody to take it from.
  if (focused) return null;
  const other = (await chrome.windows.getAll()).find(window => window.focused);
  return async () => {
    if (state === 'minimized') await chrome.windows.update(windowId, { state });
    else if (other?.id === undefined) await chrome.windows.update(windowId, { focused: false });
    if (other?.id !== undefined) await chrome.windows.update(other.id, { focused: true });
  };
}
