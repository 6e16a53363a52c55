// Putting a tab into a group of tabs that is there already.

/**
 * The group is in that window, and so is the tab. Firefox holds the tab against the window that was used last, whichever window the group
 * is in, and refuses where one of the two is private; a window that is named it takes, which Chromium allows for new groups alone.
 */
export async function joinGroup(
  tabId: number,
  { groupId, windowId }: { readonly groupId: number; readonly windowId: number },
): Promise<void> {
  const inItsWindow = 'debugger' in chrome ? {} : { createProperties: { windowId } };
  await chrome.tabs.group({ groupId, tabIds: [tabId], ...inItsWindow });
}
