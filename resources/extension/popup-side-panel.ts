// The pop-up's way to the side panel: browsers open one only where its user has just pressed something.

/** Firefox's own, which the types of Chrome do not know. */
interface Sidebar {
  readonly sidebarAction?: { open(): Promise<void> };
}

export function showSidePanel(isApproved: boolean): void {
  const button = document.getElementById('side');
  if (!(button instanceof HTMLButtonElement)) return;
  button.textContent = chrome.i18n.getMessage('sidePanel');
  button.hidden = !isApproved;
  button.onclick = () => {
    // In the very turn of the press, or it counts for nothing.
    const { sidebarAction } = chrome as typeof chrome & Sidebar;
    const opened = sidebarAction ? sidebarAction.open() : openBeside();
    void opened.then(() => close());
  };
}

async function openBeside(): Promise<void> {
  await chrome.sidePanel.open({ windowId: chrome.windows.WINDOW_ID_CURRENT });
}
