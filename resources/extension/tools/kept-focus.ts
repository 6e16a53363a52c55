// A press in a tab gives its window the focus where the tab is in front there, whoever presses. The user may be elsewhere, and stays there.
import { putBlankTabBefore } from '../blank-tab.ts';
import { keepFocusIn } from '../user-focus.ts';
import { onDialog } from './dialogs.ts';

/** Longer than any press takes; the user is not to see an empty tab because a page is busy. */
const hiddenAtMostMs = 1_000;

/** A window manager may hand out the focus that a press has asked for so much later. */
const lateMs = 500;

let isLinux: Promise<boolean> | undefined;

/** Runs `press`; a window that had no focus before has none meanwhile, where that can be had, and none afterwards. */
export async function keepingFocus<T>(tabId: number, press: () => Promise<T>): Promise<T> {
  const { active, windowId } = await chrome.tabs.get(tabId);
  // A press in a tab behind another one takes the focus from nobody.
  if (!active) return press();
  const window = await chrome.windows.get(windowId);
  // Headless Chromium says of every window that it has the focus; there is nobody to take it from.
  if (window.focused) return press();
  if (!(await (isLinux ??= onLinux()))) return givingBack(window, 0, press);
  // A window of the kind `popup` takes no second tab.
  if (window.type !== 'normal') return givingBack(window, lateMs, press);
  return givingBack(window, 0, () => behindBlankTab(tabId, windowId, press));
}

async function onLinux(): Promise<boolean> {
  const { os } = await chrome.runtime.getPlatformInfo();
  return os === 'linux' || os === 'cros' || os === 'openbsd';
}

async function behindBlankTab<T>(tabId: number, windowId: number, press: () => Promise<T>): Promise<T> {
  const takeAway = await putBlankTabBefore(tabId, windowId);
  const late = setTimeout(() => void takeAway(), hiddenAtMostMs);
  // The press is answered after the dialog that it opens, and that is for the user to see.
  const stop = onDialog(tabId, () => void takeAway());
  try {
    return await press();
  } finally {
    stop();
    clearTimeout(late);
    await takeAway();
  }
}

/** For `lateMs` more the focus is given back when it is taken only then. */
async function givingBack<T>(before: chrome.windows.Window, lateMs: number, press: () => Promise<T>): Promise<T> {
  const users = (await chrome.windows.getAll()).find(window => window.focused)?.id;
  try {
    return await press();
  } finally {
    // The window may have been closed by the press.
    await giveBack(before, users).catch(() => {});
    if (lateMs > 0) await keepFocusIn(users ?? chrome.windows.WINDOW_ID_NONE, before.id ?? -1, lateMs);
  }
}

/** Nothing is to be done where the press has taken nothing: a window that is told to give the focus away goes behind the others. */
async function giveBack({ id, state }: chrome.windows.Window, users: number | undefined): Promise<void> {
  if (id === undefined) return;
  const now = await chrome.windows.get(id);
  if (!now.focused && now.state === state) return;
  if (state === 'minimized') await chrome.windows.update(id, { state });
  else if (users === undefined) await chrome.windows.update(id, { focused: false });
  if (users !== undefined) await chrome.windows.update(users, { focused: true });
}
