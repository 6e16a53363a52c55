// tabs_context: the tabs that the hub asks about, as JSON. It names the asker's own; without names it is every tab of the profile.
import { isPrivateAllowed, withoutUsersPrivate } from '../private-tabs.ts';
import { listTabs } from '../tabs-report.ts';
import { type Arguments, type BrowserTool, textResult } from './tool.ts';

export const tabsContext: BrowserTool = async (args, { command }) => {
  const wanted = Array.isArray(args.tabIds) ? new Set<unknown>(args.tabIds) : null;
  const tabs = (await listTabs()).filter(({ tabId }) => !wanted || wanted.has(tabId));
  const list = textResult(
    JSON.stringify({ availableTabs: tabs.map(({ tabId, title, url }) => ({ tabId, title, url })) }),
  );
  return command ? { ...list, facts: await windowFacts(command.params) } : list;
};

/** For spec 000's wire: the windows that the hub asks about, as the real system tells of them, and whether private ones can be opened. */
async function windowFacts({ windowIds }: Arguments) {
  const wanted = new Set<unknown>(Array.isArray(windowIds) ? windowIds : []);
  const windows = (await chrome.windows.getAll({ populate: true })).filter(({ id }) => wanted.has(id));
  const told = await Promise.all(
    windows.map(async ({ id, incognito, focused, tabs = [] }) => {
      const { length } = await withoutUsersPrivate(tabs);
      return { windowId: id, private: incognito, focused, tabCount: length };
    }),
  );
  return { windows: told, privateWindowsAvailable: await isPrivateAllowed() };
}
