// tabs_context: the tabs that the hub asks about, as JSON. It names the asker's own; without names it is every tab of the profile.
import { listTabs } from '../tabs-report.ts';
import { type BrowserTool, textResult } from './tool.ts';

export const tabsContext: BrowserTool = async args => {
  const wanted = Array.isArray(args.tabIds) ? new Set<unknown>(args.tabIds) : null;
  const tabs = (await listTabs()).filter(({ tabId }) => !wanted || wanted.has(tabId));
  return textResult(JSON.stringify({ availableTabs: tabs.map(({ tabId, title, url }) => ({ tabId, title, url })) }));
};
